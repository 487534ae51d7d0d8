"""Drawings of the head: skull and mask, ears, forelock, eyes, brows, nose, mouth, charm."""

import math

import cairo

from .kit import (OUTLINE, Polygon, Shape, brush, crescent, edge, ellipse, fill, ink, inside, linear, mix, rgb,
                  source, spot, stroke)

HEAD = Shape([
    (8, 386), (66, 376), (106, 342), (122, 300), (126, 276),
    (150, 258, "c"), (131, 250, "c"), (140, 232, "c"), (114, 232, "c"), (84, 214), (44, 204), (6, 204), (-36, 210),
    (-66, 219, "c"), (-94, 206, "c"), (-97, 226, "c"), (-134, 220, "c"), (-122, 245, "c"), (-154, 252, "c"),
    (-128, 284), (-116, 330), (-80, 368), (-34, 384)])

MASK = Shape([
    (-190, 262), (-128, 276), (-84, 262), (-46, 243), (-6, 242), (12, 258), (24, 276), (33, 262), (43, 252),
    (52, 262), (60, 276), (70, 258), (86, 242), (108, 250), (128, 266), (190, 262), (170, 150, "c"), (-190, 150, "c")])

EAR_NEAR = Shape([(-114, 322), (-126, 360), (-137, 420), (-132, 494, "c"), (-84, 462), (-44, 412), (-16, 366),
                  (-40, 330)])
EAR_NEAR_INNER = Shape([(-96, 336), (-110, 376), (-116, 404), (-113, 432, "c"), (-86, 408), (-60, 386), (-42, 362),
                        (-60, 336)])
EAR_FAR = Shape([(42, 360), (56, 406), (84, 452), (122, 486, "c"), (136, 422), (130, 368), (114, 326), (70, 330)])
EAR_FAR_INNER = Shape([(66, 362), (76, 402), (92, 414), (111, 428, "c"), (119, 402), (116, 370), (104, 338),
                       (80, 340)])

# Eye shapes: centre, half width, half height, slant (the outer corner is higher).
EYE_NEAR = (-12, 284, 27, 32, -0.16)
EYE_FAR = (77, 285, 21.5, 31, 0.18)
EYE_RING = 2.4  # ink ring round the eye white
EYE_POINTS = 20


def eye_outline(eye, grow=0.0, n=EYE_POINTS):
    """Points round an eye, counterclockwise from its right corner: also the hull of the eye meshes."""
    cx, cy, rx, ry, slant = eye
    points = []
    for i in range(n):
        a = 2 * math.pi * i / n
        c, s = math.cos(a), math.sin(a)
        x = (rx + grow) * math.copysign(abs(c) ** 0.86, c)
        y = (ry + grow) * math.copysign(abs(s) ** 0.92, s)
        points.append((cx + x, cy + y + slant * x))
    return points


def fur_locks(ctx, locks, color, alpha, thick=3.0):
    for lock in locks:
        stroke(ctx, lock, color, thick, alpha)


