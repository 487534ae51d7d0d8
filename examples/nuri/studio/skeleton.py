"""The bones: where they sit in the drawing, and the tree they form."""

import math

from . import body_art, prop_art
from .body_art import GROUND

TAIL_JOINTS = [0.0, 0.16, 0.32, 0.48, 0.64, 0.80]
LONG_JOINTS = [0.0, 0.26, 0.50, 0.74]
SHORT_JOINTS = [0.0, 0.34, 0.66]


class Bone:
    def __init__(self, name, parent, at, tip=None):
        self.name, self.parent, self.at = name, parent, at
        if tip is None:
            self.turn, self.length = 0.0, 0.0
        else:
            self.turn = math.degrees(math.atan2(tip[1] - at[1], tip[0] - at[0]))
            self.length = math.hypot(tip[0] - at[0], tip[1] - at[1])

    def to_local(self, x, y):
        """Point of the drawing in this bone's space (setup pose: no scales anywhere)."""
        a = math.radians(self.turn)
        dx, dy = x - self.at[0], y - self.at[1]
        return dx * math.cos(a) + dy * math.sin(a), -dx * math.sin(a) + dy * math.cos(a)


def _chain(names, parent, band, joints):
    spots = [band.point(u) for u in joints] + [band.point(1.0)]
    bones = []
    for i, name in enumerate(names):
        bones.append((name, parent if i == 0 else names[i - 1], spots[i], spots[i + 1]))
    return bones


def _leg(side, dx, dy):
    hip, knee, ankle = (-20 + dx, 96 + dy), (-16 + dx, 50 + dy), (-20 + dx, 6 + dy)
    return [(f"thigh-{side}", "hips", hip, knee), (f"shin-{side}", f"thigh-{side}", knee, ankle),
            (f"foot-{side}", f"shin-{side}", ankle, None),
            (f"toe-{side}", f"foot-{side}", (4 + dx, GROUND + 4 + dy), None)]


FAR_LEG = (42, 2)  # the far leg and boot are the near ones, moved by this

_TABLE = [
    ("root", None, (0, GROUND), None),
    ("shadow", "root", (0, GROUND), None),
    ("body", "root", (0, GROUND), None),
    ("hips", "body", (0, 92), None),
    *_chain([f"tail-{i}" for i in range(1, 7)], "hips", body_art.TAIL, TAIL_JOINTS),
    *_leg("far", *FAR_LEG),
    *_leg("near", 0, 0),
    ("torso", "hips", (0, 98), (2, 146)),
    ("bag", "torso", (-44, 118), (-44, 80)),
    ("chest", "torso", (2, 146), (4, 200)),
    *_chain([f"scarf-long-{i}" for i in range(1, 5)], "chest", prop_art.SCARF_LONG, LONG_JOINTS),
    *_chain([f"scarf-short-{i}" for i in range(1, 4)], "chest", prop_art.SCARF_SHORT, SHORT_JOINTS),
    ("arm-far", "chest", (36, 182), (70, 156)),
    ("forearm-far", "arm-far", (70, 156), (113, 174)),
    ("paw-far", "forearm-far", (113, 174), (134, 178)),
    ("lantern", "paw-far", (120, 178), (120, 60)),
    ("flame", "lantern", prop_art.FLAME_AT, None),
    ("shine", "lantern", (120, 103), None),
    ("glow", "lantern", (120, 98), None),
    ("spark-1", "glow", (120, 98), None),
    ("spark-2", "glow", (120, 98), None),
    ("spark-3", "glow", (120, 98), None),
    ("arm-near", "chest", (-36, 186), (-58, 144)),
    ("forearm-near", "arm-near", (-58, 144), (-57, 98)),
    ("paw-near", "forearm-near", (-57, 98), (-58, 72)),
    ("head", "chest", (4, 206), None),
    ("ear-far", "head", (90, 340), (106, 408)),
    ("ear-far-tip", "ear-far", (106, 408), (122, 486)),
    ("ear-near", "head", (-70, 342), (-104, 412)),
    ("ear-near-tip", "ear-near", (-104, 412), (-132, 494)),
    ("charm", "head", (-98, 346), (-150, 342)),
    ("face", "head", (34, 262), None),
    ("nose", "face", (43, 256), None),
    ("mouth", "face", (43, 238), None),
    ("eye-near", "face", (-12, 284), None),
    ("iris-near", "eye-near", (-9, 283), None),
    ("eye-far", "face", (77, 285), None),
    ("iris-far", "eye-far", (78, 284), None),
    ("brow-near", "face", (-18, 334), None),
    ("brow-far", "face", (82, 334), None),
    ("tuft", "head", (20, 372), (36, 402)),
    ("tuft-tip", "tuft", (36, 402), (92, 414)),
    ("bangs", "head", (34, 372), (42, 338)),
]

BONES = [Bone(*row) for row in _TABLE]
BONE = {bone.name: bone for bone in BONES}
INDEX = {bone.name: i for i, bone in enumerate(BONES)}


def clean(number, digits=2):
    """Rounded for the file, whole numbers without a fraction, never minus zero."""
    value = round(number, digits) + 0.0
    return int(value) if value == int(value) else value


def bones_json():
    out = []
    for bone in BONES:
        item = {"name": bone.name}
        if bone.parent:
            parent = BONE[bone.parent]
            item["parent"] = bone.parent
            x, y = parent.to_local(*bone.at)
            turn = bone.turn - parent.turn
        else:
            x, y, turn = 0.0, 0.0, bone.turn
        turn = (turn + 180) % 360 - 180
        values = {"length": bone.length, "rotation": turn, "x": x, "y": y}
        item.update({k: clean(v, 3) for k, v in values.items() if clean(v, 3) != 0})
        out.append(item)
    return out
