"""Examples for research: scripts whose cells (`# %%`) are those of notebooks. No library."""
