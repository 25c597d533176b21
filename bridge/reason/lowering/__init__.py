"""From `.reason` sources to programs; lark is loaded when the first source is read, not when this is imported."""

from bridge.reason.lowering.compile import QUERY_OPTION, Lowered, compile_source, parse_query
from bridge.reason.lowering.documentation import Documentation, explain
from bridge.reason.lowering.inclusion import Load

__all__ = ["QUERY_OPTION", "Documentation", "Load", "Lowered", "compile_source", "explain", "parse_query"]
