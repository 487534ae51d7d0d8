"""What the animations have in common: legs by two-bone geometry, eyes, lantern light, cloth, breath."""

import math

from . import head_art, prop_art
from .curves import Track, bump
from .head_art import EYE_FAR, EYE_NEAR
from .rig import eye_mesh, lash_mesh, meshes, mouth_mesh
from .skeleton import BONE

TAU = 2 * math.pi


def wave(amplitude, period, phase=0.0, centre=0.0):
    """Sine of the given period; phase in turns."""
    return lambda t: centre + amplitude * math.sin(TAU * (t / period + phase))


def always(value):
    return lambda t: value


# --- legs ---------------------------------------------------------------------------------------


def plant(clip, side, ankle, turn, toe, breaks=()):
    """Keys a leg so that its ankle is at ankle(t) -> (x, y), in the body bone's space as drawn, whatever the hips do.

    turn(t) is the foot's angle to the ground, toe(t) the toe's angle to the foot (degrees, counterclockwise).
    """
    thigh, shin = BONE[f"thigh-{side}"], BONE[f"shin-{side}"]
    hips = BONE["hips"]
    upper, lower = thigh.length, shin.length

    def solve(t):
        spin = clip.value("hips", "rotate", t)
        c, s = math.cos(math.radians(spin)), math.sin(math.radians(spin))
        ox, oy = thigh.at[0] - hips.at[0], thigh.at[1] - hips.at[1]
        hx = hips.at[0] + clip.value("hips", "x", t) + ox * c - oy * s
        hy = hips.at[1] + clip.value("hips", "y", t) + ox * s + oy * c
        ax, ay = ankle(t)
        reach = max(min(math.hypot(ax - hx, ay - hy), upper + lower - 0.05), 12.0)
        heading = math.atan2(ay - hy, ax - hx)
        bend = math.acos((upper ** 2 + reach ** 2 - lower ** 2) / (2 * upper * reach))
        first = heading + bend  # the knee points forwards
        kx, ky = hx + upper * math.cos(first), hy + upper * math.sin(first)
        ex, ey = hx + reach * math.cos(heading), hy + reach * math.sin(heading)
        second = math.atan2(ey - ky, ex - kx)

        def turned(angle, bone):
            return (math.degrees(angle) - bone.turn + 180) % 360 - 180
        a, b = turned(first, thigh), turned(second, shin)
        return a - spin, b - a, turn(t) - b

    for k, bone in enumerate((f"thigh-{side}", f"shin-{side}", f"foot-{side}")):
        clip.add(bone, "rotate", lambda t, k=k: solve(t)[k], breaks, ("hips", "body"))
    clip.add(f"toe-{side}", "rotate", toe, breaks)


def rolled(side, flat_x, turn):
    """Ankle of a foot that stands at flat_x and is turned about its heel (turn > 0) or its toe joint (turn < 0)."""
    foot, toe = BONE[f"foot-{side}"], BONE[f"toe-{side}"]
    if turn >= 0:
        px, py = -22.0, toe.at[1] - 4 - foot.at[1]
    else:
        px, py = toe.at[0] - foot.at[0], toe.at[1] - 4 - foot.at[1]
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return flat_x + px - px * c + py * s, foot.at[1] + py - px * s - py * c


def stand(clip, side):
    """Both heel and toe stay on the ground, at their places; sideways stretch of the body is undone."""
    foot = BONE[f"foot-{side}"]

    def ankle(t):
        return foot.at[0] / clip.value("body", "sx", t), foot.at[1]
    plant(clip, side, ankle, always(0.0), always(0.0))


# --- eyes ---------------------------------------------------------------------------------------


def _close(eye, x, y, amount):
    """Where a point of the eye goes when the lids meet by the given amount (0 open, 1 shut)."""
    cx, cy, rx, ry, slant = eye
    f = min(abs(x - cx) / rx, 1.0)
    # The shut lids slope the other way than the eye: half shut then looks drowsy, not cross.
    target = cy - 0.5 * slant * (x - cx) - 0.42 * ry * math.sqrt(1 - f * f)
    return (target - y) * amount


