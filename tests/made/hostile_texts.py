"""A text that would do harm in a page in many ways, and a scheme of it."""

from dataclasses import replace

from paperpool.collections.schemes import default_scheme

_RUN = "window.hit = 1"

HOSTILE = " ".join(
    [
        f"<script>{_RUN}</script> </script><script>{_RUN}</script>",
        f"\"><img src=x onerror='{_RUN}'> ' onmouseover='{_RUN}' x='",
        "</style><style>* { display: none }</style> </title></textarea></svg>",
        f"<svg onload='{_RUN}'></svg>",
        f"<math><mtext><img src=x onerror='{_RUN}'> <base href=//example.org/> <iframe src=/>",
        f'x" style="position: fixed; inset: 0\n" autofocus onfocus="{_RUN}',
        "<meta http-equiv=refresh content='0; url=//example.org'> <!-- ]]> -->",
        f"javascript:{_RUN} {{{{ 7 * 7 }}}} {{0.__class__}} {{}} %s &lt;b&gt;",
        "\x00\x01\x1b[31m\x7f \ud800 \ufffe e\u0301\u0301\u0301 👩‍👩‍👧‍👦 \u2028\ufeff",
        "x" * 1_000,
        "\u202eright to left \u2066and left",
    ]
)
"""Elements, attributes, links and templates that set ``window.hit`` or load something; control
characters, a word that no line holds, and at last a turned direction of writing that stays so."""


def make_hostile_scheme():
    """Return the default scheme with the text in the place, or at the end, of all its texts."""
    text = HOSTILE
    scheme = default_scheme()
    facets = []
    for facet in scheme.facets:
        labels = tuple(label + text for label in facet.labels)
        grades = dict.fromkeys(facet.grades, text)
        said = dict.fromkeys(("title", "heading", "question", "context"), text)
        name = facet.name + text
        facets.append(replace(facet, name=name, labels=labels, grades=grades, **said))
    return replace(
        scheme,
        name=text,
        title=text,
        facets=tuple(facets),
        labels=tuple(label + text for label in scheme.labels),
        grades=tuple(replace(level, name=text, definition=text) for level in scheme.grades),
        general=(text,),
        meetings=(text,),
    )
