"""Memory that is freed and asked for again, thousands of times a second."""

import numpy as np

_BLOCK_BYTES = 31 << 20
"""The C library (glibc) learns from blocks of up to 32 MB."""


def keep_freed_blocks() -> None:
    """Let this process keep what it frees for the next blocks, up to twice ``_BLOCK_BYTES``.

    Otherwise buffers of a few hundred kilobytes go back to the system each time, and the next ones
    come from it page by page, which takes as long as filling them. A large block that is freed
    once, unused, raises both thresholds (``mallopt(3)``, M_MMAP_THRESHOLD: they are dynamic).
    Where another C library or a setting of the environment decides, nothing changes.
    """
    np.empty(_BLOCK_BYTES, np.uint8)
