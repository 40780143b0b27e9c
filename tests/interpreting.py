"""Running kernels in another Python: interpreted, on a GPU, or in the simulator of one."""

import os
import subprocess
import sys
from functools import cache


def run_python(code: str, **environment: str) -> str:
    """What a new interpreter prints that runs ``code`` and can import tests."""
    env = os.environ | {"PYTHONPATH": os.path.dirname(__file__)} | environment
    command = [sys.executable, "-W", "ignore", "-c", code]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@cache
def cuda_environment() -> dict[str, str]:
    """For a GPU where there is one, else for numba's simulator."""
    probe = "from numba import cuda; print(cuda.is_available())"
    if run_python(probe) == "True":
        return {}
    return {"NUMBA_ENABLE_CUDASIM": "1", "HAN_INTERPRET": "1"}
