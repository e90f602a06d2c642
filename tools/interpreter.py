"""Print the Python that the environment is made with: ``python3 tools/interpreter.py``.

CPython that was built by profile runs our rules and our tests in an eighth less time. pyenv builds without that, unless
it is told; the system's own Python is built so. It is taken where it is new enough and can make environments.
Whoever names one, as in ``make PYTHON=python3.13``, is not asked here.
"""

import os
import subprocess
import sys
import sysconfig

OLDEST = (3, 11)
SYSTEM = "/usr/bin/python3"
ABLE = "import ensurepip, sys, venv; sys.exit(sys.version_info < (%d, %d))" % OLDEST  # noqa: UP031, any Python reads it


def is_quick(executable, arguments):
    # type: (str, str) -> bool
    """Whether it was built by profile: by what ``configure`` was told, or since the system's builders did."""
    return "--enable-optimizations" in arguments or os.path.realpath(executable).startswith("/usr/bin/")


def is_able(executable):
    # type: (str) -> bool
    """Whether it is there, new enough, and can make an environment."""
    try:
        return subprocess.call([executable, "-c", ABLE], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def choose(executable, arguments, system=SYSTEM):
    # type: (str, str, str) -> str
    """The Python to use, when this one was started; ``arguments`` are those of its ``configure``."""
    return executable if is_quick(executable, arguments) or not is_able(system) else system


if __name__ == "__main__":
    sys.stdout.write(choose(sys.executable, sysconfig.get_config_var("CONFIG_ARGS") or "") + "\n")
