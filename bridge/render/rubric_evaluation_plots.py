"""Plots as inline SVG: numbers in, text out; no script, no font, nothing from elsewhere."""

from collections.abc import Sequence
from html import escape
from typing import Final

from bridge.render.plain import plain
from bridge.rubrics.evaluation.calibration import Reliability
from bridge.rubrics.evaluation.metrics import Figures
from bridge.rubrics.model import Verdict

_SIZE: Final = 260
_LEFT: Final = 48
_TOP: Final = 16
_WIDTH: Final = _LEFT + _SIZE + 24
_HEIGHT: Final = _TOP + _SIZE + 44
_TICKS: Final = 5

Point = tuple[float, float]


def shown(text: object) -> str:
    """Text from anywhere, made safe for a page: controls and directions spelled out, markup escaped."""
    return escape(plain(str(text)), quote=True)


def reliability_plot(table: Reliability) -> str:
    """How often each stretch of confidence was right, with its interval, against the line of who is calibrated."""
    parts = [_axes("confidence", "share that was right", 0, 1, 0, 1)]
    parts.append(f'<line class="ideal" x1="{_x(0)}" y1="{_y(0)}" x2="{_x(1)}" y2="{_y(1)}"/>')
    for one in table.bins:
        low, high = one.interval
        x = _x(one.confidence)
        parts.append(f'<line class="interval" x1="{x}" y1="{_y(low)}" x2="{x}" y2="{_y(high)}"/>')
        said = f"{one.count} cases, mean confidence {one.confidence:.3f}, right {one.accuracy:.3f}"
        parts.append(f'<circle class="point" cx="{x}" cy="{_y(one.accuracy)}" r="4"><title>{said}</title></circle>')
    points = [(one.confidence, one.accuracy) for one in table.bins]
    parts.append(_line([(_x(x), _y(y)) for x, y in points], "curve"))
    return _svg(f"Calibration of {table.of}", "".join(parts))


def count_plot(table: Reliability) -> str:
    """How many cases lie in each stretch of confidence."""
    top = max(one.count for one in table.bins)
    parts = [_axes("confidence", "cases", 0, 1, 0, top)]
    for one in table.bins:
        x, y = _x(one.low), _y(one.count / top)
        width, height = f"{_SIZE * (one.high - one.low) - 2:.2f}", f"{_SIZE * one.count / top:.2f}"
        title = f"<title>{one.low:.1f} to {one.high:.1f}: {one.count} cases</title>"
        parts.append(f'<rect class="bar" x="{x}" y="{y}" width="{width}" height="{height}">{title}</rect>')
    return _svg(f"Cases by confidence: {table.of}", "".join(parts))


def confusion_plot(of: Figures) -> str:
    """Expected verdicts by row, what they came to by column; the darker, the larger share of its row."""
    step = _SIZE / len(Verdict)
    parts = []
    for down, (row, counts) in enumerate(of.confusion.items()):
        total = sum(counts.values())
        parts.append(
            f'<text class="tick" x="{_LEFT - 4}" y="{_TOP + (down + 0.6) * step:.2f}" text-anchor="end">{row}</text>'
        )
        for across, (column, count) in enumerate(counts.items()):
            share = count / total if total else 0.0
            x, y = f"{_LEFT + across * step:.2f}", f"{_TOP + down * step:.2f}"
            kind = "right" if row is column else "wrong"
            parts.append(
                f'<rect class="cell {kind}" x="{x}" y="{y}" width="{step:.2f}" height="{step:.2f}" '
                f'fill-opacity="{share:.3f}"><title>expected {row}, is {column}: {count}</title></rect>'
                f'<text class="count" x="{_LEFT + (across + 0.5) * step:.2f}" y="{_TOP + (down + 0.6) * step:.2f}" '
                f'text-anchor="middle">{count}</text>'
            )
    for across, column in enumerate(Verdict):
        x = f"{_LEFT + (across + 0.5) * step:.2f}"
        parts.append(f'<text class="tick" x="{x}" y="{_TOP + _SIZE + 16}" text-anchor="middle">{column}</text>')
    return _svg("Expected verdicts (rows) and what they came to (columns)", "".join(parts))


def curves_plot(
    title: str,
    across: str,
    curves: Sequence[tuple[str, Sequence[Point]]],
    *,
    marks: Sequence[tuple[str, float]] = (),
    band: tuple[float, float] | None = None,
) -> str:
    """Several curves over one axis, with upright lines at marks and a band behind.

    Args:
        title: of the plot.
        across: what the axis is.
        curves: by name, in the order of the legend; no point is no curve.
        marks: named places on the axis.
        band: a stretch of the axis.
    """
    points = [point for _, curve in curves for point in curve]
    if not points:
        return ""
    xs = [x for x, _ in points] + [x for _, x in marks] + list(band or ())
    ys = [y for _, y in points]
    left, right = _range(xs)
    bottom, top = _range([0.0, *ys])

    def at(point: Point) -> Point:
        return _x((point[0] - left) / (right - left)), _y((point[1] - bottom) / (top - bottom))

    parts = [_axes(across, "", left, right, bottom, top)]
    if band is not None:
        low, high = at((band[0], bottom))[0], at((band[1], bottom))[0]
        parts.append(f'<rect class="band" x="{low}" y="{_TOP}" width="{max(high - low, 1):.2f}" height="{_SIZE}"/>')
    for name, place in marks:
        x = at((place, bottom))[0]
        parts.append(f'<line class="mark" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_TOP + _SIZE}"/>')
        parts.append(f'<text class="tick" x="{x}" y="{_TOP - 4}" text-anchor="middle">{shown(name)}</text>')
    for index, (name, curve) in enumerate(curves):
        parts.append(_line([at(point) for point in sorted(curve)], f"curve c{index % 4}"))
        y = _TOP + 14 + 14 * index
        parts.append(f'<text class="legend c{index % 4}" x="{_LEFT + 6}" y="{y}">{shown(name)}</text>')
    return _svg(title, "".join(parts))


def _range(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _axes(across: str, up: str, left: float, right: float, bottom: float, top: float) -> str:
    parts = [f'<rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_SIZE}" height="{_SIZE}"/>']
    for step in range(_TICKS + 1):
        share = step / _TICKS
        parts.append(_tick(_x(share), _TOP + _SIZE + 14, "middle", left + share * (right - left)))
        parts.append(_tick(_LEFT - 4, _y(share) + 3, "end", bottom + share * (top - bottom)))
    middle = _LEFT + _SIZE / 2
    parts.append(f'<text class="axis" x="{middle}" y="{_HEIGHT - 6}" text-anchor="middle">{shown(across)}</text>')
    turned = f"rotate(-90 10 {_TOP + _SIZE / 2})"
    parts.append(
        f'<text class="axis" x="10" y="{_TOP + _SIZE / 2}" text-anchor="middle" transform="{turned}">{shown(up)}</text>'
    )
    return "".join(parts)


def _tick(x: float, y: float, anchor: str, value: float) -> str:
    return f'<text class="tick" x="{x}" y="{y:.2f}" text-anchor="{anchor}">{value:.3g}</text>'


def _x(share: float) -> float:
    return round(_LEFT + share * _SIZE, 2)


def _y(share: float) -> float:
    return round(_TOP + (1 - share) * _SIZE, 2)


def _line(points: Sequence[Point], kind: str) -> str:
    return f'<polyline class="{kind}" points="{" ".join(f"{x},{y}" for x, y in points)}"/>' if len(points) > 1 else ""


def _svg(title: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'role="img"><title>{shown(title)}</title>{body}</svg>'
    )
