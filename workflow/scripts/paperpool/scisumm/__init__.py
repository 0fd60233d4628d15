"""Cited text identification: CL-SciSumm task 1a and asymmetric partial matching."""