def head(ctx, pal):
    ink(ctx, HEAD, pal["line"])
    fill(ctx, HEAD, linear(30, 390, -20, 215, (0, pal["fur_light"]), (0.45, pal["fur"]), (1, pal["fur_dark"])))
    with inside(ctx, HEAD):
        spot(ctx, 66, 372, 110, 70, pal["fur_light"], 0.75)
        spot(ctx, -110, 320, 70, 90, pal["fur_shade"], 0.42)
        fill(ctx, MASK, linear(40, 280, 10, 200, (0, pal["cream"]), (0.55, pal["cream"]), (1, pal["cream_shade"])))
        # Soft shade of the fur where it meets the mask, and under the cheeks.
        with inside(ctx, MASK):
            spot(ctx, -110, 216, 92, 34, pal["fur_shade"], 0.34)
            spot(ctx, 128, 216, 60, 26, pal["fur_shade"], 0.2)
            spot(ctx, 20, 203, 110, 22, pal["fur_shade"], 0.3)
            # The muzzle, rounded by light from above.
            spot(ctx, 42, 246, 42, 27, "#ffffff", 0.8)
            stroke(ctx, [(2, 238), (14, 222), (40, 215), (66, 222), (82, 238)], pal["cream_shade"], 5, 0.75)
        # Shade of the forelock.
        with inside(ctx, HEAD):
            fill(ctx, TUFT.moved(-3, -9), pal["fur_shade"], 0.42)
        spot(ctx, -70, 243, 25, 13, pal["blush"], 0.5)
        spot(ctx, 110, 248, 17, 11, pal["blush"], 0.45)
        for x, y in ((-80, 247), (-70, 243), (-60, 247)):
            stroke(ctx, [(x - 2, y - 4), (x + 2, y + 4)], mix(pal["blush"], pal["line"], 0.3), 2.0, 0.5)
        fur_locks(ctx, [[(-100, 270), (-118, 262), (-132, 250)], [(-92, 246), (-108, 238), (-120, 226)],
                        [(-78, 228), (-84, 220), (-90, 212)], [(118, 262), (130, 258), (140, 254)],
                        [(114, 244), (124, 240), (132, 236)]], pal["cream_shade"], 0.9, 3.4)
        fur_locks(ctx, [[(-112, 312), (-108, 298), (-110, 286)], [(-100, 330), (-94, 314), (-95, 300)],
                        [(104, 322), (108, 308), (106, 294)]], pal["fur_dark"], 0.75, 3.6)
    crescent(ctx, HEAD, pal["fur_shade"], 0.4, 13, 9, 0.6)
    crescent(ctx, HEAD, pal["bounce"], 0.3, 4, 3, 0.4)
    crescent(ctx, HEAD, pal["rim"], 0.85, -5, -2.5, 0.35)
    edge(ctx, HEAD, pal["fur_shade"], 0.2, 5)


def _ear(ctx, pal, outer, inner, tip, locks, far):
    ink(ctx, outer, pal["line"])
    fill(ctx, outer, linear(tip[0], tip[1], 0, 345, (0, pal["fur_light"]), (0.5, pal["fur"]), (1, pal["fur_dark"])))
    with inside(ctx, outer):
        # Dark tip with a jagged edge.
        s = -1 if not far else 1
        x, y = tip
        fill(ctx, Shape([(x - 60, y + 20, "c"), (x + 60, y + 20, "c"), (x + 60, y - 44, "c"), (x - s * 2 + 26, y - 38),
                         (x - s * 14 + 10, y - 58, "c"), (x - s * 8, y - 40, "c"), (x - s * 6 - 12, y - 62, "c"),
                         (x - 16, y - 38), (x - 60, y - 50, "c")]), pal["sock"])
        spot(ctx, x - s * 4, y - 12, 26, 30, pal["sock_light"], 0.6)
    fill(ctx, inner, linear(tip[0], tip[1] - 30, inner.points[-1][0], 335, (0, pal["ear_dark"]), (0.6, pal["ear"]),
                            (1, pal["ear_dark"])))
    crescent(ctx, inner, pal["fur_shade"], 0.45, 8 if not far else -8, -5, 0.6)
    for lock in locks:
        fill(ctx, Shape(lock), linear(0, 420, 0, 340, (0, pal["cream"]), (1, pal["cream_shade"])))
    with inside(ctx, outer):
        spot(ctx, tip[0] + (60 if not far else -30), 350, 80, 34, pal["fur_shade"], 0.5)
    crescent(ctx, outer, pal["fur_shade"], 0.35, 8, 0, 0.6)
    crescent(ctx, outer, pal["rim"], 0.75, -4.2, -1, 0.35)


def ear_near(ctx, pal):
    locks = [[(-104, 334, "c"), (-110, 366), (-104, 404, "c"), (-94, 380), (-86, 350, "c")],
             [(-92, 334, "c"), (-94, 360), (-82, 396, "c"), (-76, 366), (-66, 344, "c")]]
    _ear(ctx, pal, EAR_NEAR, EAR_NEAR_INNER, (-132, 494), locks, False)


def ear_far(ctx, pal):
    locks = [[(70, 344, "c"), (78, 372), (94, 404, "c"), (94, 372), (92, 340, "c")],
             [(84, 340, "c"), (98, 362), (110, 388, "c"), (110, 362), (106, 336, "c")]]
    _ear(ctx, pal, EAR_FAR, EAR_FAR_INNER, (122, 486), locks, True)


