"""How strong levels and engines are, and what the games give: long measurements, no speeds."""
