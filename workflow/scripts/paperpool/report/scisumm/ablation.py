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

    ``base`` is the paper's optional name for the method; ``k`` sentences are chosen.
    """
    yield Text(f"A difference is the variant minus {BASE}, p of a paired permutation test.")
    tables = [part for of in PROTOCOLS for part in list_ablation(variants, source, of, base)]
    missing = "has figures: none of the reference papers has gold."
    yield from tables or [Text(f"No variant {missing}")]
    yield Heading("Power and direction", "scisumm-powers")
    yield Text(f"F1 of the first {k} sentences against the power d (Figure 3 of Ricci et al.).")
    drawn = {protocol: charts.power_chart(powers, source, protocol) for protocol in PROTOCOLS}
    if not any(drawn.values()):
        yield Text(f"No power {missing}")
    for protocol, chart in drawn.items():
        if chart:
            label = f"F1 against the power, {protocol} protocol"
            drawing = Drawing(label, chart, is_wide=True)
            yield Fold(label, [drawing], is_open=protocol == OFFICIAL)
