"""The files and settings that the rules of the replay read. No rules here."""

STOPS_ORDER = "feedback" if ORDER == "drawn" else ORDER
"""The order whose batches are replayed."""

REPLAYED = ["replay_found", "replay_tau", "replay_needed"]
"""The tables of a replay."""


def feeders_of(collection):
    """Return the rankers of annotation.replay that take part in a collection."""
    named = config["annotation"]["replay"] or []
    return [name for name in named if name in TAKING_PART[collection]]


REPLAYED_COLLECTIONS = [name for name in COLLECTIONS if feeders_of(name)]
"""The collections of others that are replayed: somebody ranks them whom the orders may see."""


def collection_feeders(wildcards):
    """Return the rankers that the orders of the job's collection see."""
    return feeders_of(wildcards.collection)


def replayed_collections():
    """Return the tables of the replay of each collection, and of which kind it is, by name."""
    names = {name: f"{name}.csv" for name in REPLAYED} | {"replay_kinds": "replay.json"}
    return {
        key: [f"{RESULTS}/collections/{name}/{file}" for name in REPLAYED_COLLECTIONS]
        for key, file in names.items()
        if REPLAYED_COLLECTIONS
    }


def replay_targets(wildcards):
    """Return the tables of the replay."""
    files = [file for of_table in replayed_collections().values() for file in of_table]
    if not files:
        require_section("csfcube")
    if not config["annotation"]["replay"]:
        what = "There is nothing to replay with: annotation.replay is null."
        hint = "Name the rankers that the orders may see in annotation.replay of an overlay."
        where = f"the merged configuration of run {config['run']!r}"
        raise UserError(Problem(what, where, hint))
    if "csfcube" in SECTIONS:
        files += collect(
            f"{RESULTS}/annotation/{{name}}.csv",
            name=[*REPLAYED, "replay_settings", "replay_stops"],
        )
    return files
