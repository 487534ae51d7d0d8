"""The drawings of the stage: an evening meadow between woods and mountains.

Coordinates are stage units, y up, each drawing round its own origin; the layout says where it stands.
"""

import math
import random

import cairo

from studio.kit import Polygon, Shape, brush, canvas, ellipse, fill, inside, linear, mix, rgb, spot, spline, stroke

SKY = [(0.0, "#272b63"), (0.30, "#56437f"), (0.52, "#a45b88"), (0.68, "#e5837c"), (0.80, "#f9b784"), (1.0, "#ffe3ad")]
SUN = "#fff0c4"
MIST = "#ffc39b"


def rolling(seed, x0, x1, step, height, waves):
    """Points of a smooth skyline: sums of sines with seeded phases; waves are (length, part of the height)."""
    chance = random.Random(seed)
    phases = [chance.random() * 2 * math.pi for _ in waves]
    points = []
    x = x0
    while x <= x1:
        y = sum(part * math.sin(2 * math.pi * x / length + phase) for (length, part), phase in zip(waves, phases))
        points.append((x, height * y))
        x += step
    return points


def _land(ctx, line, bottom, top_color, low_color, rim=None, rim_width=4):
    """Land below a skyline, lit along its edge."""
    high = max(y for _, y in line)
    shape = Polygon([(line[0][0], bottom), *line, (line[-1][0], bottom)])
    fill(ctx, shape, linear(0, high, 0, bottom, (0, top_color), (1, low_color)))
    if rim:
        with inside(ctx, shape):
            for k in range(6):
                ctx.new_path()
                for x, y in line:
                    ctx.line_to(x, y)
                ctx.set_source_rgba(*rgb(rim), 0.16)
                ctx.set_line_width(2 * rim_width * (k + 1) / 6)
                ctx.stroke()
    return shape


# --- far away ------------------------------------------------------------------------------------


def sky(ctx, box):
    x0, y0, x1, y1 = box
    pattern = cairo.LinearGradient(0, y1, 0, y0)
    for at, color in SKY:
        pattern.add_color_stop_rgba(at, *rgb(color), 1)
    ctx.set_source(pattern)
    ctx.paint()


def sun(ctx, _):
    spot(ctx, 0, 0, 330, 330, "#ffd08a", 0.55)
    spot(ctx, 0, 0, 170, 170, "#ffe9b8", 0.75)
    fill(ctx, ellipse(0, 0, 58, 58), SUN)


def star(ctx, _):
    spot(ctx, 0, 0, 9, 9, "#ffffff", 0.55)
    spot(ctx, 0, 0, 3.4, 3.4, "#ffffff", 1.0, core=0.3)


def cloud(seed, width):
    """A flat cloud, lit from below where the sun has gone down."""
    def draw(ctx, _):
        chance = random.Random(seed)
        puffs = []
        count = 13
        for k in range(count):
            f = (k + 0.5) / count
            swell = math.sin(math.pi * f) ** 0.8
            puffs.append(((f - 0.5) * width * 0.8 + 12 * chance.random(), 6 + (6 + 16 * chance.random()) * swell,
                          width * (0.018 + (0.030 + 0.034 * chance.random()) * swell)))
        high = max(y + r for _, y, r in puffs)
        for color, low, grow, dy in (("#93608f", "#f2a08c", 1.0, 0), ("#b8708f", "#ffbe95", 0.80, -5),
                                     ("#d9868a", "#ffd9a4", 0.56, -10)):
            ctx.save()
            for x, y, r in puffs:
                ctx.save()
                ctx.translate(x, max(y + dy, 3))
                ctx.scale(2.3, 1)
                ctx.new_sub_path()
                ctx.arc(0, 0, r * grow, 0, 2 * math.pi)
                ctx.restore()
            ctx.set_source(linear(0, high, 0, -14, (0, color, 0.95), (0.75, low, 0.95), (1, low, 0.6)))
            ctx.fill()
            ctx.restore()
        for k in range(5):  # wisps
            x, y = (chance.random() - 0.5) * width * 0.7, -12 + 14 * chance.random()
            reach = width * (0.12 + 0.14 * chance.random())
            stroke(ctx, [(x - reach, y), (x, y + 2), (x + reach, y + 1)], "#ffc79b", 7, 0.8)
    return draw


