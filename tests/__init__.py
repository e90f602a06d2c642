"""The tests."""

import os

# As in tools/maps, for whichever test loads numpy first.
os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
