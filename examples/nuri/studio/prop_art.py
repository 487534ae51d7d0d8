"""Drawings of the things Nuri carries and of the light effects: scarf, bag, lantern, glow, sparks, shadow."""

import math

import cairo

from .kit import (OUTLINE, Polygon, Ribbon, Shape, crescent, edge, ellipse, fill, ink, inside, linear, mix, rgb, source,
                  spot, stroke)

SCARF_LONG = Ribbon([(-40, 200), (-74, 206), (-110, 196), (-144, 176), (-176, 166), (-206, 172)],
                    [13, 17, 20, 22, 23, 22])
SCARF_SHORT = Ribbon([(-40, 198), (-68, 184), (-92, 160), (-110, 132), (-132, 110)], [12, 16, 19, 20, 19])


def _scarf_end(ctx, pal, ribbon):
    left = [ribbon.at(k / 12, 1) for k in range(13)]
    right = [ribbon.at(k / 12, -1) for k in range(13)]
    # The end is cut in three points.
    end = [ribbon.at(1.0, 1) + ("c",), ribbon.at(1.13, 0.95) + ("c",), ribbon.at(1.05, 0.45) + ("c",),
           ribbon.at(1.16, 0.1) + ("c",), ribbon.at(1.05, -0.35) + ("c",), ribbon.at(1.11, -0.9) + ("c",)]
    shape = Shape(left[:-1] + end + right[::-1])
    ink(ctx, shape, pal["line"])
    a, b = ribbon.point(0), ribbon.point(1)
    fill(ctx, shape, linear(*a, *b, (0, pal["scarf_dark"]), (0.3, pal["scarf"]), (1, pal["scarf"])))
    with inside(ctx, shape):
        for k in range(24):
            x, y = ribbon.at(0.15 + 0.85 * k / 24, 0.45)
            spot(ctx, x, y, 16, 16, pal["scarf_light"], 0.16)
        for u0, u1 in ((0.74, 0.80), (0.86, 0.96)):
            rim = [ribbon.at(u0, v) for v in (1.3, 0.5, 0, -0.5, -1.3)] + [ribbon.at(u1, v) for v in (-1.3, -0.5, 0, 0.5, 1.3)]
            fill(ctx, Shape([p + ("c",) for p in rim]), pal["stripe"])
        for v, u0, u1 in ((0.1, 0.05, 0.5), (-0.4, 0.2, 0.72), (0.55, 0.3, 0.66)):
            stroke(ctx, [ribbon.at(u0, v), ribbon.at((u0 + u1) / 2, v - 0.16), ribbon.at(u1, v)], pal["scarf_dark"], 4.5, 0.75)
        spot(ctx, a[0], a[1], 44, 34, pal["line"], 0.55)
    crescent(ctx, shape, pal["scarf_dark"], 0.75, 4, 7, 0.6)
    crescent(ctx, shape, pal["rim"], 0.7, -2.4, -3.4, 0.35)


def scarf_long(ctx, pal):
    _scarf_end(ctx, pal, SCARF_LONG)


def scarf_short(ctx, pal):
    _scarf_end(ctx, pal, SCARF_SHORT)


WRAP = Shape([(-66, 196), (-64, 216), (-36, 230), (6, 232), (48, 228), (66, 214), (66, 196), (46, 178), (14, 168),
              (-24, 172), (-52, 182)])


def scarf_wrap(ctx, pal):
    ink(ctx, WRAP, pal["line"])
    fill(ctx, WRAP, linear(40, 215, -30, 168, (0, pal["scarf_light"]), (0.45, pal["scarf"]), (1, pal["scarf_dark"])))
    with inside(ctx, WRAP):
        spot(ctx, 34, 190, 36, 16, pal["scarf_light"], 0.8, 14)
        for fold in ([(-62, 204), (-20, 188), (20, 186), (64, 206)], [(-56, 192), (-16, 177), (20, 174), (52, 186)],
                     [(-30, 206), (10, 198), (44, 206)]):
            stroke(ctx, fold, pal["scarf_dark"], 5, 0.85)
        for fold in ([(-20, 183), (16, 180), (46, 192)], [(-10, 196), (20, 193), (48, 202)]):
            stroke(ctx, fold, pal["scarf_light"], 4, 0.75)
        # Shade of the head above it.
        spot(ctx, -2, 218, 96, 26, pal["line"], 0.75)
    crescent(ctx, WRAP, pal["scarf_dark"], 0.75, 8, 6, 0.6)
    crescent(ctx, WRAP, pal["rim"], 0.7, -4, 2, 0.35)
    knot = Shape([(-66, 210), (-50, 214), (-38, 204), (-38, 188), (-52, 180), (-68, 186), (-73, 198)])
    ink(ctx, knot, pal["line"], 3.6)
    fill(ctx, knot, linear(-44, 212, -66, 184, (0, pal["scarf_light"]), (0.5, pal["scarf"]), (1, pal["scarf_dark"])))
    with inside(ctx, knot):
        stroke(ctx, [(-40, 204), (-54, 200), (-70, 202)], pal["scarf_dark"], 4, 0.85)
        stroke(ctx, [(-40, 192), (-54, 192), (-68, 190)], pal["scarf_dark"], 3.4, 0.7)
    crescent(ctx, knot, pal["scarf_dark"], 0.6, 4, 4, 0.6)


