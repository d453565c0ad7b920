"""Generator of the example network: a description, its arithmetic, and the C in the shape of a deployment compiler's output."""
