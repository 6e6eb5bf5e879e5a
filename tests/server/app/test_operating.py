"""For whoever runs a server: settings, health, metrics, logs, stopping, one process per file."""

import asyncio
import configparser
import json
import re
import signal
from pathlib import Path

import httpx
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from ludothek.cli.main import run
from ludothek.server.app.factory import create_app
from ludothek.server.app.settings import BadSettings, Settings, load_settings
from ludothek.server.storage import database
from ludothek.server.storage.database import SCHEMA_VERSION, Database, DatabaseError, schema_version
from ludothek.server.storage.schema import metadata
from ludothek.server.wire.typescript import typescript
from tests.server.conftest import Welcome
from tests.server.running import RunningServer
from tests.server.storage.test_store import NewDatabase
from tests.server.visitors import Visitor

ROOT = Path(__file__).parents[3]
WEB = ROOT / "web" / "src" / "wire.gen.ts"


def test_settings_come_from_file_environment_and_command_line(tmp_path: Path) -> None:
    file = tmp_path / "ludothek.toml"
    file.write_text('port = 1111\nhost = "::1"\nworkers = 3\n')
    environment = {"LUDOTHEK_CONFIG": str(file), "LUDOTHEK_PORT": "2222", "HOME": "/"}
    settings = load_settings(None, environment, workers=4, host=None)
    assert (settings.port, settings.host, settings.workers) == (2222, "::1", 4)


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"LUDOTHEK_PORT": "many"}, "setting port"),
        ({"LUDOTHEK_PORTS": "1"}, "setting ports"),
        ({"LUDOTHEK_DATABASE": "mysql://x"}, "setting database: a database is sqlite:///path"),
        ({"LUDOTHEK_DATABASE": "sqlite:///:memory:"}, "setting database: a database is kept in"),
        ({"LUDOTHEK_PUBLIC_URL": "games.example.org"}, "setting public_url"),
        ({"LUDOTHEK_PUBLIC_URL": "https://games.example.org/path"}, "setting public_url"),
        ({"LUDOTHEK_SECRET": "short"}, "setting secret: a secret has at least 32"),
    ],
)
def test_wrong_settings_are_told_in_one_sentence(
    environment: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadSettings, match=sentence) as error:
        load_settings(None, environment)
    assert "short" not in str(error.value), "a secret is never told"


def test_a_file_that_is_not_toml_is_told_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "ludothek.toml"
    file.write_text("port: 1\n")
    with pytest.raises(BadSettings, match="is not a TOML file"):
        load_settings(file, {})


def test_addresses_of_databases_are_understood_without_their_drivers() -> None:
    assert Settings(database="sqlite:///x.db").sqlite
    assert not Settings(database="postgres://u@h/n").sqlite
    assert load_settings(None, {}).database.endswith("ludothek/server.sqlite3")


def test_a_server_says_whether_it_is_alive_and_ready(plain_server: RunningServer) -> None:
    assert plain_server.get("/healthz").text == "ok\n"
    assert plain_server.get("/readyz").text == "ready\n"


def test_a_server_that_has_not_started_is_alive_and_not_ready(tmp_path: Path) -> None:
    async def story() -> list[int]:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/db.sqlite3"))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as visitor:
            return [(await visitor.get(path)).status_code for path in ("/healthz", "/readyz")]

    assert asyncio.run(story()) == [200, 503]


def test_what_is_deployed_starts_with_settings_that_are_taken() -> None:
    file = ROOT / "deploy" / "ludothek.toml"
    assert load_settings(file, {"LUDOTHEK_CONFIG": str(file)}).https
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(ROOT / "deploy" / "ludothek.service")
    assert unit["Service"]["ExecStart"].endswith(
        "ludothek serve --config /etc/ludothek/ludothek.toml"
    )
    container = (ROOT / "Containerfile").read_text("utf-8")
    variables = dict(re.findall(r"(LUDOTHEK_[A-Z_]+)=(\S+)", container))
    assert load_settings(None, variables).host == "0.0.0.0"
    for source in re.findall(r"^COPY (?!--)(.+) \S+$", container, re.MULTILINE):
        assert all((ROOT / name).exists() for name in source.split())


def test_metrics_are_read_here_and_not_from_afar(plain: Welcome) -> None:
    ada = plain()
    ada.create("robotory", "me", "here:Bo")
    metrics_page = ada.http.get("/metrics").text
    assert 'ludothek_matches{status="playing"}' in metrics_page
    assert (
        'ludothek_requests_total{method="POST",route="/api/matches",status="201"}' in metrics_page
    )
    away = ada.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert away.status_code == 404


def test_logs_are_lines_of_json_without_secrets(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        RunningServer(f"sqlite:///{tmp_path}/db.sqlite3", log, log_level="debug") as server,
        Visitor(server.url) as ada,
        Visitor(server.url, "Bo") as bo,
    ):
        created = ada.create()
        bo.join(created)
        code = ada.post("/api/me/recovery", status=201)["code"]
        token = ada.post("/api/me/tokens", {"label": "bot"}, 201)["token"]
        credentials = {"login": "ada-in-the-log", "password": "a password in no log"}
        ada.post("/api/me/account", credentials, 201)
        secrets = [code, token, credentials["password"], created["links"][0]["token"]]
        secrets.append(dict(ada.http.cookies)["ludothek"])
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert {"request", "started", "stopped"} <= {line["message"] for line in lines}
    assert not [secret for secret in secrets if secret in log.read_text()]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_stops_when_it_is_told_to(tmp_path: Path, how: signal.Signals) -> None:
    server = RunningServer(f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "log").start()
    with Visitor(server.url) as ada, ada.live() as live:
        match = ada.create("nexus", "me", "computer:13")["match"]["id"]
        live.watch(match)
        server.stop(how)
        assert live.expect("bye")["reason"] == "restart"
    messages = [json.loads(line)["message"] for line in server.log.read_text().splitlines()]
    assert messages.count("stopped") == 1


