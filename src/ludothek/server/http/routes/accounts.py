"""Routes for people: guests, accounts, recovery, tokens."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from ludothek.server.accounts.credentials import Identity
from ludothek.server.accounts.people import fold
from ludothek.server.app.services import Services
from ludothek.server.http.auth import (
    Identified,
    InPerson,
    Parts,
    Visitor,
    address_of,
    drop_cookie,
    rate_limit,
    sign_in,
    take_one,
)
from ludothek.server.match.refusals import refused
from ludothek.server.wire.models import (
    Credentials,
    MadeToken,
    Me,
    NewGuest,
    NewPassword,
    NewToken,
    RecoveryCode,
    Rename,
    TokenInfo,
)

router = APIRouter(prefix="/api", tags=["people"])

TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.post("/guests", status_code=201)
async def become_guest(
    new: NewGuest, request: Request, response: Response, parts: Parts, visitor: Visitor
) -> Me:
    """Get an identity, kept in a cookie; who has one keeps it."""
    if visitor:
        return visitor.me
    rate_limit(request, "guest")
    identity = await parts.people.guest(new.name)
    await sign_in(response, parts, identity)
    return identity.me


@router.get("/me")
async def who_am_i(me: Identified) -> Me:
    """Who the server takes you for."""
    return me.me


@router.patch("/me")
async def rename(new: Rename, request: Request, me: InPerson, parts: Parts) -> Me:
    """Take another nickname."""
    rate_limit(request, "change", me)
    return (await parts.people.rename(me, new.name)).me


@router.post("/me/recovery", status_code=201)
async def make_recovery(request: Request, me: InPerson, parts: Parts) -> RecoveryCode:
    """Make a code that gives this identity to another device; it replaces an earlier one."""
    rate_limit(request, "change", me)
    return RecoveryCode(code=await parts.people.make_recovery(me))


@router.post("/recover")
async def recover(
    body: RecoveryCode, request: Request, response: Response, parts: Parts, visitor: Visitor
) -> Me:
    """Take an identity over with its code, which is then used up."""
    rate_limit(request, "secret")
    identity = await parts.people.recover(body.code)
    if not identity or not await sign_in(response, parts, identity, visitor):
        raise refused("recovery")
    return identity.me


@router.post("/me/account", status_code=201)
async def make_account(body: Credentials, request: Request, me: InPerson, parts: Parts) -> Me:
    """Put an account on top of this identity."""
    rate_limit(request, "secret")
    identity = await parts.people.make_account(me, body.login, body.password)
    await _right(request, parts, identity, fold(body.login), None)
    return identity.me


@router.post("/login")
async def log_in(
    body: Credentials, request: Request, response: Response, parts: Parts, visitor: Visitor
) -> Me:
    """Come back with an account."""
    rate_limit(request, "secret")
    login = fold(body.login)
    bucket = await _bucket(request, parts, login, visitor)
    identity = await parts.people.log_in(body.login, body.password)
    if not identity or not await sign_in(response, parts, identity, visitor):
        raise refused("login")
    await _right(request, parts, identity, login, bucket)
    return identity.me


async def _bucket(
    request: Request, parts: Services, login: str, visitor: Identity | None
) -> str | None:
    """What a guess at the password of an account counts for; None: its owner is known there.

    Guesses from unknown addresses do not lock the owner out, neither from an address where the
    owner has been nor where somebody is signed in: whoever has taken a session counts for itself.
    """
    if await parts.known_addresses.includes(login, address_of(request)):
        return None
    signed_in = visitor and visitor.login == login
    bucket = f"session {visitor.credential}" if visitor and signed_in else login
    take_one(parts, "account", bucket)
    return bucket


async def _right(
    request: Request, parts: Services, identity: Identity, login: str, bucket: str | None
) -> None:
    """The password was right: that does not count, and the address is known from now on."""
    if bucket:
        parts.limits.give_back("account", bucket)
    await parts.known_addresses.add(identity.id, login, address_of(request), parts.line.wall())


@router.put("/me/password")
async def change_password(
    body: NewPassword, request: Request, response: Response, me: InPerson, parts: Parts
) -> Me:
    """Change the password; all other devices and all bots are signed out."""
    rate_limit(request, "secret")
    bucket = await _bucket(request, parts, me.login, me) if me.login else None
    changed = await parts.people.new_password(me, body.old, body.new)
    if not changed or not await sign_in(response, parts, changed):
        raise refused("login")
    await _right(request, parts, me, me.login or "", bucket)
    return (await parts.people.get(me.id)).me


@router.post("/logout", status_code=204)
async def log_out(response: Response, parts: Parts, visitor: Visitor) -> None:
    """Forget the identity on this device."""
    if visitor and not visitor.by_token:
        await parts.credentials.end_session(visitor)
    drop_cookie(response, parts)


@router.post("/logout/everywhere", status_code=204)
async def log_out_everywhere(response: Response, me: InPerson, parts: Parts) -> None:
    """Forget the identity on all devices, and end its tokens and its recovery code."""
    await parts.credentials.end_all(me)
    drop_cookie(response, parts)


@router.get("/me/tokens")
async def list_tokens(me: InPerson, parts: Parts) -> list[TokenInfo]:
    """The tokens of your bots."""
    return await parts.credentials.list_tokens(me)


@router.post("/me/tokens", status_code=201)
async def make_token(new: NewToken, request: Request, me: InPerson, parts: Parts) -> MadeToken:
    """Make a token for a bot; it plays as you, and can do nothing else."""
    rate_limit(request, "change", me)
    most = parts.settings.max_tokens
    return await parts.credentials.make_token(me, new.label, new.days, most)


@router.delete("/me/tokens/{token}", status_code=204)
async def drop_token(token: TokenId, me: InPerson, parts: Parts) -> None:
    """Make a token worth nothing, and close its sockets."""
    if not await parts.credentials.end_token(me, token):
        raise refused("token-unknown")
