"""Keys that sign: they can be changed, and former ones are still read."""

import asyncio
import time
from pathlib import Path

from pydantic import SecretStr

from ludothek.cli.main import run
from ludothek.server.accounts.signing import Invitation, Signer
from ludothek.server.accounts.signing_keys import SigningKeys
from ludothek.server.app.settings import Settings
from ludothek.server.storage.database import Database
from tests.server.running import PATIENCE, RunningServer
from tests.server.storage.test_store import NewDatabase
from tests.server.visitors import Visitor

LINK = Invitation("0123456789abcdef", 1, 0)


def test_a_rotated_key_reads_what_the_former_one_signed_for_a_while(
    new_database: NewDatabase,
) -> None:
    async def story() -> None:
        database = Database(Settings(database=new_database()).database)
        await database.open()
        keys = SigningKeys(database)
        first = (await keys.signer(0)).link(LINK)
        await keys.rotate(1000)
        await keys.rotate(1000)
        second = await keys.signer(0)
        assert second.link(LINK) != first
        assert second.read_link(first) == LINK
        assert second.read_link(second.link(LINK)) == LINK
        late = await keys.signer(2000)
        assert late.read_link(first) is None
        assert late.read_link(second.link(LINK)) == LINK
        await database.close()

    asyncio.run(story())


def test_a_server_at_work_takes_a_new_key_over(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    with RunningServer(url, tmp_path / "log") as server, Visitor(server.url) as ada:
        before = ada.create()
        match = before["match"]["id"]
        token = before["links"][0]["token"]
        assert run(["rotate-key", "--database", url]) == 0
        end = time.monotonic() + PATIENCE
        while ada.get(f"/api/matches/{match}/links")["links"][0]["token"] == token:
            assert time.monotonic() < end, "the new key is not taken over"
            time.sleep(0.1)
        with Visitor(server.url, "Bo") as bo:
            bo.join(before)


def test_former_secrets_of_the_settings_are_read() -> None:
    old, new = "o" * 32, "n" * 32
    former = SecretStr(f"{old},{'p' * 32}")
    settings = Settings(secret=SecretStr(new), former_secrets=former)
    signer = Signer(settings.secrets[0], settings.secrets[1:])
    assert signer.read_link(Signer(old).link(LINK)) == LINK
    assert signer.link(LINK) == Signer(new).link(LINK)
    assert Signer(new).read_link(Signer(old).link(LINK)) is None
