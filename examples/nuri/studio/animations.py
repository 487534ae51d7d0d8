"""The four animations."""

import math

from .clip import Clip
from .curves import Track, bump, spring
from .moves import (LONG, SHORT, TAIL, TAU, always, blink_keys, breathe, flutter, hang, lantern_light, lids, look,
                    open_mouth, plant, rolled, sparks, stand, sway, wave)
from .skeleton import BONE

EVENTS = {
    "footstep": {"string": "near"},
    "jump": {},
    "land": {"float": 1},
    "wave": {},
    "blink": {},
}


def idle():
    """Four seconds: breath, slow tail, a glance at the lantern, two blinks, a twitch of the ear."""
    clip = Clip(4.0)
    breath = wave(1, 2.0, -0.25)
    clip.add("hips", "y", lambda t: -3.2 + 1.1 * breath(t))
    clip.add("hips", "x", wave(1.6, 4.0))
    clip.add("torso", "rotate", wave(0.8, 4.0, 0.1))
    clip.add("chest", "rotate", wave(0.9, 2.0, -0.3))
    clip.add("head", "y", wave(1.5, 2.0, -0.38))
    glance = Track((0, 0), (1.25, 0), (1.6, 1), (2.6, 1), (3.0, 0), (4, 0))
    clip.add("head", "rotate", lambda t: wave(1.3, 4.0, 0.2)(t) - 3.4 * glance(t - 0.04), glance.times)
    clip.add("face", "x", lambda t: 3.6 * glance(t - 0.02), glance.times)
    clip.add("face", "y", lambda t: -2.4 * glance(t - 0.02) + 0.5 * breath(t - 0.1))
    look(clip, _times(glance, lambda t: 4.6 * glance(t)), _times(glance, lambda t: -5.0 * glance(t)))
    clip.add("brow-near", "y", lambda t: 2.4 * glance(t))
    clip.add("brow-far", "y", lambda t: 2.4 * glance(t))
    clip.add("brow-near", "rotate", lambda t: 3 * glance(t))
    lids(clip, blink_keys(1.12, 3.3) + [(4.0, 0.0)])
    clip.event(1.19, "blink")
    clip.event(3.37, "blink")

    sway(clip, TAIL, (2.2, 3.0, 3.8, 4.6, 5.6, 7.0), 4.0, 0.07)
    sway(clip, TAIL, (0.5, 0.7, 1.0, 1.3, 1.8, 2.4), 2.0, 0.06, 0.3)
    sway(clip, LONG, (2.0, 3.2, 4.4, 5.5), 2.0, 0.11, 0.1)
    sway(clip, SHORT, (1.6, 2.8, 4.0), 2.0, 0.12, 0.3)
    flutter(clip, "scarf-long", 2, 3.0)
    flutter(clip, "scarf-short", 2, 2.2)
    breathe(clip, 2.0)

    twitch = Track((0, 0), (2.18, 0), (2.24, 15), (2.31, -4), (2.38, 10), (2.46, -2), (2.58, 0), (4, 0))
    clip.add("ear-near", "rotate", _times(twitch, lambda t: wave(1.2, 2.0, -0.3)(t) + 0.6 * twitch(t)))
    clip.add("ear-near-tip", "rotate", lambda t: wave(1.8, 2.0, -0.4)(t) + 0.9 * twitch(t - 0.03),
             [t + 0.03 for t in twitch.times])
    clip.add("ear-far", "rotate", lambda t: wave(-1.2, 2.0, -0.3)(t) - 6 * glance(t))
    clip.add("ear-far-tip", "rotate", lambda t: wave(-1.8, 2.0, -0.4)(t) - 5 * glance(t - 0.06))
    clip.add("tuft", "rotate", wave(1.6, 2.0, -0.45))
    clip.add("tuft-tip", "rotate", wave(3.2, 2.0, -0.55))
    clip.add("bangs", "rotate", wave(2.2, 4.0, -0.1))
    clip.add("charm", "rotate", wave(3.0, 2.0, -0.5))

    clip.add("arm-near", "rotate", wave(1.8, 2.0, -0.35))
    clip.add("forearm-near", "rotate", wave(1.6, 2.0, -0.42, 2))
    clip.add("paw-near", "rotate", wave(2.0, 2.0, -0.5))
    clip.add("arm-far", "rotate", lambda t: wave(1.6, 2.0, -0.3)(t) + 4 * glance(t))
    clip.add("forearm-far", "rotate", lambda t: wave(1.4, 2.0, -0.4)(t) + 6 * glance(t))
    hang(clip, "lantern", lambda t: wave(3.2, 2.0, -0.05)(t) + 4 * bump(t, 1.3, 1.7, 2.1) - 3 * bump(t, 2.6, 3.0, 3.5),
         (1.3, 1.7, 2.1, 2.6, 3.0, 3.5))
    clip.add("bag", "rotate", wave(1.2, 2.0, -0.4))
    lantern_light(clip, 4, (1.7, 2.5), ((1.6, 2.0, 2.7),))
    sparks(clip, 2)
    clip.add("shadow", "sx", lambda t: 1 + 0.008 * breath(t))
    for side in ("near", "far"):
        stand(clip, side)
    return clip


