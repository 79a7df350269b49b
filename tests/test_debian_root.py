"""The Dockerfile, step by step, in a fresh Debian: what it builds answers its own health check.

Debian's own Python stands for that of the image. It takes root, mmdebstrap and an index, and ten minutes.
"""

import ast
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.test_container import DOCKERFILE, PORT, ROOT

pytestmark = [
    pytest.mark.distribution,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may change its root"),
    pytest.mark.skipif(shutil.which("mmdebstrap") is None, reason="apt-get install mmdebstrap"),
]
PACKAGES = "python3,python3-pip,python3-venv,python-is-python3,ca-certificates"
PASSED_ON = re.compile(
    r"(https?|no)_proxy|(PIP|SSL)_\w+|UV_(\w*INDEX\w*|FIND_LINKS|NATIVE_TLS|INSECURE_HOST)", re.IGNORECASE
)
"""Variables of this machine that its way to an index may need; where its own environment lies is none."""
INDEX = {"PIP_BREAK_SYSTEM_PACKAGES": "1", "UV_PYTHON_DOWNLOADS": "never", "UV_HTTP_TIMEOUT": "300"}
UNREACHED = re.compile(
    r".*(?:timed? ?out|failed to (?:fetch|download)|connection|name resolution).*", re.IGNORECASE
)
OWN_FILES = ("/opt/wheels", "/etc/ssl/certs/ca-certificates.crt")


@dataclass
class Image:
    """A root, and what the instructions until here have set."""

    root: Path
    folder: str = "/"
    user: str = "root"
    env: dict[str, str] = field(default_factory=dict)

    def command(self, words: list[str]) -> list[str]:
        shell = ["/bin/sh", "-c", 'cd "$0" && exec "$@"', self.folder, *words]
        return ["chroot", f"--userspec={self.user}", str(self.root), *shell]

    def run(self, words: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(words), env=self.env, capture_output=True, text=True, timeout=1_800
        )

    def build(self, instruction: str, rest: str) -> None:
        """Carry out an instruction; what only says something about an image does nothing."""
        match instruction:
            case "RUN":
                done = self.run(["/bin/sh", "-c", rest])
                if done.returncode and (failure := UNREACHED.search(done.stderr)):
                    pytest.skip(f"the index does not answer: {failure[0]}")
                assert done.returncode == 0, f"{rest}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
            case "COPY":
                *names, to = rest.split()
                folder = self.root / self.folder.strip("/") / to
                for name in names:
                    if (ROOT / name).is_dir():
                        shutil.copytree(ROOT / name, folder, ignore=shutil.ignore_patterns("__pycache__"))
                    else:
                        shutil.copy(ROOT / name, folder)
            case "WORKDIR":
                self.folder = rest
                (self.root / rest.strip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                for name, value in re.findall(r"(\w+)=(\S+)", rest):
                    self.env[name] = value.replace("$PATH", self.env["PATH"])
            case "USER":
                self.user = rest
                self.env["HOME"] = f"/home/{rest}"


@pytest.fixture
def image(tmp_path: Path) -> Iterator[Image]:
    root = tmp_path / "root"
    made = subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=apt", f"--include={PACKAGES}", "bookworm", str(root)],
        capture_output=True,
        text=True,
    )
    if made.returncode:
        pytest.skip(f"Debian's archive does not answer: {made.stderr.strip()[-300:]}")
    for name in OWN_FILES:  # a mirror of packages, and who vouches for the way to it
        if Path(name).is_dir():
            shutil.copytree(name, root / name[1:], dirs_exist_ok=True)
        elif Path(name).exists():
            shutil.copy(name, root / name[1:])
    passed = {name: value for name, value in os.environ.items() if PASSED_ON.fullmatch(name)}
    own = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root", "LC_ALL": "C.UTF-8"}
    yield Image(root, env={**passed, **own, **INDEX})
    shutil.rmtree(root)


def instructions() -> Iterator[tuple[str, str]]:
    for line in DOCKERFILE.splitlines():
        if line and not line.startswith("#"):
            instruction, _, rest = line.partition(" ")
            yield instruction, rest.strip()


def test_what_the_dockerfile_builds_serves_its_user_and_answers_its_health_check(image: Image) -> None:
    said: Mapping[str, str] = dict(instructions())  # of CMD and HEALTHCHECK the only ones
    for instruction, rest in instructions():
        image.build(instruction, rest)
    serve = ast.literal_eval(said["CMD"])
    health = ast.literal_eval(said["HEALTHCHECK"][said["HEALTHCHECK"].index("[") :])

    made = image.run([serve[0], "token", "new", "--owner", "ada"])
    assert made.returncode == 0, made.stderr
    server = subprocess.Popen(
        image.command([*serve, "--port", "0"]), env=image.env, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stderr is not None
        address = re.search(r":(\d+)/", server.stderr.readline())
        assert address is not None
        assert Path(f"/proc/{server.pid}").stat().st_uid == 1_000
        done = image.run([part.replace(str(PORT), address[1]) for part in health])
        assert done.returncode == 0, done.stderr
    finally:
        server.terminate()
        server.wait(60)
        if server.stderr is not None:
            server.stderr.close()
