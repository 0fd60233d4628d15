"""A throw-away Slurm cluster of two nodes on this machine, made as root for the time of a test."""

import os
import platform
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path
from string import Template

from paperpool.shell import last_lines

from .processes import (
    end_daemon,
    find_steps,
    kill_all,
    list_families,
    read_command,
    read_number,
    wait_for,
)

CONF = Path("/etc/slurm/slurm.conf")
"""Where it has to be: the plugin's jobs do not heed SLURM_CONF."""

MARK = "# Made by paperpool's tests of the cluster"
"""How the files begin that are ours to remove."""

OWNER = "owner.pid"
"""The file, in a cluster's folder, with the number of the process that made it."""

HERE = Path(__file__).parent

NODES = ("n1", "n2")

PROGRAMS = {
    **dict.fromkeys(["slurmctld", "slurmd", "sbatch", "squeue", "scancel"], "slurm-wlm"),
    "munged": "munge",
}
"""What is started or called, and the package that has it."""

ACCOUNTING_PROGRAMS = {"slurmdbd": "slurmdbd", "mariadbd": "mariadb-server"}

ACCOUNTING = """\
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort=16819
AccountingStorageEnforce=limits
AccountingStoragePass={folder}/munge.socket"""

DATABASE = """\
CREATE DATABASE slurm_acct;
CREATE USER 'slurm'@'127.0.0.1' IDENTIFIED BY 'slurm';
GRANT ALL ON slurm_acct.* TO 'slurm'@'127.0.0.1';
"""

SECONDS = 30
"""How long a daemon may take to start or to stop."""


def list_missing(accounting: bool = False) -> list[str]:
    """Return what this machine lacks for a cluster, as sentences; none where it has all."""
    programs = PROGRAMS | (ACCOUNTING_PROGRAMS if accounting else {})
    absent = [name for name in programs if shutil.which(name) is None]
    found = []
    if os.geteuid() != 0:
        found.append("It has to be run as root: the daemons start jobs in anybody's name.")
    if absent:
        packages = " ".join(sorted({programs[name] for name in absent}))
        found.append(f"There is no {', '.join(absent)}: apt-get install {packages}.")
    if CONF.exists() and find_folder() is None:
        found.append(f"This machine has a Slurm of its own: {CONF}.")
    elif (folder := find_folder()) and read_command(read_number(folder / OWNER)):
        found.append(f"Another call of these tests has its cluster here: {folder}.")
    return found


def find_folder() -> Path | None:
    """Return the folder of the cluster that is there, or None where it is none of ours."""
    text = CONF.read_text() if CONF.exists() else ""
    return Path(text[text.index("(") + 1 : text.index(")")]) if text.startswith(MARK) else None