def _times(track, function):
    """The function with the key times of the track, so that keys fall on them."""
    function.times = track.times
    return function


# --- walk ---------------------------------------------------------------------------------------

CYCLE = 0.8     # seconds for two steps
STANCE = 0.60   # part of the cycle that a foot is on the ground
STRIDE = 70.0   # units the ground moves under a standing foot
STRIKE = 20.0   # foot angle when the heel lands
LIFT = -46.0    # foot angle when the toe leaves


def _foot(side, phase):
    """ankle(t), turn(t), toe(t) and the times of the foot's events."""
    centre = BONE[f"foot-{side}"].at[0] + (19 if side == "near" else -16)  # the feet tread on one line, nearly
    speed = STRIDE / STANCE  # per cycle
    roll = Track((0, STRIKE), (0.12, 0), (0.36, 0), (STANCE, LIFT))

    def stance(p):
        x = centre + STRIDE * 0.5 - speed * p
        turn = roll(p)
        return rolled(side, x, turn) + (turn,)

    x0, y0, _ = stance(STANCE)
    x1, y1, _ = stance(0.0)
    air = 1 - STANCE
    fly_turn = Track((0, LIFT), (0.28, LIFT * 0.9), (0.78, STRIKE), (1, STRIKE))

    def pose(t):
        p = (t / CYCLE + phase) % 1.0
        if p <= STANCE:
            return stance(p)
        s = (p - STANCE) / air
        m = -speed * air
        x = (x0 * (2 * s ** 3 - 3 * s * s + 1) + m * 0.6 * (s ** 3 - 2 * s * s + s) + x1 * (3 * s * s - 2 * s ** 3)
             + m * 0.6 * (s ** 3 - s * s))
        y = y0 + (y1 - y0) * s * s * (3 - 2 * s) + 15 * math.sin(math.pi * s) ** 2 * (1.25 - 0.5 * s)
        return x, y, fly_turn(s)

    def toe(t):
        p = (t / CYCLE + phase) % 1.0
        turn = pose(t)[2]
        if p <= STANCE:
            return -turn if turn < 0 else 0.0
        s = (p - STANCE) / air
        return -LIFT * max(0.0, 1 - s / 0.45) ** 2 * (1 + 2 * s / 0.45) if s < 0.45 else 0.0

    edges = [(q - phase) % 1.0 * CYCLE for q in (0.0, 0.12, 0.36, STANCE, STANCE + 0.28 * air, STANCE + 0.45 * air,
                                                 STANCE + 0.78 * air)]
    return lambda t: pose(t)[:2], lambda t: pose(t)[2], toe, edges


