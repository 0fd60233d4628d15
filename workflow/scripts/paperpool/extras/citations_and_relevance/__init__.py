"""Whether citations are relevance: links between papers beside the grades that people gave."""
