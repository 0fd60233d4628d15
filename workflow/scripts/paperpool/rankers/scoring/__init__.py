"""How candidates are scored and runs fused: what the kinds of rankers share."""
