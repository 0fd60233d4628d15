"""The page of rankers' errors."""
