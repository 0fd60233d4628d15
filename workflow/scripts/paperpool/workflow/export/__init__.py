"""Built test collections in the formats of other tools: TREC, BEIR, and their descriptions."""
