"""Drawings of the body: tail, torso, arms, paws, legs, boots."""

from .kit import (OUTLINE, Ribbon, Shape, crescent, edge, ellipse, fill, ink, inside, linear, mix, spot, stroke)

TAIL = Ribbon([(-20, 108), (-68, 78), (-126, 72), (-182, 98), (-212, 150), (-216, 208), (-228, 258), (-268, 300)],
              [13, 22, 37, 50, 56, 50, 31, 0])
TAIL_TUFTS = [(-1, 0.34, 24), (-1, 0.47, 28), (-1, 0.61, 28), (1, 0.44, 24), (1, 0.60, 28), (1, 0.74, 24)]
TAIL_OUTLINE = TAIL.outline(TAIL_TUFTS)


def _tail_tip():
    """The pale end of the tail: a jagged line across the plume, and everything beyond it."""
    teeth = [(0.63, 1.3), (0.70, 0.85), (0.61, 0.55), (0.70, 0.22), (0.595, -0.08), (0.69, -0.4), (0.60, -0.68),
             (0.69, -0.95), (0.63, -1.3)]
    points = [TAIL.at(u, v) + (("c",) if i % 2 == 0 else ()) for i, (u, v) in enumerate(teeth)]
    points += [TAIL.at(u, -1.3, 12) for u in (0.72, 0.82, 0.92, 1.05)]
    points += [TAIL.at(u, 1.3, 12) for u in (1.05, 0.92, 0.82, 0.72)]
    return Shape(points)


def tail(ctx, pal):
    ink(ctx, TAIL_OUTLINE, pal["line"])
    fill(ctx, TAIL_OUTLINE, linear(-60, 70, -200, 240, (0, pal["fur_dark"]), (0.4, pal["fur"]), (1, pal["fur_light"])))
    with inside(ctx, TAIL_OUTLINE):
        for k in range(30):  # light along the upper side of the plume
            spot(ctx, *TAIL.at(0.10 + 0.5 * k / 30, -0.45), 32, 32, pal["fur_light"], 0.13)
        locks = [((0.18, 0.2), (0.28, 0.3), (0.38, 0.2)), ((0.30, -0.3), (0.40, -0.2), (0.5, -0.32)),
                 ((0.36, 0.55), (0.46, 0.6), (0.54, 0.5)), ((0.14, -0.35), (0.20, -0.3), (0.28, -0.4))]
        for lock in locks:
            stroke(ctx, [TAIL.at(u, v) for u, v in lock], pal["fur_dark"], 5, 0.55)
        spot(ctx, -20, 104, 70, 46, pal["fur_shade"], 0.8)
        band = _tail_tip()
        fill(ctx, band.moved(2, -9), pal["fur_dark"], 0.55)
        fill(ctx, band, linear(*TAIL.point(0.55), *TAIL.point(1), (0, pal["cream_shade"]), (0.4, pal["cream"]),
                               (1, "#ffffff")))
        for lock in (((0.74, -0.45), (0.80, -0.5), (0.87, -0.3)), ((0.72, 0.35), (0.80, 0.3), (0.88, 0.4)),
                     ((0.76, -0.05), (0.84, -0.08), (0.92, 0))):
            stroke(ctx, [TAIL.at(u, v) for u, v in lock], pal["cream_shade"], 5, 0.85)
    crescent(ctx, TAIL_OUTLINE, pal["fur_shade"], 0.5, 13, 11, 0.6)
    crescent(ctx, TAIL_OUTLINE, pal["bounce"], 0.3, 4, 4, 0.4)
    crescent(ctx, TAIL_OUTLINE, pal["rim"], 0.8, -5, -3, 0.35)


# --- torso --------------------------------------------------------------------------------------

TORSO = Shape([(-28, 212), (-46, 190), (-48, 150), (-53, 112), (-66, 70, "c"), (-34, 63), (2, 60), (38, 63),
               (68, 71, "c"), (56, 112), (47, 150), (46, 190), (30, 212)])


