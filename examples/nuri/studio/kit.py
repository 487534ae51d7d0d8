"""Drawing kit: smooth shapes, ribbons, and the shading tricks that every part shares.

All coordinates are the character's own world units, Y up, in the setup pose: a part is drawn
where it sits on the figure, so that the art and the rig speak of the same places.
"""

import math
from contextlib import contextmanager

import cairo

OUTLINE = 4.4  # width of the ink line outside a shape, in world units


def rgb(text):
    """'#rrggbb' to three floats."""
    text = text.lstrip("#")
    return tuple(int(text[i:i + 2], 16) / 255 for i in (0, 2, 4))


def mix(a, b, t):
    """Colour between the hex colours a and b, as hex."""
    channels = (round(255 * (p + (q - p) * t)) for p, q in zip(rgb(a), rgb(b)))
    return "#%02x%02x%02x" % tuple(channels)


def source(ctx, color, alpha=1.0):
    ctx.set_source_rgba(*rgb(color), alpha)


# --- curves -------------------------------------------------------------------------------------


def _unit(x, y):
    length = math.hypot(x, y) or 1.0
    return x / length, y / length


def spline(points, per_segment=24):
    """Dense points on a smooth open curve through the given points."""
    n = len(points)
    out = []
    for i in range(n - 1):
        p0 = points[max(i - 1, 0)]
        p1, p2 = points[i], points[i + 1]
        p3 = points[min(i + 2, n - 1)]
        for k in range(per_segment):
            t = k / per_segment
            a = -0.5 * t + t * t - 0.5 * t ** 3
            b = 1 - 2.5 * t * t + 1.5 * t ** 3
            c = 0.5 * t + 2 * t * t - 1.5 * t ** 3
            d = -0.5 * t * t + 0.5 * t ** 3
            out.append(tuple(a * p0[j] + b * p1[j] + c * p2[j] + d * p3[j] for j in (0, 1)))
    out.append(tuple(points[-1][:2]))
    return out


class Shape:
    """A closed outline through points: (x, y) is smooth, (x, y, 'c') is a sharp corner."""

    def __init__(self, points):
        self.points = points

    def moved(self, dx, dy):
        return Shape([(p[0] + dx, p[1] + dy) + tuple(p[2:]) for p in self.points])

    def path(self, ctx):
        points = self.points
        n = len(points)

        def direction(i):
            prev, here, following = points[i - 1], points[i], points[(i + 1) % n]
            l0 = math.hypot(here[0] - prev[0], here[1] - prev[1]) or 1.0
            l1 = math.hypot(following[0] - here[0], following[1] - here[1]) or 1.0
            ux = (here[0] - prev[0]) / l0 * l1 + (following[0] - here[0]) / l1 * l0
            uy = (here[1] - prev[1]) / l0 * l1 + (following[1] - here[1]) / l1 * l0
            return _unit(ux, uy)

        ctx.new_sub_path()
        ctx.move_to(*points[0][:2])
        for i in range(n):
            a, b = points[i], points[(i + 1) % n]
            reach = 0.36 * math.hypot(b[0] - a[0], b[1] - a[1])
            handles = []
            for index, point, sign in ((i, a, 1), ((i + 1) % n, b, -1)):
                if len(point) > 2:
                    other = b if sign > 0 else a
                    dx, dy = _unit(other[0] - point[0], other[1] - point[1])
                else:
                    dx, dy = direction(index)
                    dx, dy = dx * sign, dy * sign
                handles += [point[0] + dx * reach, point[1] + dy * reach]
            ctx.curve_to(*handles, b[0], b[1])
        ctx.close_path()


class Polygon(Shape):
    """A closed outline of straight pieces (used for densely sampled curves)."""

    def moved(self, dx, dy):
        return Polygon([(p[0] + dx, p[1] + dy) for p in self.points])

    def path(self, ctx):
        ctx.new_sub_path()
        for p in self.points:
            ctx.line_to(p[0], p[1])
        ctx.close_path()


def ellipse(x, y, rx, ry, turn=0.0, n=48):
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    points = []
    for i in range(n):
        a = 2 * math.pi * i / n
        px, py = rx * math.cos(a), ry * math.sin(a)
        points.append((x + px * c - py * s, y + px * s + py * c))
    return Polygon(points)


