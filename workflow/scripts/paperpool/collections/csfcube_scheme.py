"""Where the scheme of CSFCube lies: it is the default one."""

from paperpool.resources import shipped


def find_default() -> str:
    """Return the file of the default scheme."""
    return shipped("schemes/csfcube.yaml")
