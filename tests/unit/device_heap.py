"""The allocator of L3 as a device has it, for judging budgets; it imports nothing of the package.

Free memory is a list of blocks, and the first one that is large enough gives its end. The first 8 bytes of the RAM are never
given: address 0 means "none", and what follows is aligned.
"""


class Heap:
    """L3 of `ram` bytes."""

    def __init__(self, ram):
        start, end = 8, ram // 8 * 8
        self.free = [(start, end)] if end > start else []

    def allocate(self, size):
        """Address of a new allocation, None where there is no room."""
        size = size if size % 8 == 0 else size + 8 - size % 8
        for index, (start, end) in enumerate(self.free):
            if end - start >= size:
                self.free[index:index + 1] = [(start, end - size)] if end - size > start else []
                return end - size
        return None