class Ribbon:
    """A band of varying width along a smooth spine; at(u, v) addresses it from within."""

    def __init__(self, spine, widths):
        self.dense = spline(spine)
        self.widths = widths
        lengths = [0.0]
        for p, q in zip(self.dense, self.dense[1:]):
            lengths.append(lengths[-1] + math.hypot(q[0] - p[0], q[1] - p[1]))
        self.length = lengths[-1]
        self.lengths = lengths

    def _locate(self, u):
        target = min(max(u, 0.0), 1.0) * self.length
        low, high = 0, len(self.lengths) - 2
        while low < high:
            middle = (low + high + 1) // 2
            if self.lengths[middle] <= target:
                low = middle
            else:
                high = middle - 1
        return low, (target - self.lengths[low]) / (self.lengths[low + 1] - self.lengths[low])

    def point(self, u):
        i, f = self._locate(u)
        p, q = self.dense[i], self.dense[i + 1]
        over = (u - min(max(u, 0.0), 1.0)) * self.length
        tx, ty = self.tangent(u)
        return p[0] + (q[0] - p[0]) * f + tx * over, p[1] + (q[1] - p[1]) * f + ty * over

    def tangent(self, u):
        i, _ = self._locate(u)
        a, b = max(i - 6, 0), min(i + 7, len(self.dense) - 1)
        return _unit(self.dense[b][0] - self.dense[a][0], self.dense[b][1] - self.dense[a][1])

    def nearest(self, x, y):
        """Fraction u of the spine's point that is nearest to (x, y)."""
        best = min(range(len(self.dense)), key=lambda i: (self.dense[i][0] - x) ** 2 + (self.dense[i][1] - y) ** 2)
        return self.lengths[best] / self.length

    def width(self, u):
        w = self.widths
        x = min(max(u, 0.0), 1.0) * (len(w) - 1)
        i = min(int(x), len(w) - 2)
        t = x - i
        p0, p1, p2, p3 = w[max(i - 1, 0)], w[i], w[i + 1], w[min(i + 2, len(w) - 1)]
        value = p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))
        return max(value, 0.0)

    def at(self, u, v, extra=0.0):
        """Point at fraction u of the length, v half widths (plus `extra` units) left of the spine."""
        x, y = self.point(u)
        tx, ty = self.tangent(u)
        reach = v * self.width(u) + math.copysign(extra, v) * (v != 0)
        return x - ty * reach, y + tx * reach

    def outline(self, tufts=(), steps=40):
        """Closed outline; tufts are (side, u, length): pointed locks of fur that lean to the tip."""
        points = []
        for side in (1, -1):
            marks = sorted(t for t in tufts if t[0] == side)
            half = []
            i = 0
            while i <= steps:
                u = i / steps
                if marks and u >= marks[0][1]:
                    _, mu, reach = marks.pop(0)
                    tx, ty = self.tangent(mu)
                    x, y = self.at(mu, side)
                    nx, ny = -ty * side, tx * side
                    tip = (x + tx * reach * 1.15 + nx * reach * 0.36, y + ty * reach * 1.15 + ny * reach * 0.36, "c")
                    notch_u = mu + 0.78 * reach / self.length
                    half.append((x, y))
                    half.append(tip)
                    half.append(self.at(notch_u, side, -2.5) + ("c",))
                    while i <= steps and i / steps <= notch_u + 0.01:
                        i += 1
                    continue
                half.append(self.at(u, side))
                i += 1
            if self.width(1) < 0.5:
                half.pop()
            points += half + [self.point(1) + ("c",)] if side > 0 and self.width(1) < 0.5 else half[::side]
        return Shape(points)


# --- painting -----------------------------------------------------------------------------------


def linear(x0, y0, x1, y1, *stops):
    """Linear gradient from (x0, y0) to (x1, y1); stops are (offset, color) or (offset, color, alpha)."""
    pattern = cairo.LinearGradient(x0, y0, x1, y1)
    for stop in stops:
        pattern.add_color_stop_rgba(stop[0], *rgb(stop[1]), stop[2] if len(stop) > 2 else 1.0)
    return pattern


