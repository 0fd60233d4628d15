"""The files and settings that the section is made of."""

from typing import Any

from paperpool.extras.citations_and_relevance.plan import CitationsAndRelevancePlan


def list_files(run: Any) -> dict[str, str]:
    """Return the tables of the plan, those of a collection in a group of its name."""
    return CitationsAndRelevancePlan(run).tables


def list_settings(run: Any) -> dict[str, Any]:
    """Return the least relevant grade of each measured collection."""
    plan = CitationsAndRelevancePlan(run)
    return {"relevant": {name: run.collections.readers[name].relevant for name in plan.measured}}