def torso(ctx, pal):
    ink(ctx, TORSO, pal["line"])
    fill(ctx, TORSO, linear(30, 215, -20, 60, (0, pal["cloth_light"]), (0.5, pal["cloth"]), (1, pal["cloth_dark"])))
    with inside(ctx, TORSO):
        spot(ctx, 26, 160, 40, 56, pal["cloth_light"], 0.7)
        # Open front with a fluffy chest.
        bib = Shape([(-14, 214), (-6, 184), (8, 168, "c"), (14, 176, "c"), (20, 162, "c"), (27, 176, "c"),
                     (34, 170, "c"), (40, 190), (40, 214)])
        fill(ctx, bib, linear(16, 210, 16, 160, (0, pal["cream_shade"]), (1, pal["cream"])))
        # Skirt folds and the centre seam.
        stroke(ctx, [(18, 164), (18, 130), (20, 64)], pal["cloth_dark"], 4, 0.9, 3, 3)
        for x0, x1 in ((-34, -46), (-10, -14), (40, 48)):
            stroke(ctx, [(x0, 108), ((x0 + x1) / 2, 90), (x1, 66)], pal["cloth_dark"], 6.5, 0.75)
        for x0, x1 in ((-24, -30), (4, 4), (30, 36)):
            stroke(ctx, [(x0, 106), ((x0 + x1) / 2, 92), (x1, 76)], pal["cloth_light"], 5, 0.6)
        # Hem.
        hem = [(-74, 77), (-34, 71), (2, 68), (38, 71), (76, 78)]
        low = [(x, y - 22) for x, y in hem]
        band = Shape(hem[:1] + hem[1:] + low[::-1])
        fill(ctx, band, linear(60, 70, -60, 60, (0, pal["trim"]), (1, pal["trim_dark"])))
        stroke(ctx, hem, pal["line"], 2.2, 0.8, 2.2, 2.2)
        # Belt.
        belt = Shape([(-60, 126), (0, 119), (60, 126), (60, 111), (0, 104), (-60, 111)])
        fill(ctx, belt, linear(50, 120, -50, 110, (0, pal["leather_light"]), (0.5, pal["leather"]),
                               (1, pal["leather_dark"])))
        stroke(ctx, [(-60, 127), (0, 120), (60, 127)], pal["line"], 2.4, 0.9, 2.4, 2.4)
        stroke(ctx, [(-60, 110), (0, 103), (60, 110)], pal["line"], 2.4, 0.9, 2.4, 2.4)
        spot(ctx, 6, 101, 60, 8, pal["line"], 0.4)
        # Strap of the bag.
        strap = Shape([(44, 206, "c"), (30, 212, "c"), (-56, 122, "c"), (-46, 112, "c")])
        fill(ctx, strap, linear(30, 200, -50, 115, (0, pal["leather_light"]), (1, pal["leather_dark"])))
        stroke(ctx, [(44, 206), (-46, 112)], pal["line"], 2.2, 0.9, 2.2, 2.2)
        stroke(ctx, [(30, 212), (-56, 122)], pal["line"], 2.2, 0.9, 2.2, 2.2)
        for k in range(7):
            f = (k + 0.5) / 7
            x, y = 37 - 88 * f, 209 - 92 * f
            stroke(ctx, [(x + 3, y + 3), (x - 3, y - 3)], pal["trim"], 1.8, 0.7, 1.8, 1.8)
        # Shade of head and scarf.
        spot(ctx, -8, 208, 80, 44, pal["line"], 0.6)
    crescent(ctx, TORSO, pal["cloth_dark"], 0.75, 14, 3, 0.6)
    crescent(ctx, TORSO, pal["bounce"], 0.35, 4, 1, 0.4)
    crescent(ctx, TORSO, pal["rim"], 0.7, -4.5, 0, 0.35)
    for x, y in ((11, 158), (11, 140)):
        button = ellipse(x, y, 4.2, 4.2)
        ink(ctx, button, pal["line"], 2.2)
        fill(ctx, button, linear(x + 3, y + 4, x - 3, y - 4, (0, mix(pal["trim"], "#ffffff", 0.5)), (1, pal["trim_dark"])))
    # Buckle, over everything.
    buckle = Shape([(9, 124, "c"), (29, 125, "c"), (29, 104, "c"), (9, 103, "c")])
    ink(ctx, buckle, pal["line"], 2.6)
    fill(ctx, buckle, linear(29, 125, 9, 103, (0, mix(pal["trim"], "#ffffff", 0.5)), (0.5, pal["trim"]),
                             (1, pal["trim_dark"])))
    fill(ctx, Shape([(14, 119, "c"), (24, 119.6, "c"), (24, 109.4, "c"), (14, 108.6, "c")]), pal["leather_dark"])
    stroke(ctx, [(19, 114), (29, 114)], pal["trim"], 3, 1, 3, 3)


# --- limbs --------------------------------------------------------------------------------------

ARM_NEAR = Ribbon([(-36, 186), (-49, 166), (-58, 144), (-60, 122), (-57, 98)], [19, 18, 17.5, 16.5, 14.5])
ARM_FAR = Ribbon([(36, 182), (52, 166), (70, 156), (92, 160), (113, 174)], [18, 17.5, 17, 16, 14])
LEG = Ribbon([(-20, 106), (-17, 82), (-16, 56), (-17, 30), (-20, 4)], [22, 21.5, 20, 17.5, 15.5])


