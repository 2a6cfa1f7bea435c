"""What entailment costs and changes, against the asserted graph and the traversal, in one run."""