def test_a_database_file_belongs_to_one_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log"):
        database = Database(Settings(database=url).database)
        with pytest.raises(DatabaseError, match="used by another process"):
            asyncio.run(database.open())
        asyncio.run(database.close())


def test_a_port_that_is_taken_is_told(plain_server: RunningServer, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    rival = RunningServer(url, tmp_path / "log", port=plain_server.port)
    with pytest.raises(AssertionError, match="cannot be listened on: Address already in use"):
        rival.start()


def test_the_migrations_lead_to_the_tables(new_database: NewDatabase) -> None:
    def differences(connection: Connection) -> object:
        assert schema_version(connection) == SCHEMA_VERSION
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def story() -> object:
        database = Database(Settings(database=new_database()).database)
        await database.open()
        changes = await database.read(differences)
        await database.close()
        return changes

    assert asyncio.run(story()) == []


def test_a_database_of_the_first_version_is_brought_up_to_date(new_database: NewDatabase) -> None:
    def first_tables(connection: Connection) -> None:
        config = Config()
        config.set_main_option(
            "script_location", str(Path(database.__file__).with_name("migrations"))
        )
        config.attributes["connection"] = connection
        command.upgrade(config, "1")
        assert inspect(connection).has_table("analyses")

    async def story() -> None:
        old = Database(Settings(database=new_database()).database)
        await old.write(first_tables)
        await old.migrate()
        names = await old.read(lambda connection: inspect(connection).get_table_names())
        assert set(names) == {*metadata.tables, "alembic_version"}
        await old.close()

    asyncio.run(story())


def test_a_database_of_a_newer_version_is_refused(new_database: NewDatabase) -> None:
    async def story() -> None:
        database = Database(Settings(database=new_database()).database)
        await database.migrate()
        newer = text("update alembic_version set version_num = '99'")
        await database.write(lambda connection: connection.execute(newer))
        with pytest.raises(
            DatabaseError, match="newer version made the database: schema version 99"
        ):
            await database.migrate()
        await database.close()

    asyncio.run(story())


def test_a_backup_holds_everything_and_changes_the_kind_of_database(
    new_database: NewDatabase, tmp_path: Path
) -> None:
    url, file = new_database(), tmp_path / "games.jsonl.gz"
    with RunningServer(url, tmp_path / "log") as server, Visitor(server.url, "Ada") as ada:
        match = ada.create("robotory", "me", "here:Bo")["match"]["id"]
        ada.decide(match, "w@a1", "w@a2")
        before = ada.get(f"/api/matches/{match}")
        assert run(["backup", str(file), "--database", url]) == 0
        assert run(["backup", str(file), "--database", url]) == 2, "it is never overwritten"
        cookies = dict(ada.http.cookies)
    restored = f"sqlite:///{tmp_path}/restored.sqlite3"
    assert run(["restore", str(file), "--database", restored]) == 0
    assert run(["restore", str(file), "--database", restored]) == 2, "only into an empty one"
    with RunningServer(restored, tmp_path / "log") as server, Visitor(server.url, None) as ada:
        ada.http.cookies.update(cookies)
        assert ada.get("/api/me")["name"] == "Ada"
        after = ada.get(f"/api/matches/{match}")
        assert after["view"] == before["view"]
        ada.decide(match, "w@a3")


def test_a_damaged_backup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, file = f"sqlite:///{tmp_path}/db.sqlite3", tmp_path / "games.jsonl.gz"
    with RunningServer(url, tmp_path / "log") as server, Visitor(server.url, "Ada") as ada:
        ada.create()
    assert run(["backup", str(file), "--database", url]) == 0
    whole = file.read_bytes()
    empty = f"sqlite:///{tmp_path}/empty.sqlite3"
    for damaged in (b"", b"nonsense", whole[: len(whole) // 2]):
        file.write_bytes(damaged)
        assert run(["restore", str(file), "--database", empty]) == 2
        assert "backup" in capsys.readouterr().err
    file.write_bytes(whole)
    assert run(["restore", str(file), "--database", empty]) == 0


def test_the_types_of_the_page_are_current() -> None:
    """Make them with: python -m ludothek.server.wire.typescript > web/src/wire.gen.ts"""
    assert WEB.read_text("utf-8") == typescript()


def test_the_interface_is_published(plain_server: RunningServer) -> None:
    published = plain_server.get("/api/openapi.json").json()
    assert "/api/matches/{match}/act" in published["paths"]
    for path, methods in published["paths"].items():
        for operation in methods.values():
            assert operation["description"], path
            assert "422" in operation["responses"]


def test_what_is_not_there_is_a_problem_like_any_other(plain_server: RunningServer) -> None:
    missing = plain_server.get("/api/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "not-found")
    wrong = httpx.delete(f"{plain_server.url}/api/games")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method")