def _capped(ribbon, start, end):
    """Outline of a limb with rounded ends."""
    def cap(u, radius, sign):
        x, y = ribbon.point(u)
        tx, ty = ribbon.tangent(u)
        return (x + tx * sign * radius, y + ty * sign * radius)
    left = [ribbon.at(k / 10, 1) for k in range(11)]
    right = [ribbon.at(k / 10, -1) for k in range(11)]
    return Shape(left + [cap(1, end, 1)] + right[::-1] + [cap(0, start, -1)])


def _sleeve(ctx, pal, ribbon, limb, u):
    """Short sleeve with a trimmed edge from the shoulder to fraction u."""
    points = [ribbon.at(u, 1.6), ribbon.at(u + 0.03, 0.5), ribbon.at(u + 0.03, -0.5), ribbon.at(u, -1.6)]
    x, y = ribbon.point(0)
    tx, ty = ribbon.tangent(0)
    shape = Shape(points + [(x - tx * 60 + ty * 60, y - ty * 60 - tx * 60, "c"),
                            (x - tx * 60 - ty * 60, y - ty * 60 + tx * 60, "c")])
    with inside(ctx, limb):
        fill(ctx, shape, linear(x + 16, y + 20, *ribbon.point(u), (0, pal["cloth_light"]), (1, pal["cloth"])))
        stroke(ctx, points, pal["line"], 3, 1, 3, 3)
        inner = [ribbon.at(u - 0.055, 1.5), ribbon.at(u - 0.03, 0.5), ribbon.at(u - 0.03, -0.5), ribbon.at(u - 0.055, -1.5)]
        stroke(ctx, inner, pal["trim"], 5.5, 1, 5.5, 5.5)
        under = [ribbon.at(u + 0.06, 1.5), ribbon.at(u + 0.09, 0.5), ribbon.at(u + 0.09, -0.5), ribbon.at(u + 0.06, -1.5)]
        stroke(ctx, under, pal["fur_shade"], 7, 0.4, 7, 7)


def _arm(ctx, pal, ribbon):
    limb = _capped(ribbon, 16, 12)
    ink(ctx, limb, pal["line"])
    a, b = ribbon.point(0.3), ribbon.point(0.95)
    fill(ctx, limb, linear(*a, *b, (0, pal["fur_light"]), (0.3, pal["fur"]), (0.62, pal["fur_dark"]), (0.72, pal["sock"]),
                           (1, pal["sock"])))
    with inside(ctx, limb):
        for v in (-0.7, -0.2, 0.35, 0.8):
            stroke(ctx, [ribbon.at(0.86, v), ribbon.at(0.62 - 0.05 * (v > 0), v * 1.05)], pal["sock"], 9, 1, 9, 0)
    _sleeve(ctx, pal, ribbon, limb, 0.34)
    crescent(ctx, limb, pal["fur_shade"], 0.5, 6, 5, 0.6)
    crescent(ctx, limb, pal["rim"], 0.65, -3.4, -1, 0.35)


def arm_near(ctx, pal):
    _arm(ctx, pal, ARM_NEAR)


def arm_far(ctx, pal):
    _arm(ctx, pal, ARM_FAR)


def paw(ctx, pal):
    """Relaxed near paw about its wrist (-57, 98)."""
    shape = Shape([(-72, 100), (-76, 86), (-70, 72), (-55, 67), (-42, 74), (-38, 88), (-44, 102), (-58, 106)])
    ink(ctx, shape, pal["line"])
    fill(ctx, shape, linear(-44, 104, -66, 70, (0, pal["sock_light"]), (0.6, pal["sock"]), (1, pal["sock_dark"])))
    thumb = Shape([(-46, 100), (-36, 94), (-34, 84), (-41, 79), (-48, 86)])
    ink(ctx, thumb, pal["line"], 2.6)
    fill(ctx, thumb, linear(-38, 98, -44, 82, (0, pal["sock_light"]), (1, pal["sock"])))
    for x in (-64, -55):
        stroke(ctx, [(x, 69), (x - 0.5, 79)], pal["line"], 3, 0.9, 2.6, 0)
    with inside(ctx, shape):
        spot(ctx, -58, 104, 20, 14, pal["sock"], 0.8)
    crescent(ctx, shape, pal["sock_dark"], 0.5, 5, 4, 0.5)
    crescent(ctx, shape, pal["rim"], 0.55, -3, -1, 0.35)


