"""The embeddings of papers, which relevance feedback learns from beside their words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.papers import Paper, PlainPaper
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.rankers.scoring.paper_vectors import encode_papers


def embed_papers(
    papers: Mapping[str, Paper | PlainPaper],
    settings: Mapping[str, Any] | None,
    cache: str | Path,
    torch_threads: int,
) -> dict[str, NDArray[np.float64]] | None:
    """Return the embedding of each paper's title and abstract; None without ``settings``.

    ``settings`` are those of EncoderSettings, and the ``separator`` of title and abstract.
    """
    if settings is None:
        return None
    of_encoder = {name: value for name, value in settings.items() if name != "separator"}
    encoder = Encoder(EncoderSettings(**of_encoder), ArrayCache(cache), torch_threads)
    return dict(zip(papers, encode_papers(papers, encoder, settings["separator"]), strict=True))