def mountains(ctx, box):
    x0, y0, x1, _ = box
    chance = random.Random(5)
    for level, (base, rise, near, far, lit) in enumerate((
            (20, 235, "#8d6a9d", "#e79f97", "#c58ba4"), (-10, 165, "#6d5590", "#c98597", "#a9749c"))):
        peaks = []
        x = x0 - 60
        while x < x1 + 160:
            peaks.append((x, base + rise * (0.45 + 0.55 * chance.random())))
            x += 120 + 130 * chance.random()
        line = []
        for (xa, ya), (xb, yb) in zip(peaks, peaks[1:]):
            valley = min(ya, yb) - (0.30 + 0.25 * chance.random()) * rise * 0.6
            line += [(xa, ya), (xa + (xb - xa) * (0.42 + 0.16 * chance.random()), valley)]
        shape = Polygon([(x0, y0), *line, (x1, y0)])
        fill(ctx, shape, linear(0, base + rise, 0, y0 + 60, (0, near), (1, far)))
        with inside(ctx, shape):
            for i in range(0, len(line) - 2, 2):  # the sides that look to the sun
                (px, py), (vx, vy) = line[i], line[i + 1]
                ridge = [(px, py), (px + 10, py - 34), (px - 4, py - 62), (px + 16, py - 100), (px + 4, py - 160)]
                facet = Polygon(ridge + [(vx + 30, vy - 140), (vx, vy)])
                fill(ctx, facet, linear(0, py, 0, py - 170, (0, lit, 0.85), (1, far, 0.0)))
        if level == 0:
            fill(ctx, Polygon([(x0, y0), (x0, 60), (x1, 60), (x1, y0)]), linear(0, 70, 0, -60, (0, MIST, 0), (1, MIST, 0.55)))
    fill(ctx, Polygon([(x0, y0), (x0, 20), (x1, 20), (x1, y0)]), linear(0, 20, 0, y0 + 40, (0, MIST, 0), (1, MIST, 0.8)))


def _pine(ctx, x, y, height, color, light):
    width = height * 0.34
    points = [(x, y + height, "c")]
    right = []
    tiers = 4
    for k in range(tiers):
        low = y + height * (1 - (k + 1) / tiers) + height * 0.06
        reach = width * (k + 1.1) / tiers * 0.5
        right += [(x + reach, low, "c"), (x + reach * 0.52, low + height * 0.045, "c")]
    left = [(2 * x - px, py, "c") for px, py, _ in reversed(right)]
    shape = Shape(points + right[:-1] + [(x + 3, y + height * 0.06, "c"), (x + 3, y - 6, "c"), (x - 3, y - 6, "c"),
                                         (x - 3, y + height * 0.06, "c")] + left[1:])
    fill(ctx, shape, color)
    with inside(ctx, shape):
        spot(ctx, x + width * 0.5, y + height * 0.66, width * 0.42, height * 0.5, light, 0.55)


HILLS = [(900, 0.55), (410, 0.3), (170, 0.09)]


def hills(ctx, box):
    x0, y0, x1, _ = box
    back = [(x, y + 62) for x, y in rolling(21, x0, x1, 12, 44, [(760, 0.7), (300, 0.25), (120, 0.08)])]
    chance = random.Random(8)
    for x, y in back[::3]:
        if chance.random() < 0.55:
            _pine(ctx, x + 8 * chance.random(), y - 4, 26 + 20 * chance.random(), "#54437f", "#a46a8e")
    _land(ctx, back, y0, "#5f4b88", "#a7709a", "#f2a98f", 4)
    front = [(x, y + 8) for x, y in rolling(33, x0, x1, 12, 40, HILLS)]
    for x, y in front[::2]:
        if chance.random() < 0.6:
            _pine(ctx, x + 10 * chance.random(), y - 5, 38 + 30 * chance.random(), "#43396f", "#8c5c86")
    _land(ctx, front, y0, "#4b4079", "#7f5d93", "#e89a8c", 5)
    fill(ctx, Polygon([(x0, y0), (x0, -60), (x1, -60), (x1, y0)]),
         linear(0, -60, 0, y0, (0, "#e8a094", 0), (1, "#e8a094", 0.6)))


# --- the ridge, on which one can walk ------------------------------------------------------------


