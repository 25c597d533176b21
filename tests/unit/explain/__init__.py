"""What an explanation says, part by part."""