class Cluster:
    """The cluster. ``with Cluster() as cluster`` starts it, and stops it whatever happens."""

    def __init__(self, accounting: bool = False):
        self.accounting = accounting
        self.folder = Path(tempfile.gettempdir())  # until it is started

    def __enter__(self) -> "Cluster":
        if left := find_folder():  # by a call that was killed
            remove_cluster(left)
        self.folder = Path(tempfile.mkdtemp(prefix="pp-slurm-"))
        self.folder.chmod(0o755)
        (self.folder / OWNER).write_text(str(os.getpid()))
        try:
            self._start()
        except BaseException:
            self._print_logs()
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        try:
            self.cancel_all()
        finally:
            remove_cluster(self.folder)

    def cancel_all(self) -> None:
        """Cancel all jobs, and wait until they are gone."""
        if self.ask("squeue", "--noheader"):
            self.ask("scancel", "--me")
            wait_for(lambda: not self.ask("squeue", "--noheader"), SECONDS)

    def _start(self) -> None:
        """Start the daemons, each once what it needs is there."""
        accounts = ACCOUNTING.format(folder=self.folder) if self.accounting else ""
        accounts = accounts or "AccountingStorageType=accounting_storage/none"
        values = {"folder": self.folder, "host": platform.node().split(".")[0]}
        CONF.parent.mkdir(exist_ok=True)
        text = Template((HERE / "slurm.conf").read_text()).substitute(values, accounting=accounts)
        CONF.write_text(text)
        self._start_munge()
        if self.accounting:
            text = Template((HERE / "slurmdbd.conf").read_text()).substitute(values)
            self._start_accounting(text)
        self.start_controller()
        for node in NODES:
            self.start_node(node)
        wait_for(lambda: self.ask("sinfo", "-hN", "-t", "idle").count("\n") == 2, SECONDS)

    def _start_munge(self) -> None:
        """Start what the daemons know each other by, with a key and a socket of its own."""
        private = self.folder / "munge"
        private.mkdir(mode=0o700)
        (private / "key").write_bytes(secrets.token_bytes(128))
        (private / "key").chmod(0o600)
        names = {
            "key-file": private / "key",
            "seed-file": private / "seed",
            "log-file": private / "log",
            "pid-file": self.folder / "munged.pid",
            "socket": self.folder / "munge.socket",
        }
        self._call("munged", "--force", *[f"--{key}={path}" for key, path in names.items()])

    def _start_accounting(self, conf: str) -> None:
        """Start a database and Slurm's daemon before it."""
        data, log = self.folder / "db", self.folder / "mariadbd.log"
        install = ["--no-defaults", "--user=root", f"--datadir={data}", "--skip-test-db"]
        self._call("mariadb-install-db", *install)
        (self.folder / "init.sql").write_text(DATABASE)
        arguments = [
            *("--no-defaults", "--user=root", "--bind-address=127.0.0.1", "--port=13306"),
            *("--skip-name-resolve", "--innodb-buffer-pool-size=64M", f"--datadir={data}"),
            *("--innodb-lock-wait-timeout=900", f"--socket={self.folder / 'db.sock'}"),
            *(f"--init-file={self.folder / 'init.sql'}", f"--pid-file={self.folder}/mariadbd.pid"),
        ]
        with log.open("w") as out:
            subprocess.Popen(["mariadbd", *arguments], stdout=out, stderr=out, process_group=0)
        login = ["mariadb", "-uslurm", "-pslurm", "-h127.0.0.1", "-P13306", "-e", "use slurm_acct"]
        wait_for(lambda: subprocess.run(login, capture_output=True).returncode == 0, SECONDS)
        beside = CONF.with_name("slurmdbd.conf")
        beside.touch(mode=0o600)
        beside.write_text(conf)
        self._call("slurmdbd")
        wait_for(lambda: self.ask("sacctmgr", "show", "cluster"), SECONDS)
        self._call("sacctmgr", "-i", "add", "cluster", "paperpool")
        self._call("sacctmgr", "-i", "add", "account", "lab", "cluster=paperpool")
        self._call("sacctmgr", "-i", "add", "user", "root", "account=lab", "defaultaccount=lab")

    def start_controller(self) -> None:
        """Start slurmctld."""
        self._call("slurmctld")

    def start_node(self, node: str) -> None:
        """Start the daemon of a node."""
        self._call("slurmd", "-N", node)

    def stop_controller(self) -> None:
        """Stop slurmctld, as when its machine is restarted."""
        end_daemon(self.folder / "slurmctld.pid", "slurmctld")

    def crash_node(self, node: str) -> None:
        """Kill a node's daemon and all processes of the jobs on it, as when its power fails."""
        daemon = read_number(self.folder / f"slurmd-{node}.pid")
        kill_all([daemon, *list_families(find_steps(list_jobs(self.folder, node)))])

    def ask(self, *command: str) -> str:
        """Return what a command of Slurm prints; nothing where it fails."""
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
        return done.stdout if done.returncode == 0 else ""

    def _print_logs(self) -> None:
        """Print how the daemons' logs end."""
        for log in [self.folder / "daemons.out", *sorted(self.folder.glob("*.log"))]:
            if log.exists():
                print(f"--- {log.name}", *last_lines(log), sep="\n")

    def _call(self, *command: str) -> None:
        """Call a command that has to succeed; what it prints is kept beside the logs."""
        with (self.folder / "daemons.out").open("a") as out:
            subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, check=True, timeout=60
            )


def list_jobs(folder: Path, node: str) -> list[str]:
    """Return the jobs that have steps on a node, by the names of their sockets."""
    sockets = (folder / f"spool-{node}").glob(f"{node}_*.*")
    return [socket.name.removeprefix(f"{node}_").split(".")[0] for socket in sockets]


def remove_cluster(folder: Path) -> None:
    """Stop the daemons of ``folder``, and remove it and its files in /etc."""
    jobs = [job for node in NODES for job in list_jobs(folder, node)]
    for name in [*(f"slurmd-{node}" for node in NODES), "slurmctld", "slurmdbd", "mariadbd"]:
        end_daemon(folder / f"{name}.pid", name.split("-")[0])
    kill_all(list_families(find_steps(jobs)))
    end_daemon(folder / "munged.pid", "munged")
    for file in (CONF, CONF.with_name("slurmdbd.conf")):
        if file.exists() and file.read_text().startswith(f"{MARK} ({folder})"):
            file.unlink()
    shutil.rmtree(folder, ignore_errors=True)