def ridge(ctx, box):
    """Its upper edge is level at y = 0 but for tufts, so that feet stand on it."""
    x0, y0, x1, _ = box
    chance = random.Random(77)
    for _ in range(26):
        x = x0 + (x1 - x0) * chance.random()
        height = 120 + 120 * chance.random()
        _pine(ctx, x, 6, height, mix("#2d2f5c", "#3b3768", chance.random()), "#76557f")
    line = [(x, 3 * math.sin(x / 47) + 2 * math.sin(x / 19)) for x in range(int(x0), int(x1) + 8, 8)]
    _land(ctx, line, y0, "#57527f", "#3a3a66", "#f0a284", 7)
    for level, (y, tone, low) in enumerate(((-46, "#4f4c7b", "#34365f"), (-84, "#444674", "#2c3058"),
                                            (-126, "#3b4069", "#262b50"))):
        mound = [(x, y + h) for x, h in rolling(50 + level, x0, x1, 10, 17, [(620, 0.7), (230, 0.3)])]
        shape = _land(ctx, mound, y0, tone, low, "#b98089", 4)
        with inside(ctx, shape):
            for x, top in mound:
                for _ in range(2):
                    px, py = x + 10 * chance.random(), top - 34 * chance.random() ** 1.6
                    h, lean = 6 + 9 * chance.random(), 5 * (chance.random() - 0.3)
                    stroke(ctx, [(px, py - 3), (px + lean * 0.3, py + h * 0.5), (px + lean, py + h)],
                           mix(tone, "#a3788a", chance.random() * 0.7), 3.4, 0.8, 3.4, 0)
    for x in range(int(x0), int(x1), 9):
        h = 4 + 8 * chance.random()
        stroke(ctx, [(x, -3), (x + 1, h * 0.6), (x + 4 * chance.random(), h)], mix("#4c4a78", "#d48d80", chance.random() * 0.7), 3, 1, 3, 0)


# --- the stage plane -----------------------------------------------------------------------------


TILE = 960  # units after which the ground repeats


def ground(ctx, box):
    """A tile of the path and its banks; feet tread at y = 0."""
    x0, y0, x1, _ = box

    def both(paint):
        """What crosses the tile's edge is drawn on both sides."""
        for shift in (-TILE, 0, TILE):
            ctx.save()
            ctx.translate(shift, 0)
            paint()
            ctx.restore()

    top = [(x, 26 + 5 * math.sin(2 * math.pi * 3 * x / TILE) + 3 * math.sin(2 * math.pi * 7 * x / TILE + 1))
           for x in range(int(x0) - 8, int(x1) + 16, 8)]
    bank = Polygon([(x0 - 8, y0), *top, (x1 + 8, y0)])
    fill(ctx, bank, linear(0, 30, 0, y0, (0, "#4c5b72"), (0.25, "#34405f"), (1, "#1c2140")))
    upper = [(x, 12 + 3 * math.sin(2 * math.pi * 2 * x / TILE + 2)) for x in range(int(x0) - 8, int(x1) + 16, 8)]
    lower = [(x, -44 + 5 * math.sin(2 * math.pi * 3 * x / TILE + 0.6)) for x in range(int(x0) - 8, int(x1) + 16, 8)]
    path = Polygon(upper + lower[::-1])
    fill(ctx, path, linear(0, 14, 0, -48, (0, "#e9ae86"), (0.35, "#c98a78"), (1, "#8a6273")))
    chance = random.Random(12)
    with inside(ctx, path):
        for _ in range(46):
            x, y, r = TILE * chance.random(), 8 - 48 * chance.random(), 5 + 11 * chance.random()
            tone = mix("#a87072", "#f4c79a", chance.random())
            both(lambda x=x, y=y, r=r, tone=tone: fill(ctx, ellipse(x, y, r * 1.7, r * 0.42), tone, 0.45))
    for _ in range(16):  # stones
        x, y, r = TILE * chance.random(), -40 + 5 * chance.random(), 6 + 9 * chance.random()

        def stone(x=x, y=y, r=r):
            fill(ctx, ellipse(x, y - 2, r * 1.25, r * 0.6), "#2b2c4c", 0.6)
            shape = ellipse(x, y, r * 1.15, r * 0.72)
            fill(ctx, shape, linear(0, y + r, 0, y - r, (0, "#cfa79d"), (1, "#5b5878")))
        both(stone)
    for _ in range(190):  # blades, behind the path and before it
        x, before = TILE * chance.random(), chance.random() < 0.6
        y = -46 - 130 * chance.random() ** 1.8 if before else 24 + 4 * chance.random()
        height = (16 if before else 11) + 16 * chance.random()
        lean = 16 * (chance.random() - 0.45)
        depth = min(1.0, (-y - 40) / 130) if before else 0
        tone = mix(mix("#46566f", "#c99484", chance.random() ** 2 * 0.8), "#232a4c", depth)
        both(lambda x=x, y=y, h=height, n=lean, tone=tone: stroke(
            ctx, [(x, y - 4), (x + n * 0.3, y + h * 0.55), (x + n, y + h)], tone, 5, 1, 5, 0))
    for _ in range(16):  # flowers
        x, y = TILE * chance.random(), -62 - 70 * chance.random()
        tone = chance.choice(["#ffd9a0", "#f3a0a8", "#c9b4ff"])

        def flower(x=x, y=y, tone=tone):
            stroke(ctx, [(x, y - 16), (x + 1, y)], "#3c5064", 3, 1, 3, 2)
            for k in range(5):
                a = 2 * math.pi * k / 5
                fill(ctx, ellipse(x + 4.2 * math.cos(a), y + 4.2 * math.sin(a), 3.4, 3.4), tone)
            fill(ctx, ellipse(x, y, 2.6, 2.6), "#fff3cf")
        both(flower)


