"""Games as data sets: records, positions with evaluations and policies. It trains nothing."""
