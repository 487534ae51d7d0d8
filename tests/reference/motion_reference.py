#!/usr/bin/env python3
"""Makes tests/data/motion: clips and rigs with the poses, or the messages, that the format's page asks for.

Shares nothing with the library: rotations are matrices here, blended about an axis that is taken out of a matrix, and
Beziers are solved by bisection. Needs nothing but Python.

    python3 tests/reference/motion_reference.py tests/data/motion
"""

import json
import math
import os
import sys

# ----------------------------------------------------------------------------------------------------------------------
# Mathematics


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for i in range(len(a))]


def transpose(a):
    return [list(row) for row in zip(*a)]


def about(axis, angle):
    """Rodrigues: the matrix that turns by an angle about an axis of length 1."""
    x, y, z = axis
    c, s, t = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [
        [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
        [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
        [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
    ]


def rotation(angles):
    """x first, then y, then z, all about the axes of the parent."""
    x = about((1, 0, 0), angles[0])
    y = about((0, 1, 0), angles[1])
    z = about((0, 0, 1), angles[2])
    return product(z, product(y, x))


def shorter(a, b, u):
    """The part u of the shorter way from one rotation matrix to another."""
    way = product(transpose(a), b)
    vector = [way[2][1] - way[1][2], way[0][2] - way[2][0], way[1][0] - way[0][1]]
    length = math.sqrt(sum(c * c for c in vector))
    trace = way[0][0] + way[1][1] + way[2][2]
    angle = math.atan2(length, trace - 1)
    if length < 1e-12:
        assert angle < 1e-6, "half a turn has no axis here"
        return a
    return product(a, about([c / length for c in vector], angle * u))


def mix(a, b, u):
    return [x + (y - x) * u for x, y in zip(a, b)]


def bezier(curve, u):
    def at(p1, p2, s):
        return 3 * p1 * s * (1 - s) ** 2 + 3 * p2 * s * s * (1 - s) + s**3

    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if at(curve[0], curve[2], middle) < u:
            low = middle
        else:
            high = middle
    return at(curve[1], curve[3], (low + high) / 2)


def ease(track, u):
    kind = track["interpolation"]
    if kind == "step":
        return 0
    if kind == "linear":
        return u
    if kind == "smooth":
        return 3 * u * u - 2 * u**3
    return bezier(track.get("curve", [0.25, 0.1, 0.25, 1.0]), u)


def value_at(track, time, blend):
    keys = track["keys"]
    if time <= keys[0][0]:
        return blend(keys[0][1], keys[0][1], 0)
    for (t0, v0), (t1, v1) in zip(keys, keys[1:]):
        if t0 <= time < t1:
            return blend(v0, v1, ease(track, (time - t0) / (t1 - t0)))
    return blend(keys[-1][1], keys[-1][1], 0)


# ----------------------------------------------------------------------------------------------------------------------
# Sampling


def is_rig(clip):
    return "binding" in clip


def local_pose(clip, part, time, weight):
    pose = {"position": part["position"], "angles": part["rotation"], "scale": part["scale"]}
    turned = rotation(part["rotation"])
    for track in clip["tracks"]:
        if track["part"] != part["name"]:
            continue
        prop = track["property"]
        if prop == "rotation" and is_rig(clip):
            to = value_at(track, time, lambda a, b, u: shorter(rotation(a), rotation(b), u))
            turned = shorter(turned, to, weight) if weight != 1 else to
            continue
        field = "angles" if prop == "rotation" else prop
        pose[field] = mix(pose[field], value_at(track, time, mix), weight)
        if prop == "rotation":
            turned = rotation(pose["angles"])
    pose["rotation"] = turned
    return pose


def world_of(name, parts, poses):
    part = next(p for p in parts if p["name"] == name)
    pose = poses[name]
    local = [
        [pose["rotation"][i][j] * pose["scale"][j] for j in range(3)] + [pose["position"][i]] for i in range(3)
    ] + [[0, 0, 0, 1]]
    return product(world_of(part["parent"], parts, poses), local) if part.get("parent") else local


def tidy(number):
    number = round(number, 9)
    return int(number) if number == int(number) else number


def flat(matrix, rows):
    return [tidy(x) for row in matrix[:rows] for x in row]


def sample(clip, parts, time, weight):
    poses = {part["name"]: local_pose(clip, part, time, weight) for part in parts}
    out = []
    for part in parts:
        pose = poses[part["name"]]
        entry = {"name": part["name"], "position": [tidy(x) for x in pose["position"]]}
        if not is_rig(clip):
            entry["angles"] = [tidy(x) for x in pose["angles"]]
        entry["rotation"] = flat(pose["rotation"], 3)
        entry["scale"] = [tidy(x) for x in pose["scale"]]
        entry["world"] = flat(world_of(part["name"], parts, poses), 3)
        out.append(entry)
    return {"time": time, "weight": weight, "parts": out}


def clip_time(clip, elapsed):
    if clip["loop"]:
        return elapsed - math.floor(elapsed / clip["duration"]) * clip["duration"]
    return min(max(elapsed, 0), clip["duration"])


# ----------------------------------------------------------------------------------------------------------------------
# Texts


def vector(values):
    return "[" + ", ".join(str(v) for v in values) + "]"


def key(time, value):
    return f"      - time: {time}\n        value: {value}\n"


def clip_text(clip):
    text = clip.get("head", "" if is_rig(clip) else "format:\n  version: 1.0.0\n")
    if is_rig(clip):
        text += f"binding: {clip['binding']}\n"
    text += f"model: {clip['model']}\nduration: {clip['duration']}\nloop: {'true' if clip['loop'] else 'false'}\ntracks:\n"
    for track in clip["tracks"]:
        text += f"  - part: {track['part']}\n    property: {track['property']}\n    interpolation: {track['interpolation']}\n"
        if "curve" in track:
            text += f"    curve: {vector(track['curve'])}\n"
        text += "    keys:\n" + "".join(key(t, vector(v)) for t, v in track["keys"])
    return text


def node_text(node):
    text = ""
    for field in ["id", "name", "kind", "parent", "model"]:
        if field in node:
            text += f"    {field}: {node[field]}\n"
    for field in ["position", "rotation", "scale"]:
        if field in node:
            text += f"    {field}: {vector(node[field])}\n"
    return "  - " + text[4:]


def rig_text(rig):
    if rig.get("scene"):
        head = f"animation_name: {rig['name']}\n" if rig["name"] != "Scene" else ""
        others = "  - id: lamp/one\n    kind: light\n    power: 3\n"
        return f"title: A place\n{head}entities:\n" + others + "".join(node_text(n) for n in rig["nodes"])
    return rig.get("head", "") + f"name: {rig['name']}\nnodes:\n" + "".join(node_text(n) for n in rig["nodes"])


def full_node(node):
    return {
        "id": node["id"],
        "kind": node["kind"],
        "name": node.get("name", node["id"]),
        "parent": node.get("parent"),
        "model": node.get("model"),
        "position": node.get("position", [0, 0, 0]),
        "rotation": node.get("rotation", [0, 0, 0]),
        "scale": node.get("scale", [1, 1, 1]),
    }


# ----------------------------------------------------------------------------------------------------------------------
# Good cases

DIGGER = {
    "name": "Digger",
    "head": "format:\n  version: 1.0.0\n",
    "nodes": [
        {"id": "bucket", "kind": "attachment", "name": "The bucket", "parent": "stick", "model": "bucket_2m",
         "position": [0, -1.5, 0], "scale": [0.5, 0.5, 0.5]},
        {"id": "base", "kind": "entity", "position": [4, 0, -2], "rotation": [0, 0.75, 0], "scale": [2, 2, 2]},
        {"id": "boom", "kind": "joint", "parent": "base", "position": [0, 1.25, 0], "rotation": [0.3, 0, -0.4]},
        {"id": "stick", "kind": "joint", "parent": "boom", "position": [2.5, 0, 0]},
    ],
}  # fmt: skip

DIG = {
    "binding": "machines/digger.rig",
    "model": "Digger",
    "duration": 3,
    "loop": True,
    "tracks": [
        {"part": "base", "property": "rotation", "interpolation": "linear",
         "keys": [[0, [0, 0.75, 0]], [1, [0, 3, 0]], [3, [0, -3, 0]]]},
        {"part": "boom", "property": "rotation", "interpolation": "bezier", "curve": [0.7, 0, 0.2, 0.9],
         "keys": [[0.5, [0.3, 0, -0.4]], [2, [-0.2, 0.6, 0.8]]]},
        {"part": "stick", "property": "position", "interpolation": "bezier",
         "keys": [[0, [2.5, 0, 0]], [1.5, [3.25, 0.5, 0]], [2.5, [2, -1, 0.25]]]},
        {"part": "bucket", "property": "scale", "interpolation": "smooth",
         "keys": [[0, [0.5, 0.5, 0.5]], [2, [1, 2, 0.25]]]},
        {"part": "bucket", "property": "rotation", "interpolation": "step",
         "keys": [[0, [0, 0, 0]], [1, [0, 0, 1.2]], [2, [1, 0.5, 0.25]]]},
    ],
}  # fmt: skip

TOY = {
    "model": "toy robot",
    "duration": 2.5,
    "loop": False,
    "tracks": [
        {"part": "arm.left", "property": "rotation", "interpolation": "smooth",
         "keys": [[0, [0, 0, 0]], [2, [0, 0, 12.5]]]},
        {"part": "arm.left", "property": "position", "interpolation": "step",
         "keys": [[0.25, [1, 2, 0]], [1.25, [1, 3, 0]]]},
        {"part": "head", "property": "scale", "interpolation": "linear", "keys": [[1, [1, 1.5, 1]]]},
        {"part": "head", "property": "rotation", "interpolation": "bezier", "curve": [0.95, 0, 0.05, 1],
         "keys": [[0, [0.1, -4, 0.3]], [2.5, [1.1, 3, -0.2]]]},
    ],
}  # fmt: skip

TOY_PARTS = [
    {"name": "head", "parent": "body", "position": [0, 2, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]},
    {"name": "body", "position": [0, 5, 0], "rotation": [0, 0.5, 0], "scale": [1.5, 1.5, 1.5]},
    {"name": "arm.left", "parent": "body", "position": [1, 1, 0], "rotation": [0.2, 0, 0], "scale": [1, 2, 1]},
]

STAGE = {
    "name": "Scene",
    "scene": True,
    "nodes": [
        {"id": "door", "kind": "entity", "position": [3, 0, 1], "rotation": [0, 1.5, 0]},
        {"id": "handle", "kind": "entity", "parent": "door", "model": "knob", "position": [0.9, 1, 0],
         "scale": [0.1, 0.1, 0.1]},
    ],
}  # fmt: skip

OPEN_DOOR = {
    "binding": "levels/house.scene",
    "model": "Scene",
    "duration": 1,
    "loop": False,
    "tracks": [
        {"part": "door", "property": "rotation", "interpolation": "smooth", "keys": [[0, [0, 1.5, 0]], [1, [0, 0, 0]]]},
        {"part": "handle", "property": "position", "interpolation": "linear",
         "keys": [[0, [0.9, 1, 0]], [0.2, [0.9, 0.9, 0]]]},
    ],
}  # fmt: skip


def good_cases():
    def case(name, what, clip, rig=None, rest=None, times=(0,), weights=(1,), elapsed=()):
        parts = rest or [dict(full_node(n), name=n["id"]) for n in rig["nodes"]]
        expected = {"format": "sinew-motion-golden/1", "what": what, "clip": name + ".motion", "binding": None}
        files = {name + ".motion": clip_text(clip)}
        if rig:
            binding = name + (".scene" if rig.get("scene") else ".rig")
            expected["binding"] = binding
            files[binding] = rig_text(rig)
        expected["tolerance"] = 1e-6
        expected["info"] = {
            "kind": "rig" if is_rig(clip) else "model", "model": clip["model"], "binding": clip.get("binding"),
            "duration": clip["duration"], "loop": clip["loop"], "tracks": len(clip["tracks"]),
        }  # fmt: skip
        if rig:
            expected["rig"] = {"name": rig["name"], "scene": bool(rig.get("scene"))}
            expected["nodes"] = [full_node(n) for n in rig["nodes"]]
        else:
            expected["rest"] = rest
        if elapsed:
            expected["times"] = [{"elapsed": e, "time": tidy(clip_time(clip, e))} for e in elapsed]
        expected["samples"] = [sample(clip, parts, t, w) for w in weights for t in times]
        return name, expected, files

    yield case("digger", "Every kind of node, every interpolation, every property; parents after children.", DIG, DIGGER,
               times=(0, 0.2, 0.75, 1, 1.3, 1.999, 2, 2.25, 3), elapsed=(0, 1, 3.5, 7.25))  # fmt: skip
    yield case("digger-weights", "Between the rest pose and the clip, and beyond.", DIG, DIGGER,
               times=(0.6, 1.7), weights=(0, 0.25, 0.5, 1, 1.25))  # fmt: skip
    yield case("digger-format-2", "A rig clip that says so.", dict(DIG, head="format:\n  version: 2.0.0\n"), DIGGER)
    yield case("digger-version-2", "A rig clip of an old version.", dict(DIG, head="version: 2\n"), DIGGER)
    yield case("toy", "A model clip: angles one by one, over whole turns.", TOY, rest=TOY_PARTS,
               times=(0, 0.25, 0.4, 1, 1.25, 1.7, 2, 2.5), elapsed=(0, 1.5, 2.5, 99))  # fmt: skip
    yield case("toy-weights", "A model clip between the rest pose and the clip.", TOY, rest=TOY_PARTS,
               times=(0.8, 2), weights=(0, 0.3, 0.7))  # fmt: skip
    yield case("toy-version-1", "A model clip of an old version.", dict(TOY, head="version: 1\n"), rest=TOY_PARTS)
    yield case("door", "A scene as a rig, without a name of its own.", OPEN_DOOR, STAGE, times=(0, 0.1, 0.5, 1))
    named = dict(STAGE, name="House")
    yield case("door-named", "A scene with an animation_name.", dict(OPEN_DOOR, model="House"), named, times=(0.3,))


# ----------------------------------------------------------------------------------------------------------------------
# Bad cases: the text, where it goes wrong, and the row of the page's table.

HEAD = "format:\n  version: 1.0.0\nmodel: crane\nduration: 4\nloop: true\n"
TRACK = "  - part: hook\n    property: position\n    interpolation: linear\n    keys:\n" + key(1, "[0, 2, 0]")
FILE = HEAD + "tracks:\n" + TRACK
SCALE = FILE.replace("position", "scale")
NODE = "  - id: mast\n    kind: joint\n"
RIG = "name: Crane\nnodes:\n" + NODE
RIG_CLIP = "binding: crane.rig\nmodel: Crane\nduration: 4\nloop: true\ntracks:\n" + TRACK.replace("hook", "mast")

NEEDS = "Animation needs a model and a duration in (0, 3600] seconds"
COUNT = "Animation needs 1 to 128 tracks"
PART = "Track needs a part and position, rotation or scale property"
WAY = "Interpolation must be step, linear, smooth or bezier"
KEYS = "Track needs 1 to 512 keyframes"
TIMES = "Key times must increase strictly within the clip duration"
SIGN = "Animated scale must stay positive"
RANGE = "Animation values must be finite and within +/-1000000"
VECTOR = "Expected [x, y, z]"
CURVE = "Curve coordinates must be finite and between 0 and 1"
NODES = "Binding needs 1 to 512 nodes"
ID = "Node IDs must be nonempty and contain no slash or colon"
KIND = "Node kind must be joint, entity or attachment"
MATCH = "Clip does not match its joint/scene binding"


def too_new(version):
    return f".motion file uses format version {version}; this cTurtle reads format 1.x up to 1.0.0 and 2.x up to 2.0.0"


def with_curve(curve):
    return FILE.replace("interpolation: linear", f"interpolation: bezier\n    curve: {curve}")


def with_value(value):
    return FILE.replace("[0, 2, 0]", value)


def with_second_key(time):
    return FILE + key(time, "[1, 1, 1]")


def nodes(count, chained=False):
    text = "name: Crane\nnodes:\n"
    for i in range(count):
        text += f"  - id: n{i}\n    kind: joint\n" + (f"    parent: n{i - 1}\n" if chained and i else "")
    return text


def tracks(count):
    return HEAD + "tracks:\n" + "".join(TRACK.replace("hook", f"hook {i}") for i in range(count))


BAD_CLIPS = {
    "format-1-1": (FILE.replace("1.0.0", "1.1.0"), too_new("1.1.0")),
    "format-3": (FILE.replace("1.0.0", "3.0.0"), too_new("3.0.0")),
    "format-before-all": ("format:\n  version: 2.0.7\ntracks: []\n", too_new("2.0.7")),
    "version-4": (FILE.replace("format:\n  version: 1.0.0", "version: 4"), ".motion file: `version: 4` is not a clip version"),
    "version-zero": (FILE.replace("format:\n  version: 1.0.0", "version: 0"), ".motion file: `version: 0` is not a clip version"),
    "no-binding": (FILE.replace("format:\n  version: 1.0.0\n", ""), "Animation requires a binding asset"),
    "no-model": (FILE.replace("model: crane\n", ""), NEEDS),
    "no-duration": (FILE.replace("duration: 4\n", ""), NEEDS),
    "duration-zero": (FILE.replace("duration: 4", "duration: 0"), NEEDS),
    "duration-3601": (FILE.replace("duration: 4", "duration: 3600.001"), NEEDS),
    "no-tracks": (HEAD, COUNT),
    "tracks-empty": (HEAD + "tracks: []\n", COUNT),
    "tracks-129": (tracks(129), COUNT),
    "no-part": (FILE.replace("part: hook\n    ", ""), PART),
    "no-property": (FILE.replace("    property: position\n", ""), PART),
    "property-colour": (FILE.replace("property: position", "property: colour"), PART),
    "no-interpolation": (FILE.replace("    interpolation: linear\n", ""), WAY),
    "interpolation-cubic": (FILE.replace("interpolation: linear", "interpolation: cubic"), WAY),
    "duplicate": (FILE + TRACK.replace("position", "rotation") + TRACK, "Duplicate part/property animation track"),
    "no-keys": (FILE.replace(key(1, "[0, 2, 0]"), "").replace("    keys:\n", ""), KEYS),
    "keys-empty": (FILE.replace("keys:\n" + key(1, "[0, 2, 0]"), "keys: []\n"), KEYS),
    "keys-513": (HEAD + "tracks:\n" + TRACK.replace(key(1, "[0, 2, 0]"), "".join(key(i / 256, "[0, 0, 0]") for i in range(513))), KEYS),
    "times-same": (with_second_key(1), TIMES),
    "times-back": (with_second_key(0.5), TIMES),
    "times-late": (with_second_key(4.5), TIMES),
    "times-early": (FILE.replace("time: 1", "time: -1"), TIMES),
    "scale-zero": (SCALE.replace("[0, 2, 0]", "[1, 0, 1]"), SIGN),
    "scale-minus": (SCALE.replace("[0, 2, 0]", "[1, 1, -2]"), SIGN),
    "value-large": (with_value("[0, 0, 1000000.5]"), RANGE),
    "value-large-minus": (with_value("[-2000000, 0, 0]"), RANGE),
    "vector-four": (with_value("[1, 2, 3, 4]"), VECTOR),
    "vector-block": (with_value("\n          - 1\n          - 2\n          - 3"), VECTOR),
    "vector-lines": (with_value("[1,\n           2, 3]"), VECTOR),
    "vector-words": (with_value("[one, two, three]"), VECTOR),
    "no-value": (FILE.replace("        value: [0, 2, 0]\n", ""), VECTOR),
    "curve-large": (with_curve("[0.2, 0, 1.2, 1]"), CURVE),
    "curve-minus": (with_curve("[-0.1, 0, 1, 1]"), CURVE),
}  # fmt: skip

BAD_RIGS = {
    "rig-version": ("version: 1\n" + RIG, ".rig file: `version: 1` is no longer used"),
    "rig-format": ("format:\n  version: 1.2.0\n" + RIG, ".rig file uses format version 1.2.0; this cTurtle reads format 1.x up to 1.0.0"),
    "rig-no-nodes": ("name: Crane\n", NODES),
    "rig-nodes-513": (nodes(513), NODES),
    "rig-no-id": (RIG.replace("id: mast\n    ", ""), ID),
    "rig-id-slash": (RIG.replace("id: mast", "id: mast/top"), ID),
    "rig-id-colon": (RIG.replace("id: mast", "id: 'mast:top'"), ID),
    "rig-no-kind": (RIG.replace("    kind: joint\n", ""), KIND),
    "rig-kind-bone": (RIG.replace("kind: joint", "kind: bone"), KIND),
    "rig-duplicate": (RIG + NODE.replace("mast", "jib") + NODE, "Duplicate part name: mast"),
    "rig-missing-parent": (RIG + "    parent: tower\n", "Missing parent part: tower"),
    "rig-cycle": (RIG + "    parent: jib\n  - id: jib\n    kind: joint\n    parent: mast\n", "Part hierarchy contains a cycle"),
    "rig-levels": (nodes(129, chained=True), "Part hierarchy exceeds 128 levels"),
    "rig-position-two": (RIG + "    position: [1, 2]\n", VECTOR),
    "rig-rotation-block": (RIG + "    rotation:\n      - 1\n      - 2\n      - 3\n", VECTOR),
    "rig-scale-number": (RIG + "    scale: 2\n", VECTOR),
}  # fmt: skip

BAD_PAIRS = {
    "bind-other-model": (RIG_CLIP.replace("model: Crane", "model: Tower"), RIG, MATCH),
    "bind-model-clip": (FILE, RIG.replace("Crane", "crane"), MATCH),
    "bind-missing-node": (RIG_CLIP.replace("part: mast", "part: rope"), RIG, "Animation part is missing: rope"),
}

BAD_PARTS = {
    "create-missing-part": ([{"name": "mast"}], "Animation part is missing: hook"),
    "create-duplicate": ([{"name": "hook"}, {"name": "hook"}], "Duplicate part name: hook"),
    "create-missing-parent": ([{"name": "hook", "parent": "rope"}], "Missing parent part: rope"),
    "create-cycle": ([{"name": "hook", "parent": "hook"}], "Part hierarchy contains a cycle"),
}


def bad_cases():
    def case(name, stage, message, clip=None, binding=None, rest=None):
        files = {}
        if clip is not None:
            files[name + ".motion"] = clip
        if binding is not None:
            files[name + ".rig"] = binding
        expected = {
            "format": "sinew-motion-golden/1", "stage": stage, "clip": name + ".motion" if clip is not None else None,
            "binding": name + ".rig" if binding is not None else None, "loads": False, "error": message,
        }  # fmt: skip
        if rest is not None:
            still = {"position": [0, 0, 0], "rotation": [0, 0, 0], "scale": [1, 1, 1]}
            expected["rest"] = [dict(part, **still) for part in rest]
        return name, expected, files

    for name, (text, message) in BAD_CLIPS.items():
        yield case(name, "clip", message, clip=text)
    for name, (text, message) in BAD_RIGS.items():
        yield case(name, "binding", message, binding=text)
    for name, (clip, rig, message) in BAD_PAIRS.items():
        yield case(name, "bind", message, clip=clip, binding=rig)
    for name, (rest, message) in BAD_PARTS.items():
        yield case(name, "create", message, clip=FILE, rest=rest)


def expected_text(expected):
    """One line for each member, one for each sample's part."""
    lines = []
    for member, value in expected.items():
        if member == "samples":
            samples = []
            for one in value:
                parts = ",\n".join("      " + json.dumps(part, separators=(",", ":")) for part in one["parts"])
                samples.append(f'    {{"time": {one["time"]}, "weight": {one["weight"]}, "parts": [\n{parts}\n    ]}}')
            lines.append('  "samples": [\n' + ",\n".join(samples) + "\n  ]")
        elif isinstance(value, list):
            items = ",\n".join("    " + json.dumps(item, separators=(",", ":")) for item in value)
            lines.append(f"  {json.dumps(member)}: [\n{items}\n  ]")
        else:
            lines.append(f"  {json.dumps(member)}: {json.dumps(value, separators=(', ', ': '))}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main(folder):
    for kind, cases in [("good", good_cases()), ("bad", bad_cases())]:
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        for name, expected, files in cases:
            files[name + ".expected.json"] = expected_text(expected)
            for file, text in files.items():
                with open(os.path.join(folder, kind, file), "w", encoding="utf-8", newline="") as out:
                    out.write(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