def trunk(ctx, _):
    """A tree's trunk; it stands at (0, 0)."""
    left = spline([(-46, -8), (-27, 30), (-21, 120), (-27, 230), (-60, 330)], 8)
    right = spline([(52, 352), (24, 240), (22, 120), (30, 34), (56, -8)], 8)
    shape = Polygon(left + right)
    fill(ctx, shape, linear(-40, 0, 44, 0, (0, "#2a2448"), (0.6, "#4d3557"), (1, "#a8655f")))
    with inside(ctx, shape):
        for k in range(12):
            x = -20 + 4 * k
            stroke(ctx, [(x - 4, 10), (x + 2 * math.sin(k), 110), (x - 2, 210), (x - 6 + k, 330)], "#241f40", 5, 0.5)
        for k in range(5):
            x = 16 + 3 * k
            stroke(ctx, [(x + 6, 20 + 30 * k), (x, 90 + 30 * k), (x + 2, 160 + 26 * k)], "#f2a27c", 3.5, 0.7)
    branch = brush([(-6, 220), (50, 286), (118, 320)], 26, 26, 8)
    fill(ctx, branch, linear(0, 220, 100, 320, (0, "#4a3456"), (1, "#7a4c60")))


def crown(ctx, _):
    """Leaves; (0, 0) is where they hang on the trunk."""
    chance = random.Random(4)
    blobs = []
    for _ in range(46):
        a, r = 2 * math.pi * chance.random(), chance.random() ** 0.6
        blobs.append((205 * r * math.cos(a), 92 + 128 * r * math.sin(a), 44 + 30 * chance.random()))
    for tone, dx, dy, part in (("#23254c", 0, 0, 1.0), ("#35375f", 10, 10, 0.84), ("#54496f", 22, 22, 0.66),
                               ("#8a5f78", 34, 34, 0.44)):
        for x, y, r in blobs:
            fill(ctx, ellipse(x + dx * 0.7, y + dy * 0.7, r * part, r * part * 0.86), tone)
    for _ in range(260):
        x, y, r = chance.choice(blobs)
        a, d = 2 * math.pi * chance.random(), r * chance.random() ** 0.5
        px, py = x + d * math.cos(a), y + d * math.sin(a)
        sunny = max(0.0, min(1.0, (px + py * 0.8) / 330))
        if chance.random() > 0.04 + 0.9 * sunny:
            tone = mix("#2b2d55", "#5a4a72", chance.random())
        else:
            tone = mix("#a3667a", "#ffc08c", sunny * (0.5 + 0.5 * chance.random()))
        stroke(ctx, [(px - 8, py - 4), (px, py + 2), (px + 9, py + 5)], tone, 8, 0.85)


def sign(ctx, _):
    """A signpost; it stands at (0, 0)."""
    post = Shape([(-8, -8, "c"), (-7, 168, "c"), (7, 170, "c"), (9, -8, "c")])
    fill(ctx, post, linear(-8, 0, 9, 0, (0, "#3c2b48"), (1, "#a86b5e")))
    board = Shape([(-66, 156, "c"), (60, 162, "c"), (86, 138, "c"), (58, 112, "c"), (-68, 108, "c"), (-60, 132, "c")])
    fill(ctx, board.moved(-3, -5), "#2a2142")
    fill(ctx, board, linear(80, 150, -60, 110, (0, "#e8a77c"), (1, "#865664")))
    with inside(ctx, board):
        for k in range(4):
            stroke(ctx, [(-66, 118 + 11 * k), (0, 121 + 11 * k), (80, 120 + 11 * k)], "#6a4054", 2.6, 0.6)
    fill(ctx, ellipse(-2, 135, 9, 11), "#57344f")
    for k in range(3):  # a paw's print
        fill(ctx, ellipse(-11 + 9 * k, 149 + (2 if k == 1 else 0), 4.2, 5), "#57344f")


