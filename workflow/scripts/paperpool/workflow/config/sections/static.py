"""The static encoders that a run makes."""

from typing import Literal

from paperpool.settings import setting
from paperpool.workflow.config.section import Entry, ref


class StaticEncoder(Entry, description="the teacher of a static encoder, and how much it reads"):
    """A static encoder that is made of a teacher."""

    teacher: str = setting("a folder, a hub id or package:NAME", ref("model"))
    vocabulary: Literal["words", "pieces"] = setting(
        "what has a vector: pieces, the teacher's word pieces, or words, those of this corpus: "
        "twice as fast, nearer to the teacher on this corpus and further from it on others",
        default="pieces",
    )
    papers: int = setting(
        "papers that the teacher encodes, 10 to 20000",
        {"description": "papers from 10 to 20000", "minimum": 10, "maximum": 20000},
        default=8000,
    )
    max_tokens: int | None = setting(
        "of each of these papers, or null for the teacher's own", ref("max_tokens"), default=128
    )
