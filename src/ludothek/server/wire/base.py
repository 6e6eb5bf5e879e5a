"""What all models of the wire have in common."""

from pydantic import BaseModel, ConfigDict


class Wire(BaseModel):
    """A message or a part of one; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
