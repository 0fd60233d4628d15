"""Facet labelling: a sentence labeller, trained on CSAbstruct and applied to any corpus."""
