"""Programs that ship: ``gates`` are ready to use, by names such as ``bridge:gates/tool_call``."""