def _lid_offsets(eye, amount):
    """Deforms of the eye white, the clip and the lash for one eye."""
    white = []
    for x, y in eye_mesh(eye).points:
        white += [0.0, _close(eye, x, y, amount)]
    clip = []
    for x, y in head_art.eye_outline(eye, -head_art.EYE_RING + 0.7):
        clip += [0.0, _close(eye, x, y, amount)]
    lash = []
    cx, cy, rx, ry, slant = eye
    for x, _ in lash_mesh("near" if eye is EYE_NEAR else "far").points:
        f = min(abs(x - cx) / rx, 1.0)
        top = cy + slant * (x - cx) + ry * math.sqrt(1 - f * f)
        lash += [0.0, _close(eye, x, top, amount)]
    return white, clip, lash


def lids(clip, keys):
    """keys: (time, how far shut); eased between."""
    for side, eye in (("near", EYE_NEAR), ("far", EYE_FAR)):
        rows = [(t, _lid_offsets(eye, amount)) for t, amount in keys]
        for slot, placeholder, k in ((f"eye-{side}", f"eye-{side}", 0), (f"eye-{side}-clip", f"eye-{side}-clip", 1),
                                     (f"lash-{side}", "lash", 2)):
            clip.deform("default", slot, placeholder, [(t, parts[k], True) for t, parts in rows])


def blink_keys(*times, squint=0.0, hold=0.04):
    keys = [(0.0, squint)]
    for t in times:
        keys += [(t, squint), (t + 0.07, 1.0), (t + 0.07 + hold, 1.0), (t + 0.2 + hold, squint)]
    return keys


def look(clip, x, y):
    """Moves both irises; the face follows a little."""
    for bone, squeeze in (("iris-near", 1.0), ("iris-far", 0.86)):
        clip.add(bone, "x", _scaled(x, squeeze))
        clip.add(bone, "y", y)


def _scaled(track, factor):
    def value(t):
        return track(t) * factor
    value.times = getattr(track, "times", ())
    return value


def open_mouth(clip, keys):
    """keys: (time, how far open) for the mesh mouth: closed, its floor is drawn up to its lip line."""
    points = mouth_mesh().points
    rows = []
    for t, amount in keys:
        offsets = []
        for x, y in points:
            depth = max(0.0, 240 - y)
            offsets += [(43 - x) * 0.16 * (1 - amount), depth * 0.82 * (1 - amount)]
        rows.append((t, offsets, True))
    clip.deform("default", "mouth", "open", rows)


# --- cloth and breath ---------------------------------------------------------------------------


def weighted_offsets(mesh, move):
    """Deform of a weighted mesh from move(x, y, index) -> (dx, dy) in the drawing's space."""
    out = []
    for i, (x, y) in enumerate(mesh.points):
        dx, dy = move(x, y, i)
        for name, _ in sorted(mesh.weights[i].items(), key=lambda e: (-e[1], e[0])):
            a = math.radians(BONE[name].turn)
            out += [dx * math.cos(a) + dy * math.sin(a), -dx * math.sin(a) + dy * math.cos(a)]
    return out


def breathe(clip, period, depth=1.0):
    """The chest fills and falls; `clip.duration` is a whole number of periods."""
    mesh = meshes()["torso"]["torso"][1]

    def full(x, y, _):
        up = math.exp(-((y - 166) / 40) ** 2)
        return (x - 4) * 0.055 * up * depth, 2.6 * up * depth
    offsets = weighted_offsets(mesh, full)
    keys = []
    for k in range(round(clip.duration / period)):
        keys += [(k * period, None, True), (k * period + 0.45 * period, offsets, True)]
    clip.deform("ember", "torso", "torso", keys + [(clip.duration, None, False)])


def flutter(clip, slot, cycles, height, ripples=1.3, steps=8):
    """A ripple that runs down a scarf's end: deform keys on its mesh."""
    band = prop_art.SCARF_LONG if slot == "scarf-long" else prop_art.SCARF_SHORT
    mesh = meshes()[slot][slot][1]
    keys = []
    count = cycles * steps
    for k in range(count + 1):
        phase = k / steps

        def move(x, y, i):
            u = mesh.fractions[i]
            tx, ty = band.tangent(u)
            size = height * min(max(u, 0.0), 1.1) ** 1.3 * math.sin(TAU * (ripples * u - phase))
            return -ty * size, tx * size
        keys.append((clip.duration * k / count, weighted_offsets(mesh, move), False))
    clip.deform("ember", slot, slot, keys)


