"""MDCR: citation recommendation over 19 fields, its large-scale evaluations and its benchmark."""
