"""Model judges: the pairs that they are asked for, the grades that they give, and their board."""
