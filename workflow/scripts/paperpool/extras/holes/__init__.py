"""Rankings of the whole corpus beside judged pools: what they find that nobody judged."""