def walk():
    """A brisk step on the spot; move the character forwards by STRIDE / (STANCE * CYCLE) units a second."""
    clip = Clip(CYCLE)
    half = CYCLE / 2
    clip.add("hips", "y", lambda t: -7.0 - 3.4 * math.cos(TAU * (t / half - 0.16)))
    clip.add("hips", "x", wave(1.5, half, 0.1, 2))
    clip.add("hips", "rotate", wave(1.6, CYCLE, 0.2))
    clip.add("torso", "rotate", wave(1.5, CYCLE, 0.7, -3.5))
    clip.add("chest", "rotate", wave(2.0, CYCLE, 0.66, -2.0))
    clip.add("chest", "x", wave(1.2, half, -0.32))
    clip.add("head", "rotate", wave(1.8, half, -0.42, 4.2))
    clip.add("head", "y", wave(2.0, half, -0.36))
    clip.add("face", "y", wave(1.0, half, -0.5))
    clip.add("face", "x", wave(0.8, CYCLE, 0.2, 1.5))
    clip.add("brow-near", "y", always(1.0))
    clip.add("brow-far", "y", always(1.0))
    lids(clip, [(0.0, 0.0), (CYCLE, 0.0)])

    for side, phase in (("near", 0.0), ("far", 0.5)):
        # The hip turns with the step: its joint goes along with the foot.
        clip.add(f"thigh-{side}", "x", wave(8, CYCLE, phase + 0.25 - 0.02, 9 if side == "near" else -9))
        ankle, turn, toe, edges = _foot(side, phase)
        plant(clip, side, ankle, turn, toe, edges)
    clip.event(0.0, "footstep")
    clip.event(half, "footstep", string="far")

    clip.add("arm-near", "rotate", wave(-25, CYCLE, 0.25, 4))
    clip.add("forearm-near", "rotate", wave(-13, CYCLE, 0.18, 20))
    clip.add("paw-near", "rotate", wave(-9, CYCLE, 0.10, 4))
    clip.add("arm-far", "rotate", wave(4, half, -0.3, 3))
    clip.add("forearm-far", "rotate", wave(5, half, -0.42, 4))
    clip.add("paw-far", "rotate", wave(3, half, -0.5))
    hang(clip, "lantern", lambda t: wave(6, CYCLE, 0.42)(t) + wave(2.5, half, 0.1)(t) - 2)
    clip.add("bag", "rotate", wave(6, CYCLE, 0.55))

    sway(clip, TAIL, (3.4, 3.6, 4.2, 5.2, 6.6, 9.0), CYCLE, 0.10, 0.1, (-3, -1, 0, 1, 2, 2))
    sway(clip, TAIL, (1.4, 1.6, 1.8, 2.0, 2.2, 2.4), half, 0.10, 0.2)
    sway(clip, LONG, (4, 6, 8, 10), half, 0.17, 0.15, (-6, -3, -1, 0))
    sway(clip, SHORT, (5, 7, 10), half, 0.18, 0.3, (-12, -5, -2))
    flutter(clip, "scarf-long", 2, 4.6)
    flutter(clip, "scarf-short", 2, 3.6)
    for name, size, lag in (("ear-near", 3.5, 0.42), ("ear-far", -3.5, 0.42), ("ear-near-tip", 6.5, 0.54),
                            ("ear-far-tip", -6.5, 0.54)):
        clip.add(name, "rotate", wave(size, half, -lag, 3.0))
    clip.add("tuft", "rotate", wave(4, half, -0.45, 3))
    clip.add("tuft-tip", "rotate", wave(7, half, -0.58, 5))
    clip.add("bangs", "rotate", wave(4, half, -0.5, -3))
    clip.add("charm", "rotate", wave(7, half, -0.6, -4))
    clip.add("shadow", "sx", wave(0.02, half, 0.09, 0.99))
    lantern_light(clip, 2, (0.0, CYCLE))
    sparks(clip, 1)
    return clip


# --- jump ---------------------------------------------------------------------------------------

