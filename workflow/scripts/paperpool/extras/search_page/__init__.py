"""Query by example over a finished run: find the papers that are like a paper, along a facet."""
