"""The gate: from paths to a verdict, by way of every stage of the library."""
