"""The page of what rankers get wrong."""
