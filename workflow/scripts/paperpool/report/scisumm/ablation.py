"""Scores of asymmetric matching with changed choices and powers."""

from collections.abc import Iterator, Sequence

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.pages.section import Drawing, Fold, Heading, Part, Text
from paperpool.report.scisumm import charts
from paperpool.report.scisumm.files import Power, Variant
from paperpool.report.scisumm.tables import Source, list_ablation
from paperpool.scisumm.match.ablation import BASE
from paperpool.scisumm.names import PROTOCOLS


def show_ablation(
    variants: Sequence[Variant], powers: Sequence[Power], source: Source, base: str | None, k: int
) -> Iterator[Part]:
    """Yield Table 3 under each protocol, and F1 against the power in both directions.

    ``base`` is the paper's name for the method, or None; ``k`` sentences are chosen.
    """
    yield Text(
        "What becomes of asymmetric matching when one of its choices is changed. A difference is "
        f"the variant minus {BASE}, with p of a paired permutation test."
    )
    tables = [part for of in PROTOCOLS for part in list_ablation(variants, source, of, base)]
    missing = "has figures: none of the reference papers has gold."
    yield from tables or [Text(f"No variant {missing}")]
    yield Heading("Power and direction", "scisumm-powers")
    yield Text(
        f"F1 of the first {k} sentences against the power d of the scaling function: with a "
        "high power only equal words count. Reversed, the citing sentence has to cover the "
        "candidate (Figure 3 of Ricci et al.)."
    )
    drawn = {protocol: charts.power_chart(powers, source, protocol) for protocol in PROTOCOLS}
    if not any(drawn.values()):
        yield Text(f"No power {missing}")
    for protocol, chart in drawn.items():
        label = f"F1 against the power, {protocol} protocol"
        if chart:
            drawing = Drawing(label, chart, is_wide=True)
            yield Fold(label, [drawing], is_open=protocol == OFFICIAL)
