"""The judge slot: whatever answers typed questions about a tool call, and the checks its answers pass."""
