"""How candidates are scored and runs fused: the parts that kinds of rankers share."""
