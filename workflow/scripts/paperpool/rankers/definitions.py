"""Shapes of settings that several kinds of rankers have, as definitions of their JSON schemas."""

from typing import Any

from paperpool.benchmarks.registry import find_benchmarks

_SYSTEM = "a system of paperpool/resources/published/"

_DATASETS_OF_VECTORS = ["embeddings-specter_v1", "embeddings-specter_v2"]


def _define_published() -> dict[str, Any]:
    """Return the definition of a published system, or one for each benchmark with rankings."""
    named = []
    for name, benchmark in find_benchmarks().items():
        if benchmark.published and benchmark.rankings:
            named.append(name)
    return {
        "description": (
            f"null, {_SYSTEM}*.csv, or one for each of {', '.join(named[:-1])} and {named[-1]}"
        ),
        "type": ["string", "object", "null"],
        "additionalProperties": False,
        "properties": {
            name: {"description": f"{_SYSTEM}{name}.csv", "type": "string"} for name in named
        },
    }


DEFINITIONS: dict[str, dict[str, Any]] = {
    "name": {
        "description": (
            "a name of lower-case letters, digits, '.', '_' and '-' that starts with a letter or "
            "digit"
        ),
        "type": "string",
        "pattern": "^[a-z0-9][a-z0-9._-]*$(?!\\n)",
        "maxLength": 100,
    },
    "path": {
        "description": "a path, relative to the working directory or absolute",
        "type": "string",
        "minLength": 1,
    },
    "published": _define_published(),
    "model": {
        "description": "a name of the registry, a folder, a hub id or package:NAME",
        "$ref": "#/$defs/path",
    },
    "pooling": {
        "description": "null, cls, mean, last, pooler or last_layer_mix",
        "enum": [None, "cls", "mean", "last", "pooler", "last_layer_mix"],
    },
    "prompts": {
        "description": "null, or {query: text, document: text}",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {
            "query": {"description": "text", "type": "string"},
            "document": {"description": "text", "type": "string"},
        },
    },
    "dimensions": {
        "description": "null or a whole number from 1",
        "type": ["integer", "null"],
        "minimum": 1,
    },
    "adapter": {
        "description": "null, or a folder, a hub id or package:NAME",
        "type": ["string", "null"],
        "minLength": 1,
    },
    "max_tokens": {
        "description": "null or a whole number from 1",
        "type": ["integer", "null"],
        "minimum": 1,
    },
    "precision": {"description": "bfloat16 or float32", "enum": ["bfloat16", "float32"]},
    "batch_size": {
        "description": "a whole number from 1 to 65536: all of a batch is in memory",
        "type": "integer",
        "minimum": 1,
        "maximum": 65536,
    },
    "vectors": {
        "description": "files of vectors",
        "if": {"type": "object"},
        "then": {
            "description": "a dataset of vectors: {s2ag: embeddings-specter_v2}",
            "additionalProperties": False,
            "required": ["s2ag"],
            "properties": {
                "s2ag": {
                    "description": " or ".join(_DATASETS_OF_VECTORS),
                    "enum": _DATASETS_OF_VECTORS,
                },
            },
        },
        "else": {
            "description": "null, a file, folder or glob, a list of these, or {s2ag: DATASET}",
            "type": ["string", "array", "null"],
            "minLength": 1,
            "minItems": 1,
            "items": {"$ref": "#/$defs/path"},
        },
    },
}
"""The definitions; a schema refers to one as ``#/$defs/<name>``."""
