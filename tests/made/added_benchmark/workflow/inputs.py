"""The files and settings that the section is made of."""


def list_files(run):
    """Return the files of the section."""
    return {"metrics": f"{run.find_plan('added').below}/metrics.csv"}


def list_settings(run):
    """Return the settings of the section: none."""
    return {}
