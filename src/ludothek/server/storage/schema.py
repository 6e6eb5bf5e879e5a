"""The tables of the database; `migrations/` creates them. Times are milliseconds."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("epoch", Integer, nullable=False),  # raised when all their credentials end
    Column("login", String(80), unique=True),  # of an account, folded
    Column("password", Text),  # its argon2 hash
    Column("recovery", String(64), unique=True),  # hash of the code that gives the identity away
    Column("recovery_until", BigInteger),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("label", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger),  # wall time; None: never
    Column("used", BigInteger),  # wall time of the last use, to the minute
)

sessions = Table(  # browsers that are signed in
    "sessions",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("hash", String(64), nullable=False, unique=True),  # of the cookie
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),  # tick
)

known_addresses = Table(  # from which owners of accounts have signed in
    "known_addresses",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the login name and the address
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),  # wall time of the last time
)

revocations = Table(  # credentials that have just ended, for processes that missed the notice
    "revocations",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("person", String(20), nullable=False),
    Column("credential", String(20)),  # a session or a token; None: all of the person
    Column("at", BigInteger, nullable=False, index=True),  # tick
)

matches = Table(  # what lists need; all of it follows from the entries
    "matches",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("owner", String(20), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("status", String(12), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("waiting", String(12), nullable=False),  # for: nobody, people or a computer
    Column("server", String(20), nullable=False),  # the process that stored the last entry
    Column("deadline", BigInteger),  # tick at which a clock runs out
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),  # what a list shows, as JSON
    Index(None, "status", "public", "updated"),
    Index(None, "deadline"),
    Index(None, "waiting"),
)

players = Table(
    "players",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", String(20), primary_key=True),
    Index(None, "person"),
)

results = Table(  # how matches ended for people; written when a match ends
    "results",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("person", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("score", String(8), nullable=False),  # won, drawn or lost
    Column("level", Integer, nullable=False),  # of the computer; 0: against people
    Column("scale", Integer, nullable=False, server_default="1"),  # that the level is on
    Column("at", BigInteger, nullable=False),  # wall time
    Index(None, "person", "at"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", String(20), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("tick", BigInteger, nullable=False),
    Column("events", Text, nullable=False),
)

motions = Table(  # how pieces moved after they were let go; can be simulated again
    "motions",
    metadata,
    Column("match", String(20), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

jobs = Table(  # hints and analyses; a finished analysis is kept
    "jobs",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("match", String(20), nullable=False),
    Column("plies", Integer, nullable=False),  # of the match, when the job was submitted
    Column("level", Integer, nullable=False),
    Column("person", String(20), nullable=False),
    Column("state", String(12), nullable=False),
    Column("total", Integer, nullable=False),  # positions to evaluate
    Column("result", Text, nullable=False),  # evaluations so far, as JSON
    Column("server", String(20)),  # the process that has claimed it
    Column("lease", BigInteger, nullable=False),  # tick at which the claim runs out
    Column("attempts", Integer, nullable=False),  # how often it was claimed
    Column("changed", BigInteger, nullable=False),  # tick
    Index(None, "state", "changed"),
    Index(None, "person", "state"),
    Index(None, "match", "plies"),
)

quarantine = Table(  # matches that cannot be read; nothing is done about them by itself
    "quarantine",
    metadata,
    Column("match", String(20), primary_key=True),
    Column("seq", Integer, nullable=False),  # the entry that cannot be read
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),  # wall time
)

snapshots = Table(  # matches as they were after an entry; all of it follows from the entries
    "snapshots",
    metadata,
    Column("match", String(20), primary_key=True),
    Column("seq", Integer, nullable=False),  # of the entry
    Column("format", Integer, nullable=False),  # of the body
    Column("rules", Integer, nullable=False),  # version of the game's rules that wrote it
    Column("digest", String(64), nullable=False),  # SHA-256 of the body
    Column("body", LargeBinary, nullable=False),
)

servers = Table(  # processes at work on this database
    "servers",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("tick", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),  # wall time of the last heartbeat
)

keys = Table(
    "keys",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(80), nullable=False),
)