def bush(ctx, _):
    chance = random.Random(31)
    blobs = [(-84 + 168 * k / 9, 12 + 30 * math.sin(math.pi * k / 9), 32 + 12 * chance.random()) for k in range(10)]
    blobs += [(-60 + 30 * k, 14 + 6 * chance.random(), 30) for k in range(5)]
    ctx.save()
    ctx.rectangle(-200, -6, 400, 300)
    ctx.clip()
    for tone, d, part in (("#252a50", 0, 1.0), ("#37436a", 6, 0.82), ("#5c5f80", 12, 0.6)):
        for x, y, r in blobs:
            fill(ctx, ellipse(x + d * 0.6, y + d, r * part, r * part * 0.9), tone)
    for _ in range(90):
        x, y, r = chance.choice(blobs)
        a, q = math.pi * chance.random(), r * chance.random() ** 0.5
        px, py = x + q * math.cos(a), y + q * math.sin(a)
        stroke(ctx, [(px - 6, py - 2), (px + 7, py + 5)], mix("#45507a", "#f5ad86", chance.random() ** 2), 6, 0.8)
    ctx.restore()


# --- near ----------------------------------------------------------------------------------------


def blades(seed, count, spread, tall):
    """A clump of grass, dark against the light; it is rooted at (0, 0)."""
    def draw(ctx, _):
        chance = random.Random(seed)
        for _ in range(count):
            x = spread * (chance.random() - 0.5)
            height = tall * (0.45 + 0.55 * chance.random()) * (1 - 0.9 * abs(x / spread) ** 2)
            lean = (x / spread + 0.5 * (chance.random() - 0.5)) * 110
            tone = mix("#12142e", "#2b2a50", chance.random())
            stroke(ctx, [(x, -20), (x + lean * 0.25, height * 0.55), (x + lean, height)], tone, 17, 1, 17, 0)
        if tall > 170:
            for x, height in ((-spread * 0.2, tall * 0.8), (spread * 0.16, tall * 0.66)):
                stroke(ctx, [(x, 0), (x + 8, height * 0.6), (x + 22, height)], "#1b1b3c", 7, 1, 7, 4)
                for k in range(7):
                    a = 2 * math.pi * k / 7
                    fill(ctx, ellipse(x + 22 + 12 * math.cos(a), height + 12 * math.sin(a), 10, 7, math.degrees(a)), "#3c2f57")
                fill(ctx, ellipse(x + 22, height, 8, 8), "#ffb98a", 0.85)
    return draw


def firefly(ctx, _):
    spot(ctx, 0, 0, 26, 26, "#ffe28a", 0.5)
    spot(ctx, 0, 0, 7, 7, "#fffbe0", 1.0, core=0.3)


# image: (drawing, box, pixels a unit, rounded colours)
IMAGES = {
    "sky": (sky, (-32, -700, 32, 700), 0.4, False),
    "sun": (sun, (-340, -340, 340, 340), 0.45, False),
    "star": (star, (-10, -10, 10, 10), 1.2, False),
    "cloud-1": (cloud(3, 520), (-300, -24, 300, 160), 0.75, True),
    "cloud-2": (cloud(9, 360), (-210, -24, 210, 120), 0.75, True),
    "cloud-3": (cloud(14, 680), (-390, -24, 390, 190), 0.75, True),
    "mountains": (mountains, (-1300, -200, 1300, 290), 0.6, True),
    "hills": (hills, (-1400, -260, 1400, 190), 0.65, True),
    "ridge": (ridge, (-1500, -330, 1500, 250), 0.66, True),
    "ground": (ground, (-4, -420, TILE + 4, 80), 1.0, True),  # tiles overlap, so that no seam shows
    "trunk": (trunk, (-70, -12, 130, 360), 1.0, True),
    "crown": (crown, (-300, -90, 320, 300), 0.9, True),
    "sign": (sign, (-76, -12, 92, 176), 1.0, True),
    "bush": (bush, (-150, -10, 150, 110), 0.9, True),
    "grass-1": (blades(2, 46, 420, 190), (-330, -24, 340, 215), 0.55, True),
    "grass-2": (blades(6, 34, 300, 150), (-250, -24, 260, 165), 0.55, True),
    "firefly": (firefly, (-28, -28, 28, 28), 1.2, False),
}


def render_all():
    surfaces = {}
    for name, (draw, box, scale, _) in IMAGES.items():
        surface, ctx = canvas(box, scale)
        draw(ctx, box)
        surface.flush()
        surfaces[name] = surface
    return surfaces