OFF, DOWN, JUMP_END = 0.40, 0.96, 1.5
HEIGHT = 122.0


def _height(t):
    if t <= OFF or t >= DOWN:
        return 0.0
    s = (t - OFF) / (DOWN - OFF)
    return 4 * HEIGHT * s * (1 - s)


def jump():
    """Crouch, leap, land; it ends exactly as it began."""
    d = JUMP_END
    clip = Clip(d)
    clip.add("body", "y", _height, (OFF, DOWN))
    clip.add("body", "sy", Track((0, 1), (0.26, 0.93), (OFF, 1.13), (0.56, 1.04), (0.68, 1.0), (0.84, 1.06),
                                 (DOWN, 1.08), (1.04, 0.84), (1.18, 1.045), (1.32, 0.99), (d, 1)))
    clip.add("body", "sx", Track((0, 1), (0.26, 1.06), (OFF, 0.90), (0.56, 0.97), (0.68, 1.0), (0.84, 0.955),
                                 (DOWN, 0.94), (1.04, 1.14), (1.18, 0.97), (1.32, 1.01), (d, 1)))
    drop = Track((0, -3.2), (0.26, -30), (OFF, -2), (0.52, -5), (0.80, -4), (DOWN, -3), (1.05, -30), (1.22, -1.2),
                 (1.36, -4), (d, -3.2))
    clip.add("hips", "y", drop)
    clip.add("hips", "x", Track((0, 0), (0.26, -5), (OFF, 5), (0.68, 0), (DOWN, 2), (1.05, -3), (1.3, 1), (d, 0)))
    clip.add("hips", "rotate", Track((0, 0), (0.26, -5), (OFF, 3), (0.68, -3), (DOWN, 1), (1.05, -5), (1.26, 1),
                                     (d, 0)))
    clip.add("torso", "rotate", Track((0, 0), (0.26, -9), (OFF, 4), (0.66, -3), (DOWN, 2), (1.07, -9),
                                      (1.3, 1.5), (d, 0)))
    clip.add("chest", "rotate", Track((0, 0), (0.27, -6), (0.43, 4), (0.68, -2), (0.98, 2), (1.09, -7),
                                      (1.32, 1), (d, 0)))
    clip.add("head", "rotate", Track((0, 0), (0.28, 9), (0.46, 1), (0.66, -3), (0.86, -4), (0.99, -2), (1.12, 11),
                                     (1.3, -2), (d, 0)))
    clip.add("head", "y", Track((0, 0), (0.30, -4), (0.45, 3), (0.68, 0), (1.0, 2), (1.10, -6), (1.26, 1.5), (d, 0)))
    clip.add("face", "y", Track((0, 0), (0.28, 3), (0.46, 6), (0.66, 1), (0.86, -4), (1.0, -2), (1.12, -4),
                                (1.3, 1), (d, 0)))
    look(clip, Track((0, 0), (0.26, 1), (0.5, 1), (0.9, 1), (1.2, 0), (d, 0)),
         Track((0, 0), (0.22, 4), (0.5, 5), (0.7, 0), (0.86, -6), (1.06, -5), (1.25, 0), (d, 0)))
    lids(clip, [(0, 0), (0.14, 0), (0.26, 0.38), (0.38, 0.2), (0.46, -0.06), (0.86, -0.08), (0.98, 0.2), (1.03, 1),
                (1.10, 1), (1.24, 0), (d, 0)])
    for brow in ("brow-near", "brow-far"):
        clip.add(brow, "y", Track((0, 0), (0.26, -4), (0.48, 6), (0.86, 7), (1.05, -3), (1.25, 1), (d, 0)))
    clip.attach("mouth", (0, "smile"), (0.36, "open"), (1.26, "smile"))
    open_mouth(clip, [(0, 0), (0.36, 0.05), (0.48, 1), (0.86, 0.8), (1.04, 0.25), (1.14, 0.5), (1.26, 0.05), (d, 0)])

    # Feet: rolled off the toes at the leap, trailing in the air, flat again on the ground.
    for side, spread, tuck, turned in (("near", 8, 17, -26), ("far", -5, 25, -12)):
        foot = BONE[f"foot-{side}"]
        roll = Track((0, 0), (0.29, 0), (OFF, -50), (0.48, -44), (0.64, turned), (0.86, 6), (DOWN, 0), (d, 0))
        shift = Track((0, 0), (OFF, 0), (0.62, -spread), (0.88, spread * 0.4), (DOWN, 0), (d, 0))
        lift = Track((0, 0), (OFF, 0), (0.62, tuck), (0.84, 7), (DOWN, 0), (d, 0))

        def ankle(t, side=side, foot=foot, roll=roll, shift=shift, lift=lift):
            x, y = rolled(side, foot.at[0], min(roll(t), 0.0))
            return (x + shift(t)) / clip.value("body", "sx", t), y + lift(t)

        def toe(t, roll=roll):
            return -min(roll(t), 0.0) * (1.0 if t < OFF else max(0.0, 1 - (t - OFF) / 0.1))
        plant(clip, side, ankle, roll, toe, roll.times + shift.times)

    # Arms: back in the crouch, thrown up in the leap; the lantern is held out and follows late.
    clip.add("arm-near", "rotate", Track((0, 0), (0.26, -34), (0.46, 46), (0.66, 2), (0.86, -58), (1.0, -50),
                                         (1.12, 14), (1.32, -4), (d, 0)))
    clip.add("forearm-near", "rotate", Track((0, 2), (0.28, 26), (0.48, 44), (0.68, 14), (0.88, -24), (1.02, -10),
                                             (1.15, 32), (1.34, 0), (d, 2)))
    clip.add("paw-near", "rotate", Track((0, 0), (0.30, -14), (0.50, 18), (0.72, -8), (0.92, -22), (1.18, 16), (d, 0)))
    clip.add("arm-far", "rotate", Track((0, 0), (0.26, -6), (0.46, 24), (0.66, 8), (0.86, 30), (1.0, 28), (1.12, -4),
                                        (1.3, 3), (d, 0)))
    clip.add("forearm-far", "rotate", Track((0, 0), (0.28, 14), (0.48, 16), (0.70, 6), (0.88, 18), (1.03, 14),
                                            (1.16, 6), (1.34, 3), (d, 0)))

    # Everything soft is shaken by the figure's own rise and fall, one spring for each link.
    h = 0.012

    def level(t):
        t = min(max(t, 0.0), d)
        return _height(t) + drop(t)

    def shake(t):
        a = (level(t + h) - 2 * level(t) + level(t - h)) / (h * h)
        return 2600 * math.tanh(a / 2600)

    def soft(name, gain, frequency, damping, delay):
        clip.add(name, "rotate", spring(lambda t: gain * shake(t), d, frequency, damping, delay))
    for i, name in enumerate(TAIL):
        soft(name, 0.44 + 0.11 * i, 2.1 + 0.1 * i, 0.42, 0.012 + 0.026 * i)
    for i, name in enumerate(LONG):
        soft(name, 0.9 + 0.24 * i, 2.3, 0.38, 0.01 + 0.035 * i)
    for i, name in enumerate(SHORT):
        soft(name, 0.8 + 0.24 * i, 2.5, 0.38, 0.01 + 0.035 * i)
    for name, gain, delay in (("ear-near", 0.8, 0.01), ("ear-near-tip", 1.3, 0.04), ("ear-far", -0.8, 0.01),
                              ("ear-far-tip", -1.3, 0.04), ("tuft", 0.8, 0.02), ("tuft-tip", 1.4, 0.05),
                              ("bangs", 1.0, 0.03), ("charm", 1.5, 0.03)):
        soft(name, gain, 3.0, 0.34, delay)
    hang(clip, "lantern", spring(lambda t: -0.5 * shake(t), d, 1.9, 0.3, 0.03, 0.4))
    clip.add("bag", "rotate", spring(lambda t: 0.5 * shake(t), d, 2.2, 0.35, 0.02))
    flutter(clip, "scarf-long", 1, 3.0, steps=10)
    flutter(clip, "scarf-short", 1, 2.2, steps=10)

    clip.add("shadow", "sx", lambda t: (1 - 0.0034 * _height(t)) * (0.5 + 0.5 * clip.value("body", "sx", t)))
    clip.add("shadow", "sy", lambda t: 1 - 0.0030 * _height(t), (OFF, DOWN))
    clip.color("shadow", "alpha", lambda t: (0.8 - 0.0040 * _height(t),), (OFF, DOWN))
    lantern_light(clip, 2, (0.5, 0.9), ((OFF, 0.62, DOWN), (DOWN, 1.04, 1.3)))
    sparks(clip, 1)
    clip.event(OFF, "jump")
    clip.event(DOWN, "land")
    return clip