def fill(ctx, shape, paint, alpha=1.0):
    shape.path(ctx)
    if isinstance(paint, str):
        source(ctx, paint, alpha)
    else:
        ctx.set_source(paint)
    ctx.fill()


def ink(ctx, shape, color, width=OUTLINE):
    """Line of the given width round the outside of the shape (fill the shape after it)."""
    shape.path(ctx)
    source(ctx, color)
    ctx.set_line_width(2 * width)
    ctx.set_line_join(cairo.LINE_JOIN_ROUND)
    ctx.set_line_cap(cairo.LINE_CAP_ROUND)
    ctx.stroke()


@contextmanager
def inside(ctx, shape):
    ctx.save()
    shape.path(ctx)
    ctx.clip()
    yield
    ctx.restore()


def crescent(ctx, shape, color, alpha, dx, dy, soft=0.5, steps=9):
    """Tone on the side of the shape that a copy moved by (dx, dy) leaves bare: cel shadow or rim light."""
    layer = 1 - (1 - alpha) ** (1 / steps) if soft else alpha
    with inside(ctx, shape):
        source(ctx, color, layer)
        for k in range(steps if soft else 1):
            f = 1 - soft + 2 * soft * (k + 0.5) / steps if soft else 1
            ctx.rectangle(-900, -900, 1800, 1800)
            shape.moved(dx * f, dy * f).path(ctx)
            ctx.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
            ctx.fill()
        ctx.set_fill_rule(cairo.FILL_RULE_WINDING)


def edge(ctx, shape, color, alpha, width, steps=8):
    """Soft darkening along the inner edge of a shape."""
    layer = 1 - (1 - alpha) ** (1 / steps)
    with inside(ctx, shape):
        source(ctx, color, layer)
        for k in range(steps):
            shape.path(ctx)
            ctx.set_line_width(2 * width * (k + 1) / steps)
            ctx.stroke()


def spot(ctx, x, y, rx, ry, color, alpha, turn=0.0, core=0.0):
    """Soft elliptic patch of colour; `core` is the fraction of the radius at full strength."""
    ctx.save()
    ctx.translate(x, y)
    ctx.rotate(math.radians(turn))
    ctx.scale(rx, ry)
    pattern = cairo.RadialGradient(0, 0, 0, 0, 0, 1)
    for k in range(13):
        f = k / 12
        fall = 0.5 + 0.5 * math.cos(math.pi * f)
        pattern.add_color_stop_rgba(core + (1 - core) * f, *rgb(color), alpha * fall)
    ctx.set_source(pattern)
    ctx.arc(0, 0, 1, 0, 2 * math.pi)
    ctx.fill()
    ctx.restore()


def brush(points, thick, start=0.0, end=0.0):
    """Shape of a stroke that swells to `thick` in the middle and tapers to its ends."""
    dense = spline(points, 12)
    n = len(dense) - 1
    left, right = [], []
    for i, (x, y) in enumerate(dense):
        a, b = dense[max(i - 1, 0)], dense[min(i + 1, n)]
        tx, ty = _unit(b[0] - a[0], b[1] - a[1])
        f = i / n
        base = start + (end - start) * f
        w = 0.5 * (base + (thick - base) * math.sin(math.pi * f) ** 0.75) if 0 < f < 1 else 0.5 * base
        left.append((x - ty * w, y + tx * w))
        right.append((x + ty * w, y - tx * w))
    return Polygon(left + right[::-1])


def stroke(ctx, points, color, thick, alpha=1.0, start=0.0, end=0.0):
    """Tapered brush stroke."""
    fill(ctx, brush(points, thick, start, end), color, alpha)


def canvas(box, scale):
    """Surface and context for a world box (x0, y0, x1, y1) at `scale` pixels a unit."""
    x0, y0, x1, y1 = box
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, round((x1 - x0) * scale), round((y1 - y0) * scale))
    ctx = cairo.Context(surface)
    ctx.set_antialias(cairo.ANTIALIAS_BEST)
    ctx.set_tolerance(0.05)
    ctx.scale(scale, -scale)
    ctx.translate(-x0, -y1)
    return surface, ctx