def sway(clip, names, amplitudes, period, lag, phase=0.0, centre=None):
    """Sine down a chain of bones, each later than the one before by `lag` turns."""
    for i, name in enumerate(names):
        middle = centre[i] if centre else 0.0
        clip.add(name, "rotate", wave(amplitudes[i], period, phase - lag * i, middle))


TAIL = [f"tail-{i}" for i in range(1, 7)]
LONG = [f"scarf-long-{i}" for i in range(1, 5)]
SHORT = [f"scarf-short-{i}" for i in range(1, 4)]


# --- lantern ------------------------------------------------------------------------------------


def hang(clip, bone, swing, breaks=()):
    """The bone hangs straight down whatever its parents do, plus a swing of its own."""
    parents, parent = [], BONE[bone].parent
    while parent:
        parents.append(parent)
        parent = BONE[parent].parent
    clip.add(bone, "rotate", lambda t: swing(t) - clip.turn_of_parents(bone, t), breaks, parents)


def lantern_light(clip, flickers, sweep, flares=()):
    """Flame, glow, halo, sparks and the gliding shine. `flickers` cycles fit the clip; `sweep` is (start, end)."""
    d = clip.duration
    f = d / flickers

    def strength(t):
        value = 0.5 + 0.28 * math.sin(TAU * t / f) + 0.16 * math.sin(TAU * (2 * t / f + 0.3))
        return min(1.0, value + sum(bump(t, a, b, c) for a, b, c in flares))
    marks = sorted({t for flare in flares for t in flare})
    clip.add("flame", "sy", lambda t: 0.9 + 0.2 * strength(t), marks)
    clip.add("flame", "sx", lambda t: 1.05 - 0.1 * strength(t))
    clip.add("flame", "rotate", wave(3.5, f, 0.2))
    clip.add("glow", "sx", lambda t: 0.94 + 0.14 * strength(t), marks)
    clip.add("glow", "sy", lambda t: 0.94 + 0.14 * strength(t))
    clip.color("glow", "alpha", lambda t: (0.30 + 0.2 * strength(t),), marks)
    clip.color("halo", "alpha", lambda t: (0.52 + 0.3 * strength(t),), marks)
    # Light stays white; the dark colour lifts the flame's deep tones towards white heat.
    clip.color("flame", "rgba2", lambda t: (1, 1, 1, 1, 0.1 + 0.5 * strength(t) ** 2, 0.05 + 0.38 * strength(t) ** 2,
                                            0.05 + 0.3 * strength(t) ** 2), marks, 0.02)
    start, end = sweep
    if start <= 0 and end >= d:
        clip.add("shine", "x", lambda t: -58 * math.cos(TAU * t / d))
    else:
        clip.add("shine", "x", Track((0, -62), (start, -62), (end, 62), (end + 0.02, 62), (d, 62)))


def sparks(clip, rounds=1):
    """Three motes of light that rise from the lantern, out of step; each fades before it starts over."""
    d = clip.duration / rounds
    for i, (drift, height, shift) in enumerate(((16, 74, 0.0), (-20, 92, 0.36), (8, 64, 0.7))):
        name = f"spark-{i + 1}"
        gap = 0.04
        edges = set()
        for k in range(rounds + 1):
            for f in (0.0, 1 - gap):
                edges.add((k + f - shift) * d)
        edges = sorted(t for t in edges if 0 < t < clip.duration)

        def rise(t, shift=shift, height=height):
            f = (t / d + shift) % 1.0
            return -8 + height * (f / (1 - gap) if f < 1 - gap else (1 - f) / gap)

        def side(t, drift=drift, shift=shift):
            f = (t / d + shift) % 1.0
            f = f / (1 - gap) if f < 1 - gap else (1 - f) / gap
            return drift * math.sin(TAU * 0.7 * f)

        def alpha(t, shift=shift):
            f = (t / d + shift) % 1.0
            return (0.95 * math.sin(math.pi * f / (1 - gap)) ** 0.8 if f < 1 - gap else 0.0,)
        clip.add(name, "x", side, edges)
        clip.add(name, "y", rise, edges)
        clip.add(name, "sx", lambda t, a=alpha: 0.5 + 0.5 * a(t)[0])
        clip.add(name, "sy", lambda t, a=alpha: 0.5 + 0.5 * a(t)[0])
        clip.color(name, "alpha", alpha, edges)
