"""`/docs`: a page without scripts, rendered from the OpenAPI description."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from pydantic_core import to_json

from ludothek.server.http.auth import Parts, rate_limit
from ludothek.server.http.static_files import Asset

Schema = Mapping[str, Any]

router: Final = APIRouter(include_in_schema=False)
CACHING: Final = "no-cache"  # it is asked each time whether it has changed
_REF: Final = "#/components/schemas/"
_SOCKET: Final = (
    "The socket at /api/live takes and sends JSON messages; the documentation lists them."
)


@router.get("/docs")
async def reference(request: Request, parts: Parts) -> Response:
    """The whole interface on one page."""
    rate_limit(request, "page")
    documentation = parts.settings.documentation
    page = await parts.matches.slices.aside(lambda: _page(request.app, documentation))
    return page.answer(request, CACHING)


@router.get("/docs/style.css")
async def style(request: Request) -> Response:
    """The style sheet of that page."""
    rate_limit(request, "page")
    return _style().answer(request, CACHING)


@router.get("/api/openapi.json")
async def description(request: Request, parts: Parts) -> Response:
    """The same for programs, as OpenAPI has it."""
    rate_limit(request, "page")
    written = await parts.matches.slices.aside(lambda: _description(request.app))
    return written.answer(request, CACHING)


@cache
def _style() -> Asset:
    sheet = (files(__package__) / "api_reference.css").read_bytes()
    return Asset.of("text/css; charset=utf-8", sheet)


# Written once: to describe the interface takes half a second, and to write that, milliseconds.
@lru_cache(maxsize=1)
def _page(app: FastAPI, documentation: str) -> Asset:
    return Asset.of("text/html; charset=utf-8", render(app.openapi(), documentation).encode())


@lru_cache(maxsize=1)
def _description(app: FastAPI) -> Asset:
    return Asset.of("application/json", to_json(app.openapi()))


def render(api: Schema, documentation: str = "") -> str:
    """An OpenAPI description as HTML; `documentation` is the address of the documentation site."""
    title = escape(f"{api['info']['title']} {api['info']['version']}: HTTP interface")
    link = f'<a href="{escape(documentation)}">Documentation</a>' if documentation else ""
    schemas = api.get("components", {}).get("schemas", {})
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{title}</title><link rel="stylesheet" href="/docs/style.css"></head><body>'
        f'<header><h1>{title}</h1><nav><a href="/">Play</a> {link} '
        '<a href="/api/openapi.json">OpenAPI</a></nav>'
        f"<p>{escape(_SOCKET)}</p></header><main>"
        f"<section><h2>Requests</h2>{''.join(_operations(api))}</section>"
        f"<section><h2>Data</h2>{''.join(_schema(*each) for each in sorted(schemas.items()))}"
        "</section></main></body></html>"
    )


def _operations(api: Schema) -> Iterator[str]:
    for path, methods in api["paths"].items():
        for method, operation in methods.items():
            yield _operation(path, method.upper(), operation)


def _operation(path: str, method: str, operation: Schema) -> str:
    parameters = "".join(map(_parameter, operation.get("parameters", ())))
    body = "".join(map(_content, [operation.get("requestBody", {})]))
    answers = "".join(
        f"<dt>{escape(status)}</dt><dd>{_content(answer) or escape(answer['description'])}</dd>"
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    )
    return (
        f'<article id="{escape(operation["operationId"])}">'
        f"<h3><code><b>{method}</b> {escape(path)}</code></h3>"
        f"<p>{escape(operation.get('description', ''))}</p><dl>{parameters}"
        + (f"<dt>body</dt><dd>{body}</dd>" if body else "")
        + f"{answers}</dl></article>"
    )


def _parameter(parameter: Schema) -> str:
    where = "" if parameter.get("required") else " (optional)"
    kind = _type(parameter["schema"])
    return f"<dt>{escape(parameter['name'])}{where}</dt><dd>{kind}, in the {parameter['in']}</dd>"


def _content(holder: Schema) -> str:
    return ", ".join(
        f"{_type(content.get('schema', {}))} <small>{escape(kind)}</small>"
        for kind, content in holder.get("content", {}).items()
    )


def _schema(name: str, schema: Schema) -> str:
    needed = schema.get("required", ())
    fields = "".join(
        f"<dt>{escape(field)}{'' if field in needed else ' (optional)'}</dt>"
        f"<dd>{_type(each)} {escape(each.get('description', ''))}</dd>"
        for field, each in schema.get("properties", {}).items()
    )
    about = escape(schema.get("description", ""))
    values = "" if fields else _type(schema)
    heading = f'<h3 id="schema-{escape(name)}"><code>{escape(name)}</code></h3>'
    return f"<article>{heading}<p>{about}</p>{values}<dl>{fields}</dl></article>"


def _type(schema: Schema) -> str:
    """A short name of a JSON schema, with a link where it has one of its own."""
    if reference := schema.get("$ref"):
        name = escape(reference.removeprefix(_REF))
        return f'<a href="#schema-{name}"><code>{name}</code></a>'
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(map(_type, schema[key]))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " | ".join(f"<code>{escape(str(value))}</code>" for value in values)
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_type(items)}" if items else "list"
    return f"<code>{escape(str(schema.get('type', 'any')))}</code>"