BAG = Shape([(-76, 116), (-76, 84), (-68, 70), (-40, 66), (-16, 72), (-12, 90), (-14, 114), (-44, 120)])


def bag(ctx, pal):
    ink(ctx, BAG, pal["line"])
    fill(ctx, BAG, linear(-16, 112, -70, 72, (0, pal["leather_light"]), (0.5, pal["leather"]), (1, pal["leather_dark"])))
    crescent(ctx, BAG, pal["leather_dark"], 0.7, 7, 6, 0.6)
    crescent(ctx, BAG, pal["rim"], 0.5, -3, -1, 0.35)
    flap = Shape([(-78, 118), (-76, 100), (-62, 88), (-44, 84), (-24, 88), (-12, 100), (-12, 116), (-44, 123)])
    ink(ctx, flap, pal["line"], 3.2)
    fill(ctx, flap, linear(-16, 120, -60, 86, (0, mix(pal["leather_light"], "#ffffff", 0.15)), (0.6, pal["leather"]),
                           (1, mix(pal["leather"], pal["leather_dark"], 0.5))))
    stitch = [(-71, 104), (-60, 94), (-44, 90), (-27, 93), (-18, 103)]
    ctx.set_dash([3.6, 3.2])
    ctx.move_to(*stitch[0])
    ctx.curve_to(-66, 94, -56, 90, -44, 90)
    ctx.curve_to(-32, 90, -22, 94, -18, 103)
    source(ctx, pal["trim"], 0.85)
    ctx.set_line_width(1.7)
    ctx.stroke()
    ctx.set_dash([])
    button = ellipse(-44, 98, 8, 8)
    ink(ctx, button, pal["line"], 2.6)
    fill(ctx, button, linear(-40, 106, -48, 90, (0, mix(pal["trim"], "#ffffff", 0.5)), (1, pal["trim_dark"])))
    if pal["name"] == "ember":
        fill(ctx, Shape([(-48, 94, "c"), (-48, 100), (-40, 103, "c"), (-40, 97)]), "#3c8a45")
    else:
        ctx.save()
        ctx.arc(-44, 98, 5.4, 0, 2 * math.pi)
        ctx.arc(-41.6, 99.6, 4.4, 0, 2 * math.pi)
        ctx.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
        ctx.clip()
        ctx.arc(-44, 98, 5.4, 0, 2 * math.pi)
        source(ctx, "#43307e")
        ctx.fill()
        ctx.restore()


# --- lantern ------------------------------------------------------------------------------------

LANTERN_X = 120
GLASS = Shape([(96, 132, "c"), (144, 132, "c"), (153, 104), (144, 74, "c"), (96, 74, "c"), (87, 104)])


def _metal(ctx, pal, shape, x0, x1, width=3.6):
    ink(ctx, shape, pal["line"], width)
    fill(ctx, shape, linear(x0, 0, x1, 0, (0, pal["metal_dark"]), (0.35, pal["metal"]), (0.68, pal["metal_light"]),
                            (0.8, pal["metal"]), (1, pal["metal_dark"])))


