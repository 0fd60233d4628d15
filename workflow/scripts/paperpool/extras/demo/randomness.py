"""Random numbers that are a pure function of their purpose.

Each number is a hash of a key (seed, paper, position), so any paper can be written by any job in
any order. The mixer is that of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom
Number Generators", 2014).
"""

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
UInts = npt.NDArray[np.uint64]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


def scramble(values: npt.ArrayLike) -> UInts:
    """Return 64 random bits for each value; equal values give equal bits. Any shape."""
    bits = np.array(values, dtype=np.uint64)
    bits ^= bits >> np.uint64(30)
    bits *= _MIX_1
    bits ^= bits >> np.uint64(27)
    bits *= _MIX_2
    bits ^= bits >> np.uint64(31)
    return bits


def derive(keys: npt.ArrayLike, positions: npt.ArrayLike) -> UInts:
    """Return 64 random bits for each (key, position), broadcast against each other."""
    with np.errstate(over="ignore"):
        offsets = (np.asarray(positions).astype(np.uint64) + np.uint64(1)) * _STEP
        return scramble(np.asarray(keys, dtype=np.uint64) + offsets)


def root_key(seed: int, purpose: str) -> np.uint64:
    """Return the key of all numbers of ``purpose``."""
    key = np.uint64(seed)
    for byte in purpose.encode():
        key = np.uint64(derive(key, byte))
    return key


def below(bits: UInts, bound: npt.ArrayLike, shift: int = 0) -> Ints:
    """Return integers in [0, bound) from 32 of the bits, starting at bit ``shift`` (0-32)."""
    low = (bits >> np.uint64(shift)) & np.uint64(0xFFFFFFFF)
    return ((low * np.asarray(bound, dtype=np.uint64)) >> np.uint64(32)).astype(np.int64)


def chance(bits: UInts, share: npt.ArrayLike, shift: int = 0) -> npt.NDArray[np.bool_]:
    """Return True for a ``share`` (0-1) of the values, from 32 bits starting at ``shift``."""
    low = (bits >> np.uint64(shift)) & np.uint64(0xFFFFFFFF)
    return low < np.asarray(share) * 2.0**32


def zipf_table(n_ranks: int, size: int = 4096) -> Ints:
    """Return ``size`` ranks (0-based) with rank r as frequent as 1 / (r + 2)."""
    weights = 1.0 / (np.arange(n_ranks) + 2.0)
    cumulated = np.cumsum(weights)
    points = (np.arange(size) + 0.5) / size * cumulated[-1]
    return np.searchsorted(cumulated, points).astype(np.int64)
