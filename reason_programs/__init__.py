"""Programs that ship."""