def paw_open(ctx, pal):
    """Open near paw, pads to the viewer, fingers pointing down from the wrist (-57, 98)."""
    shape = Shape([(-72, 102), (-80, 90), (-82, 74), (-76, 64), (-70, 66, "c"), (-68, 56), (-58, 52), (-52, 60, "c"),
                   (-46, 56), (-37, 62), (-37, 76), (-40, 80, "c"), (-30, 82), (-26, 92), (-36, 98), (-46, 104),
                   (-58, 108)])
    ink(ctx, shape, pal["line"])
    fill(ctx, shape, linear(-44, 106, -64, 56, (0, pal["sock"]), (0.4, pal["sock_light"]), (1, pal["sock"])))
    crescent(ctx, shape, pal["sock_dark"], 0.5, 4, 3, 0.5)
    crescent(ctx, shape, pal["rim"], 0.55, -3, -1, 0.35)
    pads = [Shape([(-66, 90), (-58, 92), (-49, 89), (-47, 80), (-57, 77), (-68, 81)]), ellipse(-73, 73, 4.6, 5.4, -14),
            ellipse(-60, 63.5, 5, 5.8), ellipse(-45, 67, 4.8, 5.6, 14), ellipse(-35, 90, 5, 4.2, 10)]
    for pad in pads:
        fill(ctx, pad, linear(-50, 92, -60, 60, (0, pal["ear"]), (1, pal["ear_dark"])))
        crescent(ctx, pad, "#ffffff", 0.45, -1.4, -1.4, 0.4)


def paw_far(ctx, pal):
    """Far paw closed round the lantern's ring; the wrist is at (113, 174)."""
    shape = Shape([(101, 178), (104, 166), (116, 160), (129, 163), (137, 174), (136, 188), (125, 195), (110, 192)])
    ink(ctx, shape, pal["line"])
    fill(ctx, shape, linear(128, 194, 110, 164, (0, pal["sock_light"]), (0.6, pal["sock"]), (1, pal["sock_dark"])))
    for y in (171, 179.5, 187.5):
        stroke(ctx, [(136, y), (126, y - 1.2), (120, y + 0.6)], pal["line"], 3, 0.9, 2.6, 0)
    crescent(ctx, shape, pal["sock_dark"], 0.5, 4, 4, 0.5)
    crescent(ctx, shape, pal["rim"], 0.7, -3, -1, 0.35)


def leg(ctx, pal):
    limb = _capped(LEG, 18, 12)
    ink(ctx, limb, pal["line"])
    fill(ctx, limb, linear(-20, 100, -20, 8, (0, pal["fur_dark"]), (0.42, pal["fur"]), (0.58, pal["fur_dark"]),
                           (0.66, pal["sock"]), (1, pal["sock"])))
    with inside(ctx, limb):
        for v in (-0.75, -0.25, 0.3, 0.8):
            stroke(ctx, [LEG.at(0.85, v), LEG.at(0.54, v)], pal["sock"], 10, 1, 10, 0)
        spot(ctx, -16, 84, 40, 24, pal["line"], 0.65)
    crescent(ctx, limb, pal["fur_shade"], 0.5, 7, 0, 0.6)
    crescent(ctx, limb, pal["rim"], 0.6, -3.4, 0, 0.35)


GROUND = -16  # height of the sole in the drawings' coordinates

BOOT = Shape([(-41, 40), (-41, 26), (-45, 12), (-43, 2, "c"), (-16, 0), (22, 0, "c"), (30, 6), (28, 18), (14, 26),
              (2, 30), (1, 40), (-20, 43)])


def boot(ctx, pal):
    ctx.translate(0, GROUND)
    ink(ctx, BOOT, pal["line"])
    fill(ctx, BOOT, linear(0, 40, -20, 0, (0, pal["leather_light"]), (0.5, pal["leather"]), (1, pal["leather_dark"])))
    with inside(ctx, BOOT):
        spot(ctx, 16, 20, 16, 9, mix(pal["leather_light"], "#ffffff", 0.35), 0.8)
        fill(ctx, Shape([(-60, 7, "c"), (-10, 5.5), (40, 8, "c"), (40, -10, "c"), (-60, -10, "c")]), pal["leather_dark"])
        stroke(ctx, [(-60, 7.4), (-10, 5.9), (40, 8.4)], pal["line"], 2, 0.8, 2, 2)
        stroke(ctx, [(-8, 31), (0, 22), (-2, 8)], pal["leather_dark"], 3.4, 0.8)
    crescent(ctx, BOOT, pal["leather_dark"], 0.6, 6, 4, 0.6)
    crescent(ctx, BOOT, pal["rim"], 0.6, -3.2, -2, 0.35)
    cuff = Shape([(-45, 42), (-47, 34), (-44, 28), (-20, 25), (3, 29), (6, 35), (5, 42), (-20, 45)])
    ink(ctx, cuff, pal["line"], 3.4)
    fill(ctx, cuff, linear(4, 46, -44, 26, (0, mix(pal["cream"], "#ffffff", 0.4)), (0.5, pal["cream"]),
                           (1, pal["cream_shade"])))
    with inside(ctx, cuff):
        for k in range(6):
            x = -40 + 8.4 * k
            stroke(ctx, [(x, 31 - 3 * (1 - abs(k - 2.5) / 3)), (x + 1, 38)], pal["cream_shade"], 2.6, 0.8)
    crescent(ctx, cuff, pal["fur_shade"], 0.35, 5, 2, 0.6)