def lantern_back(ctx, pal):
    """Ring, and the glass with the glow inside it; the flame is a slot of its own in front."""
    ctx.set_line_width(11.5)
    source(ctx, pal["line"])
    ctx.arc(LANTERN_X, 166, 12, 0, 2 * math.pi)
    ctx.stroke()
    ctx.set_line_width(4.4)
    ctx.arc(LANTERN_X, 166, 12, 0, 2 * math.pi)
    ctx.set_source(linear(104, 150, 136, 180, (0, pal["metal_dark"]), (0.6, pal["metal_light"]), (1, pal["metal"])))
    ctx.stroke()
    ink(ctx, GLASS, pal["line"])
    fill(ctx, GLASS, linear(LANTERN_X, 132, LANTERN_X, 74, (0, pal["glass_dark"]), (0.6, mix(pal["glass_dark"], pal["glass"], 0.5)),
                            (1, pal["glass"])))
    with inside(ctx, GLASS):
        spot(ctx, LANTERN_X, 96, 36, 36, pal["glass"], 0.95)
        spot(ctx, LANTERN_X, 92, 24, 24, pal["flame_core"], 0.8)
    crescent(ctx, GLASS, pal["glass_dark"], 0.5, 5, 0, 0.6)
    crescent(ctx, GLASS, pal["glass_dark"], 0.5, -5, 0, 0.6)


def lantern_front(ctx, pal):
    """Roof, bars and base."""
    for points in ([(107, 133), (103, 104), (107, 73)], [(133, 133), (137, 104), (133, 73)]):
        stroke(ctx, points, pal["line"], 8.4, 1, 8.4, 8.4)
        stroke(ctx, points, pal["metal"], 3.8, 1, 3.8, 3.8)
        stroke(ctx, [(x + 0.9, y) for x, y in points], pal["metal_light"], 1.4, 0.9, 1.4, 1.4)
    base = Shape([(88, 76, "c"), (152, 76, "c"), (147, 60, "c"), (120, 57), (93, 60, "c")])
    _metal(ctx, pal, base, 90, 150)
    stroke(ctx, [(92, 68), (120, 66), (148, 68)], pal["metal_dark"], 2.4, 0.8, 2.4, 2.4)
    roof = Shape([(84, 131, "c"), (98, 139), (108, 151, "c"), (132, 151, "c"), (142, 139), (156, 131, "c"), (120, 127)])
    _metal(ctx, pal, roof, 88, 152)
    crescent(ctx, roof, pal["metal_dark"], 0.55, 2, 5, 0.5)
    knob = Shape([(110, 150, "c"), (112, 158), (120, 161), (128, 158), (130, 150, "c")])
    _metal(ctx, pal, knob, 108, 132, 3)
    star = [(120 + (5.4 if k % 2 == 0 else 2.2) * math.sin(k * math.pi / 4),
             140 + (5.4 if k % 2 == 0 else 2.2) * math.cos(k * math.pi / 4)) for k in range(8)]
    fill(ctx, Polygon(star), pal["flame_core"])


FLAME_AT = (120, 78)


def flame(ctx, pal):
    outer = Shape([(120, 126, "c"), (132, 104), (134, 90), (120, 77), (106, 90), (109, 104), (114, 112)])
    fill(ctx, outer, linear(120, 126, 120, 78, (0, pal["flame"]), (0.6, pal["flame_mid"]), (1, pal["flame_core"])))
    inner = Shape([(121, 112, "c"), (127, 98), (127, 88), (120, 81), (113, 88), (115, 100)])
    fill(ctx, inner, linear(120, 112, 120, 82, (0, pal["flame_mid"]), (0.6, pal["flame_core"]), (1, "#ffffff")))


def shine(ctx, pal):
    """Slanting bar of light; it glides over the glass, clipped to it."""
    for x0, x1, alpha in ((-12, 4, 0.75), (8, 12, 0.55)):
        ctx.move_to(x0 + 12, 42)
        ctx.line_to(x1 + 12, 42)
        ctx.line_to(x1 - 12, -42)
        ctx.line_to(x0 - 12, -42)
        ctx.close_path()
        source(ctx, "#ffffff", alpha)
        ctx.fill()


def glow(ctx, pal):
    """White radial light, tinted by the attachment's colour."""
    spot(ctx, 0, 0, 150, 150, "#ffffff", 0.5)
    spot(ctx, 0, 0, 80, 80, "#ffffff", 0.35)


def spark(ctx, pal):
    spot(ctx, 0, 0, 12, 12, "#ffffff", 0.7)
    fill(ctx, Polygon([((5.5 if k % 2 == 0 else 1.7) * math.sin(k * math.pi / 4),
                        (5.5 if k % 2 == 0 else 1.7) * math.cos(k * math.pi / 4)) for k in range(8)]), "#ffffff")
    spot(ctx, 0, 0, 5, 5, "#ffffff", 1, 0, 0.3)


def shadow(ctx, pal):
    spot(ctx, 0, 0, 130, 20, "#120a24", 0.62, 0, 0.25)
