"""When what a judge does is an alarm: it hardly agrees, grades too high or low, or favours its own.

The bounds lie above what CSFCube's single annotators have against the adjudicated grades:
docs/annotation.md has the figures.
"""

import pandas as pd

from paperpool.judges.agreement import ALL

LEAST_KAPPA = 0.2
"""Below it agreement is slight (Landis and Koch 1977)."""

MOST_BIAS = 0.2
"""In grades, of 0 to 3."""

MOST_GAIN = 0.05
"""How much more a judge may raise a ranker that shares its model than it raises the others."""

SIGNIFICANCE = 0.01

COLUMNS = "test about effect bound alarm reason".split()


def find_alarms(agreement: pd.DataFrame, rankers: pd.DataFrame | None) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: what is asked of a judge, ``effect`` beside its ``bound``.

    ``agreement`` and ``rankers`` are its tables; ``reason`` is a sentence where there is an alarm.
    Agreement is one where kappa's whole interval lies below the bound, bias where it reaches the
    bound and its interval leaves out 0, circularity where the gain reaches the bound and Holm's p
    is ``SIGNIFICANCE`` at most.
    """
    of_all = agreement[agreement.part == ALL].set_index("measure")
    kappa, bias = of_all.loc["kappa"], of_all.loc["bias"]
    side = "higher" if bias.value > 0 else "lower"
    found = [
        (
            *("agreement", "", kappa.value, LEAST_KAPPA),
            kappa.ci_high < LEAST_KAPPA,
            f"It hardly agrees with people: kappa {kappa.value:.2f}.",
        ),
        (
            *("bias", "", bias.value, MOST_BIAS),
            abs(bias.value) >= MOST_BIAS and bias.ci_low * bias.ci_high > 0,
            f"It grades {abs(bias.value):.2f} {side} than people.",
        ),
    ]
    shared = (
        [] if rankers is None else rankers[rankers.same_model].dropna(subset="gain").itertuples()
    )
    for row in shared:
        reason = f"It raises {row.ranker}, which shares its model, by {row.gain:.2f} "
        reason += f"({row.metric}) more than the others."
        is_alarm = row.gain >= MOST_GAIN and row.p_holm <= SIGNIFICANCE
        about = f"{row.ranker}, {row.metric}"
        found.append(("same model", about, row.gain, MOST_GAIN, is_alarm, reason))
    rows = [(*asked, bool(alarm), reason if alarm else "") for *asked, alarm, reason in found]
    return pd.DataFrame(rows, columns=COLUMNS)
