"""Build MDCR's benchmark: queries, large pools, negatives and rankings."""
