"""Generator of `web/src/wire.gen.ts`: the wire models as TypeScript types.

python -m ludothek.server.wire.typescript > web/src/wire.gen.ts
"""

import json
import sys
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from ludothek.server.match import commands
from ludothek.server.match.refusals import all_codes
from ludothek.server.wire import messages, models, table
from ludothek.server.wire.base import Wire

_HEAD: Final = (
    "// Made from the models of the server by `python -m ludothek.server.wire.typescript`.\n"
    "// Do not change it here: change the models in src/ludothek/server.\n"
)
_NAMES: Final = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_UNIONS: Final[dict[str, Any]] = {
    "Command": commands.PersonCommand,
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
}

Schema = dict[str, Any]


def typescript() -> str:
    """The whole file."""
    parts = [_declared(name, schema) for name, schema in sorted(_definitions().items())]
    parts += [_union(name, union) for name, union in _UNIONS.items()]
    return "\n".join([_HEAD, *parts, _codes()])


def _definitions() -> dict[str, Schema]:
    classes = [
        model
        for module in (models, table, messages, commands)
        for model in vars(module).values()
        if isinstance(model, type)
        and issubclass(model, Wire)
        and model.__module__ == module.__name__
    ]
    schemas: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        (model.__qualname__, "serialization", TypeAdapter(model)) for model in classes
    ]
    _, schema = TypeAdapter.json_schemas(schemas, ref_template="{model}")
    definitions: dict[str, Schema] = schema["$defs"]
    return definitions


def _declared(name: str, schema: Schema) -> str:
    needed = set(schema.get("required", ()))
    lines = [f"/** {line} */" for line in [schema.get("description", "").split("\n")[0]] if line]
    lines.append(f"export interface {name} {{")
    for field, inner in schema["properties"].items():
        optional = "" if field in needed or field == "type" else "?"
        lines.append(f"  {_key(field)}{optional}: {_type(inner)};")
    if schema.get("additionalProperties") is True:
        lines.append("  [field: string]: unknown;")
    lines.append("}\n")
    return "\n".join(lines)


def _union(name: str, union: Any) -> str:
    tagged: TypeAdapter[Any] = TypeAdapter(Annotated[union, Field(discriminator="type")])
    members = tagged.json_schema(ref_template="{model}")["oneOf"]
    return (
        f"export type {name} =\n  | " + "\n  | ".join(_type(member) for member in members) + ";\n"
    )


def _codes() -> str:
    lines = [f"  {json.dumps(code)}," for code in all_codes()]
    comment = (
        "/** Every code of a refusal that is to be translated; `record` stands for `record.…`. */"
    )
    return "\n".join([comment, "export const REFUSALS = [", *lines, "] as const;\n"])


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if members := schema.get("anyOf", schema.get("oneOf")):
        return " | ".join(map(_type, members))
    if schema.get("type") == "array":
        inner = _type(schema["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if schema.get("type") == "object":
        return _object(schema)
    return _NAMES.get(schema.get("type", ""), "unknown")


def _object(schema: Schema) -> str:
    values = schema.get("additionalProperties")
    return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


if __name__ == "__main__":
    sys.stdout.write(typescript())
