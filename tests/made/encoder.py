"""An encoder of texts that stands in for one, and has no prompts."""


class WithoutPrompts:
    """Texts that ask are encoded as all others."""

    asks_apart = False

    def encode_queries(self, texts):
        return self.encode(texts)