TUFT = Shape([
    (-38, 362, "c"), (-26, 388), (-12, 402), (-26, 426, "c"), (12, 418), (42, 436), (78, 436, "c"), (62, 424),
    (57, 411, "c"), (80, 410), (106, 392, "c"), (86, 386), (80, 374), (90, 346, "c"), (68, 358), (58, 370, "c"),
    (50, 354), (56, 330, "c"), (32, 346), (20, 366, "c"), (8, 356), (6, 340, "c"), (-12, 352)])


def tuft(ctx, pal):
    ink(ctx, TUFT, pal["line"])
    fill(ctx, TUFT, linear(30, 440, 26, 340, (0, pal["cream"]), (0.28, pal["fur_light"]), (0.7, pal["fur"]),
                           (1, pal["fur_light"])))
    with inside(ctx, TUFT):
        spot(ctx, 16, 396, 50, 13, mix(pal["fur_light"], "#ffffff", 0.5), 0.75, 14)
        for lock in ([(0, 372), (-2, 394), (-14, 412)], [(26, 376), (36, 404), (62, 428)],
                     [(54, 380), (72, 396), (90, 396)], [(36, 372), (44, 356), (50, 344)],
                     [(70, 378), (78, 364), (82, 356)], [(-14, 374), (-24, 370), (-30, 366)]):
            stroke(ctx, lock, pal["fur_dark"], 3.4, 0.8)
    crescent(ctx, TUFT, pal["fur_shade"], 0.4, 5, 5, 0.6)
    crescent(ctx, TUFT, pal["rim"], 0.9, -4, -3, 0.35)


# --- eyes ---------------------------------------------------------------------------------------


def _eye_white(ctx, pal, eye):
    outer = Polygon(eye_outline(eye, n=120))
    inner = Polygon(eye_outline(eye, -EYE_RING, n=120))
    fill(ctx, outer, "#2b1230")
    cx, cy, _, ry, _ = eye
    fill(ctx, inner, linear(cx, cy + ry, cx, cy - ry, (0, "#c9c4e4"), (0.4, "#f6f4ff"), (1, "#ffffff")))
    crescent(ctx, inner, "#6d4a86", 0.5, 0, -7, 0.7)


def eye_near(ctx, pal):
    _eye_white(ctx, pal, EYE_NEAR)


def eye_far(ctx, pal):
    _eye_white(ctx, pal, EYE_FAR)


def iris(ctx, pal):
    disc = ellipse(0, 0, 22, 27)
    fill(ctx, disc, "#160a20")
    body = ellipse(0, 0, 20.1, 25.1)
    fill(ctx, body, linear(0, 26, 0, -26, (0, mix(pal["iris_dark"], "#10051a", 0.5)), (0.45, pal["iris_dark"]),
                           (0.72, pal["iris"]), (1, pal["iris_light"])))
    with inside(ctx, body):
        spot(ctx, 0, -21, 21, 17, pal["iris_light"], 0.95)
        for k in range(-4, 5):
            stroke(ctx, [(k * 1.6, -9), (k * 4.2, -22)], "#ffffff", 1.3, 0.22)
        fill(ctx, ellipse(1, 1, 9.6, 13.6), "#0d0616")
        spot(ctx, 1, 1, 12, 16, "#0d0616", 0.6)
        spot(ctx, 0, 26, 24, 22, "#0a0314", 0.8)


def sparkle(ctx, pal):
    """Highlights of an eye, drawn about the origin; they stay put while the iris moves less."""
    fill(ctx, ellipse(7.5, 10.5, 7.2, 8.4, 20), "#ffffff")
    fill(ctx, ellipse(-7.5, -9.5, 3.6, 4.2), "#ffffff", 0.92)
    spot(ctx, 4, -13, 9, 4.5, "#ffffff", 0.4)


def lash_spine(eye, lift=0.0):
    """Points from the left to the right corner along the upper lid."""
    points = eye_outline(eye, 0.4 + lift, 40)
    return [points[i] for i in range(21, -1, -1)] if eye[4] < 0 else [points[i] for i in range(20, -2, -1)]


