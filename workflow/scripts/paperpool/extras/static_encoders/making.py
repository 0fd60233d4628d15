"""Make a static encoder of word pieces or words from a teacher and a corpus's own papers.

Papers are drawn by hashes of their ids and the seed, so the draw depends neither on their order nor
on shards.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace
from xxhash import xxh3_64_intdigest

from paperpool.errors import Problem, UserError
from paperpool.extras.static_encoders.fitting import FitSettings, count_pieces, fit_table
from paperpool.io.tables import read_batches
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder, EncoderSettings
from paperpool.models.locating import fetch_model
from paperpool.models.static_encoder import read_tokenizer, split_texts, write_static_encoder
from paperpool.workflow.training.held_out import HeldOut

COUNTED_PAPERS = 30_000
"""The most papers for counting pieces; more hardly change the weights."""


def make_static_encoder(
    texts: Sequence[str],
    n_fitted: int,
    teacher: EncoderSettings,
    cache: ArrayCache,
    threads: int,
    folder: Path,
    vocabulary: str = "pieces",
    fit: FitSettings | None = None,
) -> None:
    """Write a static encoder of a ``vocabulary`` to ``folder``: ``pieces`` or ``words``.

    Pieces, or words, are counted in all ``texts``; the teacher encodes the first ``n_fitted`` for
    the fit. The bytes are the same on machines that compute alike, with the same ``threads``.
    """
    fit = fit or FitSettings()
    encoder = Encoder(teacher, cache, threads)
    of_teacher = read_tokenizer(fetch_model(teacher.model))
    tokenizer = make_word_tokenizer(texts) if vocabulary == "words" else of_teacher
    pieces = encoder.encode(list_pieces(tokenizer))
    fitted = list(texts[:n_fitted])
    vectors = encoder.encode(fitted)
    counted = count_pieces(split_texts(tokenizer, texts), len(pieces))
    occurrences = np.asarray(counted.sum(axis=0)).ravel().astype(np.int64)

    # pieces count as far as the teacher reads a text
    read = fitted
    if teacher.max_tokens is not None:
        read = cut_texts(of_teacher, fitted, teacher.max_tokens)
    counts = count_pieces(split_texts(tokenizer, read), len(pieces))
    with threadpool_limits(threads):
        table = fit_table(pieces, occurrences, counts, vectors, fit)

    about = {
        "teacher": Path(teacher.model).name,
        "vocabulary": vocabulary,
        "papers_fitted": len(fitted),
        "papers_counted": len(texts),
        "dimensions": table.shape[1],
    }
    write_static_encoder(folder, table, tokenizer, about | asdict(fit))


VOCABULARIES = ("pieces", "words")

FEWEST_PLACES = 3

_UNKNOWN = "[UNK]"


def make_word_tokenizer(texts: Sequence[str]) -> Tokenizer:
    """Return a tokenizer of the lower-cased words of ``texts``, by falling frequency.

    Punctuation, and words of fewer than FEWEST_PLACES occurrences, are one unknown word.
    """
    lower = Lowercase()
    split = Whitespace()
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(word for word, _ in split.pre_tokenize_str(lower.normalize_str(text)))

    known = []
    for word, n in counts.items():
        if n >= FEWEST_PLACES and any(map(str.isalnum, word)):
            known.append(word)
    known.sort(key=lambda word: (-counts[word], word))
    vocabulary = {word: number for number, word in enumerate([_UNKNOWN, *known])}
    tokenizer = Tokenizer(WordLevel(vocabulary, _UNKNOWN))
    tokenizer.normalizer = lower
    tokenizer.pre_tokenizer = split
    return tokenizer


def list_pieces(tokenizer: Tokenizer) -> list[str]:
    """Return the pieces of a tokenizer as texts, in the order of their ids."""
    ids = range(tokenizer.get_vocab_size())
    return [(tokenizer.id_to_token(i) or "").removeprefix("##") for i in ids]


def cut_texts(tokenizer: Tokenizer, texts: Sequence[str], max_tokens: int) -> list[str]:
    """Return the part of each text that a model of ``max_tokens`` reads, with special tokens."""
    tokenizer.enable_truncation(max_tokens)
    cut = []
    for text, encoding in zip(texts, tokenizer.encode_batch(texts), strict=True):
        last = max((end for _, end in encoding.offsets), default=0)
        cut.append(text[:last])
    tokenizer.no_truncation()
    return cut


FEWEST = 10


def draw_texts(papers: Iterable[str | Path], held_out: HeldOut, n: int, seed: int) -> list[str]:
    """Draw title and abstract of up to ``n`` papers, in the order of the draw.

    Memory holds these texts. Raises UserError for fewer than FEWEST papers.
    """
    drawn = heapq.nsmallest(n, _place_texts(papers, held_out, seed))
    if len(drawn) < FEWEST:
        message = (
            f"A static encoder needs {FEWEST} papers with an abstract; {len(drawn)} were found."
        )
        hint = "Set data.s2orc to more shards. The collection's papers are kept out."
        raise UserError(Problem(message, "data.s2orc", hint))
    return [text for _, _, text in drawn]


def _place_texts(
    papers: Iterable[str | Path], held_out: HeldOut, seed: int
) -> Iterator[tuple[int, str, str]]:
    """Yield rank in the draw, id and text of each paper that is not held out."""
    for batch in read_batches(list(papers), ["paper_id", "title", "abstract"]):
        for row in batch.to_pylist():
            paper_id = row["paper_id"]
            title = row["title"]
            abstract = row["abstract"]
            if abstract and not held_out.find(paper_id, title, abstract):
                place = xxh3_64_intdigest(paper_id.encode(), seed=seed)
                yield place, paper_id, f"{title or ''} {abstract}"
