"""What is shipped is pinned and hashed, and its parts are listed."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from tests.package.environments import ROOT

CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
ENGINE = """#!/bin/sh
echo "$@" >> {folder}/asked
case "$1" in
    image) echo "$5@sha256:{digest}" ;;
    build) mkdir -p build; echo sha256:built > build/image.id ;;
esac
"""


def test_the_container_installs_from_hashed_locks_only() -> None:
    commands = CONTAINER.replace("\\\n", " ")
    installs = re.findall(r"pip (?:install|wheel) [^&\n]*", commands)
    assert len(installs) == 5
    for install in installs:
        assert "--no-deps" in install
        assert "--require-hashes" in install or "--no-index" in install
    assert re.findall(r"^FROM (\S+)", CONTAINER, re.MULTILINE) == [
        "${PYTHON_IMAGE}",
        "${NODE_IMAGE}",
        "${PYTHON_IMAGE}",
        "${PYTHON_IMAGE}",
    ]


def test_a_server_runs_with_what_was_tested() -> None:
    tested, shipped = _pins("dev"), _pins("server")
    assert {"fastapi", "asyncpg", "mujoco-core"} <= set(shipped)
    assert not {"pytest", "nanobind", "cmake"} & set(shipped)
    assert {name: tested[name] for name in shipped} == shipped


def test_bills_of_materials_list_every_part() -> None:
    subprocess.run(["make", "-s", "sbom"], cwd=ROOT, check=True, capture_output=True)
    server, page = _bill("server"), _bill("page")
    listed = {part["name"]: part["version"] for part in server["components"]}
    assert listed == _pins("server")
    for part in server["components"]:
        hashes = [each["hashes"] for each in part["externalReferences"]]
        assert all(hashes), part["name"]
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    names = {part["purl"].split("/", 1)[1].rsplit("@", 1)[0] for part in page["components"]}
    wanted = {path.rsplit("node_modules/", 1)[1].replace("@", "%40") for path in locked if path}
    assert names == wanted


def test_a_release_is_built_from_images_by_digest(tmp_path: Path) -> None:
    """With an engine that only writes down what it is asked."""
    digest = "a" * 64
    engine = tmp_path / "bin" / "podman"
    engine.parent.mkdir()
    engine.write_text(ENGINE.format(folder=tmp_path, digest=digest))
    engine.chmod(0o755)
    (tmp_path / "scripts").mkdir()
    for name in ("Containerfile", "scripts/build-container"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    path = f"{engine.parent}:{os.environ['PATH']}"
    command = ["bash", str(tmp_path / "scripts" / "build-container"), "ludothek:1"]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PATH": path})
    arguments = (tmp_path / "asked").read_text()
    assert f"--build-arg NODE_IMAGE=node:22-slim@sha256:{digest}" in arguments
    assert f"--build-arg PYTHON_IMAGE=python:3.12-slim-bookworm@sha256:{digest}" in arguments
    images = (tmp_path / "build" / "images.txt").read_text().splitlines()
    assert images[-1] == "ludothek:1=sha256:built"
    assert len(images) == 3


def _pins(lock: str) -> dict[str, str]:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    return dict(re.findall(r"^([a-z0-9][\w.-]*)(?:\[[^]]*\])?==([^\s;]+)", text, re.MULTILINE))


def _bill(name: str) -> dict[str, Any]:
    bill: dict[str, Any] = json.loads((ROOT / "build" / "sbom" / f"{name}.cdx.json").read_text())
    assert bill["bomFormat"] == "CycloneDX"
    return bill
