"""Settings: defaults, then a TOML file, then the environment; checked before anything starts."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from ludothek.games import LudothekError
from ludothek.server.http.rate_limit import RATES, Rate, parse_rates
from ludothek.server.match.state import CAPS, Caps

PREFIX: Final = "LUDOTHEK_"
_OTHERS: Final = (f"{PREFIX}CONFIG", f"{PREFIX}CPU")  # variables that are no settings
_SQLITE, _POSTGRES = "sqlite", "postgresql+asyncpg"
_SCHEMES: Final = {
    _SQLITE: _SQLITE,
    "postgres": _POSTGRES,
    "postgresql": _POSTGRES,
    _POSTGRES: _POSTGRES,
}

_LOOPBACK: Final = {("http", name) for name in ("localhost", "127.0.0.1", "::1")}

Count = Annotated[int, Field(ge=1, le=1_000_000)]


class BadSettings(LudothekError):
    """Settings a server cannot start with."""


class Settings(BaseModel):
    """Everything that can be set."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    database: str = ""  # sqlite:///path or postgresql://…; empty: a file in the state directory
    database_seconds: Annotated[float, Field(gt=0, le=600)] = 10.0  # for PostgreSQL to answer
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    public_url: str = ""  # where browsers reach the server; empty: http://host:port
    page_origins: str = ""  # of pages elsewhere that may use this server, with commas
    trusted_proxies: str = "127.0.0.1,::1"  # whose X-Forwarded-For is believed
    secret: SecretStr = SecretStr("")  # signs links to seats; empty: one kept in the database
    former_secrets: SecretStr = SecretStr("")  # earlier ones that are still read, with commas
    metrics: Literal["off", "local", "open"] = "local"  # who may read /metrics
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    documentation: str = ""  # address of the documentation site, linked from /docs
    web: str = ""  # folder of the built page; empty: the one of the package, if it is there

    games: Literal["browser", "server"] = "browser"  # where those without other people are played

    workers: Annotated[int, Field(ge=0, le=256)] = 2  # processes that search and simulate
    think_seconds: Annotated[float, Field(gt=0, le=60)] = 1.0  # of the strongest computers
    job_patience: Annotated[float, Field(gt=0, le=600)] = (
        5.0  # seconds until a quick search decides
    )

    max_body: Count = 16_384  # bytes of a request
    max_record: Count = 800_000  # bytes of an uploaded record
    max_message: Count = 16_384  # bytes of a message on the socket
    max_header: Count = 16_384  # bytes of a request's head
    max_headers: Count = 100  # lines of it
    header_seconds: Annotated[float, Field(gt=0, le=600)] = 10.0  # for a head to arrive
    body_seconds: Annotated[float, Field(gt=0, le=3600)] = 30.0  # for a body, or to take an answer
    idle_seconds: Annotated[float, Field(gt=0, le=3600)] = 30.0  # between two requests
    max_connections: Count = 10_000  # of all kinds
    max_connections_per_address: Count = 400
    max_sockets: Count = 5_000
    max_sockets_per_person: Count = 20
    max_sockets_per_address: Count = 200
    max_watched: Count = 32  # matches on one socket
    max_running: Count = 200  # matches of one person, open or being played
    max_plies: Count = CAPS.plies  # decisions of one match, or of a record
    max_entries: Count = CAPS.entries  # of one match: whatever was done in it
    max_takebacks: Count = CAPS.takebacks  # in one match
    max_jobs: Count = 3  # hints and analyses of one person at a time
    max_tokens: Count = 20  # of one person
    max_sessions: Count = 50  # browsers in which one person is signed in
    max_rooms: Count = 4_000  # matches kept in memory
    seed: Annotated[int, Field(ge=0, lt=2**48)] | None = None  # of every match; None: by chance
    rate: Annotated[float, Field(gt=0, le=1000)] = 1.0  # multiplies all rate limits
    household: Count = 4  # people of one address who do not count against each other
    crowd: Count = 16  # those whose requests and messages of all kinds do not
    rates: str = ""  # those that differ from the defaults: name, at once, a second; with commas

    open_hours: Annotated[float, Field(gt=0)] = 72  # until an open match is called off
    idle_days: Annotated[float, Field(gt=0)] = 60  # until a match nobody goes on with is
    recovery_days: Annotated[float, Field(gt=0)] = 30
    session_days: Annotated[float, Field(gt=0, le=400)] = 365  # of a browser that is not used
    beat_seconds: Annotated[float, Field(ge=0.2, le=5)] = 4.0  # between heartbeats of a socket
    grace_seconds: Annotated[float, Field(ge=0, le=60)] = 3.0  # clocks stand after a restart

    @field_validator("database")
    @classmethod
    def _database_url(cls, value: str) -> str:
        scheme, colon, rest = value.partition(":")
        if not value:
            return f"{_SQLITE}:///{state_directory() / 'server.sqlite3'}"
        if not colon or scheme not in _SCHEMES:
            raise ValueError("a database is sqlite:///path or postgresql://user@host/name")
        if _SCHEMES[scheme] == _SQLITE and (rest in {"//", "///"} or ":memory:" in rest):
            raise ValueError("a database is kept in a file: sqlite:///path")
        return f"{_SCHEMES[scheme]}:{rest}"

    @field_validator("workers")
    @classmethod
    def _somebody_computes(cls, value: int, info: ValidationInfo) -> int:
        if not value and str(info.data.get("database", "")).startswith(_SQLITE):
            raise ValueError("a database file needs at least one worker; PostgreSQL may have none")
        return value

    @field_validator("public_url")
    @classmethod
    def _an_origin(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in {"http", "https"} or not parts.netloc or parts.path):
            raise ValueError("a public address is written as https://games.example.org")
        return value

    @field_validator("page_origins")
    @classmethod
    def _origins(cls, value: str) -> str:
        for each in value.split(",") if value else ():
            parts = urlsplit(each)
            safe = parts.scheme == "https" or (parts.scheme, parts.hostname) in _LOOPBACK
            plain = f"{parts.scheme}://{parts.netloc}" == each == each.lower() and "@" not in each
            if not (safe and plain and parts.hostname):
                raise ValueError("origins of pages are written as https://page.example.org")
        return value

    @field_validator("documentation")
    @classmethod
    def _a_web_address(cls, value: str) -> str:
        parts = urlsplit(value)
        if value and (parts.scheme not in {"http", "https"} or not parts.netloc):
            raise ValueError("the documentation's address is written as https://docs.example.org/")
        return value

    @field_validator("secret", "former_secrets")
    @classmethod
    def _long_secret(cls, value: SecretStr) -> SecretStr:
        if any(0 < len(each) < 32 for each in value.get_secret_value().split(",")):
            raise ValueError("a secret has at least 32 characters")
        return value

    @field_validator("rates")
    @classmethod
    def _rates(cls, value: str) -> str:
        parse_rates(value)
        return value

    @property
    def rate_limits(self) -> Mapping[str, Rate]:
        """All rate limits, before they are multiplied."""
        return {**RATES, **parse_rates(self.rates)}

    @property
    def secrets(self) -> list[str]:
        """The secret that signs, which may be empty, and the earlier ones."""
        former = self.former_secrets.get_secret_value().split(",")
        return [self.secret.get_secret_value(), *filter(None, former)]

    @property
    def caps(self) -> Caps:
        """How long a match may become."""
        return Caps(self.max_plies, self.max_entries, self.max_takebacks)

    @property
    def sqlite(self) -> bool:
        """Is the database a file?"""
        return self.database.startswith(_SQLITE)

    @property
    def page_folder(self) -> Path | None:
        """Where the built page is, if not in the package."""
        return Path(self.web) if self.web else None

    @property
    def https(self) -> bool:
        """Do browsers come over TLS?"""
        return self.public_url.startswith("https://")

    @property
    def pages(self) -> frozenset[str]:
        """The origins of pages elsewhere, as browsers write them."""
        return frozenset(filter(None, self.page_origins.split(",")))

    @property
    def origin(self) -> str:
        """Where the page comes from, as browsers write it."""
        return self.public_url or f"http://{self.host}:{self.port}"


def state_directory() -> Path:
    """Where the server keeps its own database."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "ludothek"


def load_settings(
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    **overrides: Any,
) -> Settings:
    """Settings from a file, the environment and a command line, the last one winning."""
    variables = os.environ if environment is None else environment
    path = file or (Path(variables[f"{PREFIX}CONFIG"]) if f"{PREFIX}CONFIG" in variables else None)
    values = {**_read(path), **_from_environment(variables)}
    values.update({name: value for name, value in overrides.items() if value is not None})
    try:
        return Settings(**{"database": "", **values})
    except ValidationError as error:
        raise _bad(error) from None


def _read(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings("settings-file", f"{file} is not a TOML file: {error}") from error


def _from_environment(variables: Mapping[str, str]) -> dict[str, str]:
    return {
        name.removeprefix(PREFIX).lower(): value
        for name, value in variables.items()
        if name.startswith(PREFIX) and name not in _OTHERS
    }


def _bad(error: ValidationError) -> BadSettings:
    first = error.errors(include_url=False, include_input=False)[0]
    name = ".".join(map(str, first["loc"]))
    sentence = first["msg"].removeprefix("Value error, ")
    return BadSettings("setting", f"setting {name}: {sentence}", setting=name)
