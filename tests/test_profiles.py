"""The profile for Slurm: what Snakemake and the installed plugin take, and what keeps it going."""

import re

import pytest
import snakemake_executor_plugin_slurm as plugin
import yaml
from snakemake.cli import get_argument_parser


@pytest.fixture(scope="module")
def profile(root):
    return yaml.safe_load((root / "profiles/slurm/config.yaml").read_text())


def test_every_key_of_the_slurm_profile_is_an_option_and_its_settings_are_valid(profile, root):
    options = set(re.findall(r"--[\w-]+", get_argument_parser().format_help()))
    assert [key for key in profile if f"--{key}" not in options] == []
    given = {
        key.removeprefix("slurm-").replace("-", "_"): value
        for key, value in profile.items()
        if key.startswith("slurm-")
    }
    settings = plugin.ExecutorSettings(**given)  # raises where a value is not valid
    assert settings.status_command == "squeue"  # sacct is asked by default, and has no accounts


def test_a_cluster_as_slurm_ships_it_lists_ended_jobs_long_enough_for_squeue(profile):
    min_job_age = 300  # seconds, Slurm's default
    assert 3 * profile["slurm-init-seconds-before-status-checks"] <= min_job_age


def test_a_job_has_a_second_try(profile):
    assert profile["retries"] == 1 and profile["rerun-incomplete"]