def _lash(ctx, eye):
    cx, cy, rx, ry, slant = eye
    near = slant < 0
    top = eye_outline(eye, 1.2, 40)
    low = eye_outline(eye, -2.8, 40)
    first, last = (1, 21) if near else (-1, 19)
    upper = [top[i % 40] for i in range(first, last + 1)]
    lower = [low[i % 40] for i in range(first, last + 1)]
    # A thick lid line: swells to the outer corner and ends there in a flick.
    rows = []
    n = len(upper) - 1
    for i in range(n + 1):
        f = i / n
        if not near:
            f = 1 - f
        swell = 1.3 + 4.6 * f ** 0.7 * (1 - max(0, f - 0.86) / 0.14 * 0.5)
        ux, uy = upper[i][0] - lower[i][0], upper[i][1] - lower[i][1]
        length = math.hypot(ux, uy)
        rows.append((upper[i], (ux / length, uy / length), swell))
    over = [(p[0] + d[0] * w, p[1] + d[1] * w) for p, d, w in rows]
    under = [(p[0] - d[0] * 2.8, p[1] - d[1] * 2.8) for p, d, w in rows]
    fill(ctx, Polygon(over + under[::-1]), "#25102c")
    corner = rows[-1][0] if near else rows[0][0]
    s = -1 if near else 1
    fill(ctx, Shape([(corner[0] - s * 6, corner[1] + 10), (corner[0] + s * 4, corner[1] + 10),
                     (corner[0] + s * 14, corner[1] + 13, "c"), (corner[0] + s * 5, corner[1] + 1),
                     (corner[0] - s * 1, corner[1] - 5, "c")]), "#25102c")


def lash_near(ctx, pal):
    _lash(ctx, EYE_NEAR)


def lash_far(ctx, pal):
    _lash(ctx, EYE_FAR)


def _happy(ctx, eye):
    cx, cy, rx, ry, slant = eye
    s = -1 if slant < 0 else 1
    arc = [(cx - rx * 0.98, cy - 9 + slant * -rx), (cx - rx * 0.55, cy + 10 + slant * -rx * 0.5),
           (cx, cy + 15), (cx + rx * 0.55, cy + 10 + slant * rx * 0.5), (cx + rx * 0.98, cy - 9 + slant * rx)]
    stroke(ctx, arc, "#25102c", 10, 1, 4, 4)
    end = arc[0] if s < 0 else arc[-1]
    stroke(ctx, [(end[0] - s * 5, end[1] + 5), (end[0] + s * 9, end[1] + 3)], "#25102c", 5, 1, 3, 0)


def happy_near(ctx, pal):
    _happy(ctx, EYE_NEAR)


def happy_far(ctx, pal):
    _happy(ctx, EYE_FAR)


def brow_near(ctx, pal):
    stroke(ctx, [(-42, 334), (-18, 341), (8, 333)], pal["sock"], 9, 1, 2, 4)
    stroke(ctx, [(-36, 337), (-18, 342.5), (2, 337)], pal["sock_light"], 2.6, 0.7)


def brow_far(ctx, pal):
    stroke(ctx, [(62, 333), (82, 341), (100, 335)], pal["sock"], 8.4, 1, 4, 2)
    stroke(ctx, [(68, 337), (82, 342.5), (95, 338.5)], pal["sock_light"], 2.4, 0.7)


# --- muzzle -------------------------------------------------------------------------------------

NOSE = Shape([(30, 262), (42, 266), (55, 262), (54, 254), (43, 246), (32, 254)])


def nose(ctx, pal):
    fill(ctx, NOSE, linear(42, 266, 42, 246, (0, mix(pal["sock_light"], "#30101c", 0.35)), (1, "#1d0a18")))
    with inside(ctx, NOSE):
        spot(ctx, 46, 262, 10, 4, "#ffffff", 0.85)
        spot(ctx, 36, 251, 6, 4, pal["sock_light"], 0.7)


def smile(ctx, pal):
    dark = "#3a1523"
    stroke(ctx, [(43, 247), (43, 238)], dark, 3.4, 1, 3, 3)
    stroke(ctx, [(43, 239), (37, 232), (26, 231), (17, 238)], dark, 4.4, 1, 3, 1.5)
    stroke(ctx, [(43, 239), (50, 232), (60, 231.5), (68, 239)], dark, 4.4, 1, 3, 1.5)


