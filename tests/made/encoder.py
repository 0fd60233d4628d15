"""An encoder of texts that stands in for one, and has no prompts."""


class WithoutPrompts:
    """Queries are encoded like all other texts."""

    asks_apart = False

    def encode_queries(self, texts):
        return self.encode(texts)
