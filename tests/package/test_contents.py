"""What is in the package."""

import platform
import re
import tarfile
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import ludothek
from tests.package.environments import PAGE, ROOT, build_sdist

BUILT = sorted(file.relative_to(PAGE).as_posix() for file in PAGE.rglob("*") if file.is_file())


def test_the_wheel_holds_the_whole_page(wheel: Path) -> None:
    assert "index.html" in BUILT, "build the page first: make page"
    with ZipFile(wheel) as opened:
        files = [each.filename for each in opened.infolist() if not each.is_dir()]
    prefix = "ludothek/web/"
    assert sorted(file.removeprefix(prefix) for file in files if file.startswith(prefix)) == BUILT


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        roots = {name.split("/")[0] for name in opened.namelist()}
    name = f"ludothek-{ludothek.__version__}"
    assert roots == {"ludothek", f"{name}.dist-info"}


def test_the_wheel_says_what_it_is_and_needs(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        name = f"ludothek-{ludothek.__version__}.dist-info/METADATA"
        metadata = Parser().parsestr(opened.read(name).decode())
    assert (metadata["Name"], metadata["Version"]) == ("ludothek", ludothek.__version__)
    assert metadata["License-Expression"] == "MIT"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    needs = " ".join(metadata.get_all("Requires-Dist", []))
    assert "sqlalchemy[asyncio]" in needs


@pytest.mark.full
def test_the_wheel_for_others_runs_with_an_old_glibc(released: Path) -> None:
    tags = re.findall(rf"manylinux_2_(\d+)_{platform.machine()}", released.name)
    assert tags
    assert all(int(minor) <= 28 for minor in tags)


def test_the_sources_can_be_built_without_node(tmp_path: Path) -> None:
    with tarfile.open(build_sdist(tmp_path)) as opened:
        top = f"ludothek-{ludothek.__version__}"
        files = {name.removeprefix(f"{top}/") for name in opened.getnames()}
    core = {file.relative_to(ROOT).as_posix() for file in (ROOT / "core").rglob("*.[ch]pp")}
    page = {f"src/ludothek/web/{name}" for name in BUILT}
    assert core | page | {"pyproject.toml", "CMakeLists.txt", "LICENSE"} <= files
