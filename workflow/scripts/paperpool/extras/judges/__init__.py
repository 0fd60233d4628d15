"""Model judges: the pairs that they are requested, the grades that they give, and an audit."""