MOUTH = Shape([(20, 239, "c"), (31, 234), (43, 238), (54, 234), (65, 240, "c"), (60, 222), (43, 212), (26, 221)])


def mouth(ctx, pal):
    dark = "#3a1523"
    stroke(ctx, [(43, 247), (43, 237)], dark, 3.4, 1, 3, 3)
    ink(ctx, MOUTH, dark, 2.8)
    fill(ctx, MOUTH, linear(43, 240, 43, 212, (0, "#5e1226"), (1, "#a02a3c")))
    with inside(ctx, MOUTH):
        fill(ctx, ellipse(44, 212, 15, 11), "#ff8d8d")
        spot(ctx, 47, 217, 9, 5, "#ffd0c8", 0.8)
        fill(ctx, Shape([(24, 240, "c"), (34, 238, "c"), (29, 228, "c")]), "#ffffff")
        fill(ctx, Shape([(53, 238, "c"), (62, 241, "c"), (57.5, 228.5, "c")]), "#ffffff")


# --- charm --------------------------------------------------------------------------------------


def charm(ctx, pal):
    """Ember tucks a leaf behind the ear, Dusk a silver feather with a moon pin."""
    if pal["name"] == "ember":
        for leaf, light in ((Shape([(-98, 350), (-124, 366), (-158, 358), (-176, 332, "c"), (-146, 330), (-114, 338)]),
                             "#9fd65a"),
                            (Shape([(-96, 344), (-116, 338), (-140, 318), (-144, 292, "c"), (-118, 304), (-98, 326)]),
                             "#6fb548")):
            ink(ctx, leaf, pal["line"])
            fill(ctx, leaf, linear(-96, 352, -170, 320, (0, light), (1, "#3c8a45")))
            crescent(ctx, leaf, "#1d5a4a", 0.45, 4, 5, 0.5)
            crescent(ctx, leaf, "#efffb0", 0.7, -3, -3, 0.4)
        stroke(ctx, [(-100, 348), (-134, 350), (-170, 334)], "#2c6a3a", 2.6, 0.9)
        stroke(ctx, [(-98, 340), (-120, 322), (-140, 298)], "#2c6a3a", 2.4, 0.9)
        berry = ellipse(-98, 346, 9, 9)
        ink(ctx, berry, pal["line"], 3.6)
        fill(ctx, berry, linear(-96, 355, -100, 338, (0, "#ff7a6a"), (1, "#b51f3a")))
        fill(ctx, ellipse(-95, 350, 2.6, 2.2, 30), "#ffffff", 0.9)
        return
    feather = Shape([(-96, 346), (-116, 366), (-150, 366), (-188, 340, "c"), (-168, 334), (-172, 322, "c"), (-150, 326),
                     (-148, 314, "c"), (-118, 326)])
    ink(ctx, feather, pal["line"])
    fill(ctx, feather, linear(-96, 346, -185, 335, (0, "#ffffff"), (0.6, "#bfeff5"), (1, "#54a7d6")))
    with inside(ctx, feather):
        for k in range(5):
            x = -112 - 14 * k
            stroke(ctx, [(x, 346 - 1.2 * k), (x - 18, 354 - 3 * k)], "#5b7fc0", 2, 0.5)
            stroke(ctx, [(x, 344 - 1.2 * k), (x - 18, 330 - k)], "#5b7fc0", 2, 0.5)
    stroke(ctx, [(-98, 346), (-140, 347), (-184, 339)], "#4a5aa8", 2.8, 0.9)
    crescent(ctx, feather, "#3c4aa0", 0.35, 4, 5, 0.5)
    pin = ellipse(-99, 346, 12, 12)
    ink(ctx, pin, pal["line"], 3.6)
    fill(ctx, pin, linear(-96, 358, -102, 334, (0, "#4a3f94"), (1, "#2c2560")))
    with inside(ctx, pin):
        ctx.save()
        ctx.arc(-99, 346, 8.6, 0, 2 * math.pi)
        ctx.arc(-95.5, 348.5, 7, 0, 2 * math.pi)
        source(ctx, pal["trim"])
        ctx.set_fill_rule(cairo.FILL_RULE_EVEN_ODD)
        ctx.clip()
        ctx.arc(-99, 346, 8.6, 0, 2 * math.pi)
        ctx.fill()
        ctx.restore()
