"""The environments' version and name."""

from typing import Final

VERSION: Final = 1
"""Changes whenever the environments behave differently: `docs/reference/environments.md`."""
NAME: Final = f"han_v{VERSION}"
