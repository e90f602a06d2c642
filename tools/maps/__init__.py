"""The map builder: geography and a board's own file become the board's tables, and those become its drawing."""

import os

# OpenBLAS takes other kernels on other processors, and they round in other ways: a board would differ by machine, and
# on some a ring that was bent would no longer close. Read when numpy is loaded, so it stands before everything.
os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