# --- wave ---------------------------------------------------------------------------------------


def greet():
    """Two and a half seconds: a big friendly wave of the near paw, with smiling eyes."""
    d = 2.4
    clip = Clip(d)
    up = Track((0, 0), (0.12, -0.06), (0.46, 1.06), (0.58, 1), (1.86, 1), (1.98, 1.04), (2.18, -0.03), (2.28, 0),
               (d, 0))

    strength = Track((0, 0), (0.34, 0), (0.7, 1), (1.6, 1), (2.0, 0), (d, 0))

    def swing(t, lag=0.0):
        return math.sin(TAU * (t - lag - 0.46) / 0.46) * strength(t - lag)

    def bounce(t):
        return math.sin(TAU * (t - 0.46) / 0.92) ** 2 * up(t)

    clip.add("hips", "y", lambda t: (-3.2 + 2.6 * bounce(t) - 2.6 * bump(t, 0.0, 0.16, 0.42)
                                     - 1.5 * bump(t, 1.9, 2.1, d)),
             (0.16, 0.42, 1.9, 2.1))
    clip.add("hips", "x", lambda t: 3.0 * up(t), up.times)
    clip.add("hips", "rotate", lambda t: -1.5 * up(t))
    clip.add("torso", "rotate", lambda t: 2.2 * up(t) + 1.0 * swing(t, 0.1))
    clip.add("chest", "rotate", lambda t: 3.0 * up(t - 0.03) + 1.2 * swing(t, 0.12))
    clip.add("head", "rotate", lambda t: 3.8 * up(t - 0.06) + 2.2 * swing(t, 0.16))
    clip.add("head", "y", lambda t: 2.0 * bounce(t - 0.06))
    clip.add("face", "x", lambda t: -4.0 * up(t - 0.04))
    clip.add("face", "y", lambda t: 1.5 * up(t - 0.04))
    for brow in ("brow-near", "brow-far"):
        clip.add(brow, "y", lambda t: 4.5 * up(t))

    # The arm: raised out to the side, the forearm waves from the elbow.
    clip.add("arm-near", "rotate", lambda t: -79 * up(t) + 5 * swing(t, -0.04), up.times)
    clip.add("forearm-near", "rotate", lambda t: 2 - 76 * up(t - 0.04) + 21 * swing(t))
    clip.add("paw-near", "rotate", lambda t: -12 * up(t - 0.08) + 16 * swing(t, 0.06))
    clip.add("arm-near", "sx", lambda t: 1 + 0.14 * up(t))
    clip.add("forearm-near", "sx", lambda t: 1 + 0.34 * up(t))
    clip.add("paw-near", "sx", lambda t: 1 / (1 + 0.30 * up(t)))
    clip.attach("paw-near", (0, "paw"), (0.30, "paw-open"), (2.10, "paw"))
    clip.order.append({"time": 0})
    clip.bring_to_front_of(0.24, ("forearm-near", "paw-near"), "tuft")
    clip.order.append({"time": 2.16})

    # Smiling eyes: the lids meet, then the eyes are swapped for arcs.
    lids(clip, [(0, 0), (0.30, 0), (0.40, 1), (1.94, 1), (2.06, 0), (d, 0)])
    for side in ("near", "far"):
        clip.attach(f"lash-{side}", (0, "lash"), (0.40, "happy"), (1.94, "lash"))
        clip.attach(f"eye-{side}", (0, f"eye-{side}"), (0.40, None), (1.94, f"eye-{side}"))
        clip.attach(f"flick-{side}", (0, "flick"), (0.40, None), (1.94, "flick"))
        clip.attach(f"iris-{side}", (0, "iris"), (0.40, None), (1.94, "iris"))
        clip.attach(f"sparkle-{side}", (0, "sparkle"), (0.40, None), (1.94, "sparkle"))
    clip.attach("mouth", (0, "smile"), (0.34, "open"), (2.04, "smile"))
    open_mouth(clip, [(0, 0), (0.34, 0.05), (0.52, 1), (0.9, 0.75), (1.3, 1), (1.7, 0.8), (2.04, 0.05), (d, 0)])

    clip.add("arm-far", "rotate", lambda t: -5 * up(t - 0.05))
    clip.add("forearm-far", "rotate", lambda t: 4 * up(t - 0.08))
    hang(clip, "lantern", lambda t: 6 * bump(t, 0.1, 0.5, 0.9) - 5 * bump(t, 0.6, 1.0, 1.4) + 3 * bump(t, 1.1, 1.5, 1.9)
         - 4 * bump(t, 1.8, 2.1, d), (0.1, 0.5, 0.9, 1.4, 1.9, 2.1))
    clip.add("bag", "rotate", lambda t: -3 * up(t - 0.05) + 1.5 * swing(t, 0.2))

    for i, name in enumerate(TAIL):
        clip.add(name, "rotate", lambda t, i=i: (
            (3.0 + 1.3 * i) * math.sin(TAU * (t / 0.6 - 0.09 * i)) - 2.0) * up(t - 0.05))
    sway(clip, LONG, (2.0, 3.4, 4.8, 6.0), 1.2, 0.12, 0.1)
    sway(clip, SHORT, (1.8, 3.2, 4.6), 1.2, 0.13, 0.3)
    flutter(clip, "scarf-long", 2, 3.2)
    flutter(clip, "scarf-short", 2, 2.4)
    breathe(clip, 1.2, 0.7)
    for name, size, lag in (("ear-near", 6, 0.05), ("ear-near-tip", 8, 0.1), ("ear-far", -6, 0.05),
                            ("ear-far-tip", -8, 0.1)):
        clip.add(name, "rotate", lambda t, s=size, g=lag: -s * 0.5 * up(t - g) + s * 0.5 * bounce(t - g - 0.06))
    clip.add("tuft", "rotate", lambda t: 3 * swing(t, 0.22))
    clip.add("tuft-tip", "rotate", lambda t: 5 * swing(t, 0.28))
    clip.add("bangs", "rotate", lambda t: 3 * swing(t, 0.24))
    clip.add("charm", "rotate", lambda t: 5 * swing(t, 0.26))
    lantern_light(clip, 3, (0.9, 1.5), ((0.3, 0.7, 1.6),))
    sparks(clip, 1)
    clip.event(0.46, "wave")
    for side in ("near", "far"):
        stand(clip, side)
    return clip


TRAVEL = 20  # seconds


def travel():
    """The way that `walk` goes, for a second track: its feet then stay where they tread."""
    way = STRIDE / (STANCE * CYCLE) * TRAVEL
    return {"bones": {"root": {"translate": [{}, {"time": TRAVEL, "x": round(way, 3)}]}}}


def build():
    return {"idle": idle().json(), "walk": walk().json(), "jump": jump().json(), "wave": greet().json(),
            "travel": travel()}
