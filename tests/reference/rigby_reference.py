#!/usr/bin/env python3
"""A second implementation of the Rigby2D runtime page, to compare the library with.

It shares nothing with the library: it is written from the page and from docs/semantics.md, favours the plain way over the
fast one, and needs nothing but Python. Constraints are not its business.

    rigby_reference.py check [--corpus DIR] GOLDEN...   compare it with golden files that somebody else recorded
    rigby_reference.py record RUNS...                   record golden files: tests/data/golden/*.runs.json

A file NAME.runs.json lists runs as a golden file does, with "steps" in place of "frames", for the skeleton NAME.json beside
it; `record` writes NAME.rigby.golden.json. To regenerate the project's own files:

    python3 tests/reference/rigby_reference.py record tests/data/golden/*.runs.json
"""

import argparse
import json
import math
import os
import sys

# ----------------------------------------------------------------------------------------------------------------------
# Loading


class Attachment:
    """A region or mesh of a skin. Kinds that are not drawn are not loaded."""

    def __init__(self, skin, slot, key, data):
        self.skin, self.slot, self.key, self.data = skin, slot, key, data
        self.kind = data.get("type", "region")
        self.color = parse_color(data.get("color"), 4)
        self.image = data.get("path") or data.get("name") or key
        self.source = None  # of a linked mesh
        self.follows = False  # takes its source's deform

    def geometry(self):
        return self.source.geometry() if self.source else self.data

    def weighted(self):
        geometry = self.geometry()
        return len(geometry["vertices"]) > len(geometry["uvs"])

    def entries(self):
        """Per vertex the list of (bone, x, y, weight); bone None is the slot's own."""
        geometry = self.geometry()
        numbers, count = geometry["vertices"], len(geometry["uvs"]) // 2
        if not self.weighted():
            return [[(None, numbers[2 * i], numbers[2 * i + 1], 1)] for i in range(count)]
        vertices, at = [], 0
        for _ in range(count):
            bones = int(numbers[at])
            at += 1
            vertices.append([tuple(numbers[at + 4 * i : at + 4 * i + 4]) for i in range(bones)])
            at += 4 * bones
        return vertices

    def deform_size(self):
        return 2 * sum(len(vertex) for vertex in self.entries())


def parse_color(text, channels):
    """"RRGGBBAA" or "RRGGBB"; missing: white."""
    if text is None:
        return [1.0] * channels
    values = [int(text[i : i + 2], 16) / 255 for i in range(0, len(text), 2)]
    return (values + [1.0] * channels)[:channels]


INHERIT = {"normal", "onlyTranslation", "noRotationOrReflection", "noScale", "noScaleOrReflection"}
BONE_FIELDS = {"x": 0, "y": 0, "rotation": 0, "scaleX": 1, "scaleY": 1, "shearX": 0, "shearY": 0}


class Skeleton:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            root = json.load(file)
        version = root.get("skeleton", {}).get("spine", "4.2")
        self.is_43 = version == "4.3" or version.startswith("4.3.")
        self.bones = root.get("bones", [])
        self.bone_index = {bone["name"]: i for i, bone in enumerate(self.bones)}
        self.parents = [self.bone_index[bone["parent"]] if "parent" in bone else None for bone in self.bones]
        self.slots = root.get("slots", [])
        self.slot_index = {slot["name"]: i for i, slot in enumerate(self.slots)}
        self.slot_bones = [self.bone_index[slot["bone"]] for slot in self.slots]
        self.events = root.get("events", {})
        self.attachments = {}  # (skin, slot index, key)
        self.skin_bones = {}
        for skin in root.get("skins", []):
            self.load_skin(skin)
        for attachment in self.attachments.values():
            if attachment.kind == "linkedmesh":
                self.link(attachment)
        self.animations = {name: Animation(self, data) for name, data in root.get("animations", {}).items()}

    def load_skin(self, skin):
        name = skin["name"]
        self.skin_bones[name] = {self.bone_index[bone] for bone in skin.get("bones", [])}
        for slot, entries in skin.get("attachments", {}).items():
            for key, data in entries.items():
                if data.get("type", "region") in ("region", "mesh", "linkedmesh"):
                    place = (name, self.slot_index[slot], key)
                    self.attachments[place] = Attachment(*place, data)

    def link(self, attachment):
        data = attachment.data
        name = data["source"] if self.is_43 else data["parent"]
        attachment.follows = data.get("timelines" if self.is_43 else "deform", True)
        skins = [data["skin"]] if "skin" in data else [attachment.skin, "default"]
        for skin in skins:
            source = self.attachments.get((skin, attachment.slot, name))
            if source is not None and source.kind != "region":
                attachment.source = source
                return
        raise ValueError(f"no source for the linked mesh {attachment.key}")

    def find(self, skin, slot, key):
        """The active skin first, then the default skin."""
        for name in (skin, "default"):
            if (name, slot, key) in self.attachments:
                return self.attachments[(name, slot, key)]
        return None


class Timeline:
    """Keys of one property, sorted by time in the file. `values` are lists of numbers, or anything that is held."""

    def __init__(self, keys, values, held=False, one_curve=False):
        self.times = [key.get("time", 0) for key in keys]
        self.curves = [key.get("curve") for key in keys]
        self.values, self.held, self.one_curve = values, held, one_curve

    def at(self, time):
        i = -1
        for j, key_time in enumerate(self.times):
            if key_time <= time:
                i = j
        if i < 0:
            return self.values[0]
        if self.held or i + 1 == len(self.times) or self.curves[i] == "stepped":
            return self.values[i]
        return self.between(i, time)

    def between(self, i, time):
        t1, t2, curve = self.times[i], self.times[i + 1], self.curves[i]
        result = []
        for j, (v1, v2) in enumerate(zip(self.values[i], self.values[i + 1])):
            if curve is None:
                part = (time - t1) / (t2 - t1)
            elif self.one_curve:  # its values are fractions
                part = bezier(curve[:4], (time - t1) / (t2 - t1), t1, t2, 0, 1)
            elif v1 == v2:
                part = 0
            else:
                part = bezier(curve[4 * j : 4 * j + 4], (time - t1) / (t2 - t1), t1, t2, v1, v2)
            result.append(v1 + (v2 - v1) * part)
        return result


def bezier(handles, elapsed, t1, t2, v1, v2):
    """The eased fraction, by bisection."""
    cx1, cy1, cx2, cy2 = handles
    x1, x2 = (cx1 - t1) / (t2 - t1), (cx2 - t1) / (t2 - t1)
    y1, y2 = (cy1 - v1) / (v2 - v1), (cy2 - v1) / (v2 - v1)

    def cubic(a, b, u):
        return 3 * a * u * (1 - u) ** 2 + 3 * b * u * u * (1 - u) + u**3

    low, high = 0.0, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        if cubic(x1, x2, middle) < elapsed:
            low = middle
        else:
            high = middle
    return cubic(y1, y2, (low + high) / 2)


BONE_TIMELINES = {  # name: (value fields, default, pose fields, how)
    "rotate": (["value"], 0, ["rotation"], "add"),
    "translate": (["x", "y"], 0, ["x", "y"], "add"),
    "translatex": (["value"], 0, ["x"], "add"),
    "translatey": (["value"], 0, ["y"], "add"),
    "scale": (["x", "y"], 1, ["scaleX", "scaleY"], "multiply"),
    "scalex": (["value"], 1, ["scaleX"], "multiply"),
    "scaley": (["value"], 1, ["scaleY"], "multiply"),
    "shear": (["x", "y"], 0, ["shearX", "shearY"], "add"),
    "shearx": (["value"], 0, ["shearX"], "add"),
    "sheary": (["value"], 0, ["shearY"], "add"),
}
SLOT_TIMELINES = {  # name: the channels of the colour that it sets, and how a key is read
    "rgba": (range(4), lambda key: parse_color(key.get("color"), 4)),
    "rgb": (range(3), lambda key: parse_color(key.get("color"), 3)),
    "alpha": ([3], lambda key: [key.get("value", 1)]),
}


class Animation:
    def __init__(self, skeleton, data):
        self.skeleton = skeleton
        self.bones, self.inherits, self.colors, self.attachments, self.darks, self.deforms = [], [], [], [], [], []
        self.draw_order, self.events = None, []
        self.duration = 0
        for name, timelines in data.get("bones", {}).items():
            self.load_bone(skeleton.bone_index[name], timelines)
        for name, timelines in data.get("slots", {}).items():
            self.load_slot(skeleton.slot_index[name], timelines)
        for skin, slots in data.get("attachments", {}).items():
            for slot, attachments in slots.items():
                for key, timelines in attachments.items():
                    if "deform" in timelines:
                        self.load_deform(skin, skeleton.slot_index[slot], key, timelines["deform"])
        if data.get("drawOrder"):
            keys = self.count(data["drawOrder"])
            self.draw_order = Timeline(keys, [draw_order(skeleton, key.get("offsets")) for key in keys], held=True)
        for key in self.count(data.get("events", [])):
            if key["name"] in skeleton.events:
                self.events.append((key.get("time", 0), key))

    def count(self, keys):
        self.duration = max([self.duration] + [key.get("time", 0) for key in keys])
        return keys

    def load_bone(self, bone, timelines):
        for name, keys in timelines.items():
            if not keys:
                continue
            if name in BONE_TIMELINES:
                fields, default, targets, how = BONE_TIMELINES[name]
                values = [[key.get(field, default) for field in fields] for key in self.count(keys)]
                self.bones.append((bone, targets, how, Timeline(keys, values)))
            elif name == "inherit":
                values = [key.get("inherit", "normal") for key in self.count(keys)]
                self.inherits.append((bone, Timeline(keys, values, held=True)))

    def load_slot(self, slot, timelines):
        for name, keys in timelines.items():
            if not keys:
                continue
            if name == "attachment":
                values = [key.get("name") for key in self.count(keys)]
                self.attachments.append((slot, Timeline(keys, values, held=True)))
            elif name in SLOT_TIMELINES:
                channels, read = SLOT_TIMELINES[name]
                self.colors.append((slot, channels, Timeline(keys, [read(key) for key in self.count(keys)])))
            elif name in ("rgba2", "rgb2"):
                light = 4 if name == "rgba2" else 3
                values = [
                    parse_color(key.get("light"), light) + parse_color(key.get("dark"), 3) for key in self.count(keys)
                ]
                self.darks.append((slot, light, Timeline(keys, values)))

    def load_deform(self, skin, slot, key, keys):
        attachment = self.skeleton.attachments.get((skin, slot, key))
        if attachment is None or attachment.kind == "region" or not keys:
            return
        size, values = attachment.deform_size(), []
        for frame in self.count(keys):
            expanded = [0.0] * size
            offset, numbers = frame.get("offset", 0), frame.get("vertices", [])
            expanded[offset : offset + len(numbers)] = numbers
            values.append(expanded)
        self.deforms.append((attachment, Timeline(keys, values, one_curve=True)))


def draw_order(skeleton, offsets):
    count = len(skeleton.slots)
    if not offsets:
        return list(range(count))
    listed = sorted((skeleton.slot_index[entry["slot"]], entry["offset"]) for entry in offsets)
    order, rest = [None] * count, set(range(count))
    for slot, offset in listed:
        place = slot + offset
        if 0 <= place < count and order[place] is None:
            order[place] = slot
            rest.discard(slot)
    for place in reversed(range(count)):
        if order[place] is None:
            order[place] = max(rest)
            rest.discard(order[place])
    return order


# ----------------------------------------------------------------------------------------------------------------------
# Posing


def local_matrix(pose):
    rx = math.radians(pose["rotation"] + pose["shearX"])
    ry = math.radians(pose["rotation"] + 90 + pose["shearY"])
    return (
        math.cos(rx) * pose["scaleX"],
        math.sin(rx) * pose["scaleX"],
        math.cos(ry) * pose["scaleY"],
        math.sin(ry) * pose["scaleY"],
        pose["x"],
        pose["y"],
    )


def transform(matrix, x, y):
    a, b, c, d, tx, ty = matrix
    return a * x + c * y + tx, b * x + d * y + ty


def combine(parent, local, inherit):
    a, b, c, d, _, _ = parent
    tx, ty = transform(parent, local[4], local[5])
    if inherit in ("onlyTranslation", "noRotationOrReflection", "noScale", "noScaleOrReflection"):
        s, det = math.hypot(a, b), a * d - b * c
        tiny = s < 1e-12
        ux, uy = (1, 0) if tiny else (a / s, b / s)
        if inherit == "onlyTranslation":
            a, b, c, d = 1, 0, 0, 1
        elif inherit == "noRotationOrReflection":
            a, b, c, d = (0 if tiny else s), 0, 0, (0 if tiny else abs(det) / s)
        else:
            f = -1 if inherit == "noScale" and det < 0 else 1
            a, b, c, d = ux, uy, -uy * f, ux * f
    return (
        a * local[0] + c * local[1],
        b * local[0] + d * local[1],
        a * local[2] + c * local[3],
        b * local[2] + d * local[3],
        tx,
        ty,
    )


def mix(current, value, weight):
    return value if weight == 1 else current + (value - current) * weight


class Pose:
    def __init__(self, skeleton, skin):
        self.skeleton, self.skin = skeleton, skin
        self.active = [
            not bone.get("skin", False) or any(i in skeleton.skin_bones.get(name, ()) for name in (skin, "default"))
            for i, bone in enumerate(skeleton.bones)
        ]
        self.reset()

    def reset(self):
        skeleton = self.skeleton
        self.bones = [{field: bone.get(field, default) for field, default in BONE_FIELDS.items()} for bone in skeleton.bones]
        self.inherit = [bone.get("inherit", "normal") for bone in skeleton.bones]
        self.colors = [parse_color(slot.get("color"), 4) for slot in skeleton.slots]
        self.darks = [parse_color(slot["dark"], 3) if "dark" in slot else None for slot in skeleton.slots]
        self.shown = [skeleton.find(self.skin, i, slot.get("attachment")) for i, slot in enumerate(skeleton.slots)]
        self.order = list(range(len(skeleton.slots)))
        self.deforms = {}

    def apply(self, animation, time, weight):
        time = min(max(time, 0), animation.duration)
        skeleton = self.skeleton
        for bone, targets, how, timeline in animation.bones:
            for target, value in zip(targets, timeline.at(time)):
                setup = skeleton.bones[bone].get(target, BONE_FIELDS[target])
                value = setup + value if how == "add" else setup * value
                self.bones[bone][target] = mix(self.bones[bone][target], value, weight)
        for slot, channels, timeline in animation.colors:
            for channel, value in zip(channels, timeline.at(time)):
                self.colors[slot][channel] = mix(self.colors[slot][channel], value, weight)
        for slot, light, timeline in animation.darks:
            values = timeline.at(time)
            if self.darks[slot] is None:
                self.darks[slot] = [0, 0, 0]
            for channel in range(light):
                self.colors[slot][channel] = mix(self.colors[slot][channel], values[channel], weight)
            for channel in range(3):
                self.darks[slot][channel] = mix(self.darks[slot][channel], values[light + channel], weight)
        self.apply_deforms(animation, time, weight)
        if weight >= 0.5:
            for bone, timeline in animation.inherits:
                self.inherit[bone] = timeline.at(time)
            for slot, timeline in animation.attachments:
                self.shown[slot] = skeleton.find(self.skin, slot, timeline.at(time))
            if animation.draw_order:
                self.order = animation.draw_order.at(time)

    def apply_deforms(self, animation, time, weight):
        keyed = {attachment for attachment, _ in animation.deforms}
        for attachment, timeline in animation.deforms:
            values = timeline.at(time)
            followers = [
                other
                for other in self.skeleton.attachments.values()
                if other not in keyed and other.source is attachment and other.follows
            ]
            for target in [attachment] + followers:
                current = self.deforms.get(target, [0.0] * len(values))
                self.deforms[target] = [mix(c, v, weight) for c, v in zip(current, values)]

    def world(self):
        matrices = []
        for i, parent in enumerate(self.skeleton.parents):
            local = local_matrix(self.bones[i])
            matrices.append(local if parent is None else combine(matrices[parent], local, self.inherit[i]))
        return matrices

    def draws(self, world):
        result = []
        for slot in self.order:
            attachment, bone = self.shown[slot], self.skeleton.slot_bones[slot]
            if attachment is None or not self.active[bone]:
                continue
            draw = {"slot": slot, "attachment": attachment.key, "image": attachment.image}
            if attachment.kind == "region":
                draw["kind"] = "quad"
                draw["positions"] = region(attachment.data, world[bone])
            else:
                draw["kind"] = "mesh"
                draw["positions"] = self.mesh(attachment, bone, world)
            draw["color"] = [a * b for a, b in zip(self.colors[slot], attachment.color)]
            if self.darks[slot] is not None:
                draw["dark"] = self.darks[slot]
            result.append(draw)
        return result

    def mesh(self, attachment, slot_bone, world):
        entries = attachment.entries()
        deform = iter(self.deforms.get(attachment, [0.0] * attachment.deform_size()))
        positions = []
        for vertex in entries:
            sum_x = sum_y = 0
            for bone, x, y, weight in vertex:
                dx, dy = next(deform), next(deform)
                wx, wy = transform(world[slot_bone if bone is None else int(bone)], x + dx, y + dy)
                sum_x += wx * weight
                sum_y += wy * weight
            positions += [sum_x, sum_y]
        return positions


def region(data, bone):
    fields = {field: data.get(field, default) for field, default in BONE_FIELDS.items()}
    fields["shearX"] = fields["shearY"] = 0
    offset = local_matrix(fields)
    w, h = data.get("width", 32) / 2, data.get("height", 32) / 2
    positions = []
    for x, y in ((-w, h), (w, h), (w, -h), (-w, -h)):
        positions += transform(bone, *transform(offset, x, y))
    return positions


# ----------------------------------------------------------------------------------------------------------------------
# Playing


class Entry:
    def __init__(self, animation, loop):
        self.animation, self.loop = animation, loop
        self.time, self.mix_time, self.mix, self.alpha = 0.0, 0.0, 0.0, 1.0
        self.older, self.started, self.delay = None, False, 0.0

    def chain(self):
        return (self.older.chain() if self.older else []) + [self]

    def local_time(self):
        duration = self.animation.duration
        if not self.loop:
            return min(self.time, duration)
        return self.time % duration if duration else 0

    def weight(self):
        return self.alpha * (min(1, self.mix_time / self.mix) if self.older else 1)

    def end(self):
        """Of the entry, or of the round it is in."""
        duration = self.animation.duration
        if not self.loop:
            return max(duration, self.time)
        return duration * (math.floor(self.time / duration) + 1) if duration else 0

    def passed(self, before):
        """Events from `before` (not included, but for the first step) to now."""
        duration, fired = self.animation.duration, []
        rounds = [0]
        if self.loop and duration:
            rounds = range(max(0, math.floor(before / duration) - 1), math.floor(self.time / duration) + 1)
        for number in rounds:
            for time, key in self.animation.events:
                at = time + number * duration
                if (before < at or (not self.started and at >= 0)) and at <= self.time:
                    fired.append(key)
        self.started = True
        return fired


class Track:
    def __init__(self):
        self.current, self.queue, self.waited = None, [], 0.0

    def set(self, entry):
        self.queue = []
        self.start(entry)

    def start(self, entry):
        entry.older = self.current
        self.current = entry

    def add(self, entry, delay):
        before = self.queue[-1] if self.queue else self.current
        entry.delay = delay if delay > 0 else max(0, before.end() - entry.mix + delay) if before else 0
        if before is None and delay <= 0:
            self.start(entry)
        else:
            if before is None:
                self.waited = 0.0
            self.queue.append(entry)

    def advance(self, dt):
        before = {}
        for entry in self.current.chain() if self.current else []:
            before[entry] = entry.time
            entry.time += dt
            entry.mix_time += dt
        self.waited += dt
        while self.queue:
            clock = self.current.time if self.current else self.waited
            if clock < self.queue[0].delay:
                break
            entry = self.queue.pop(0)
            entry.time = entry.mix_time = clock - entry.delay
            before[entry] = 0.0
            self.start(entry)
        fired = []
        if self.current:
            for entry in self.current.chain():
                fired += entry.passed(before[entry])
            for entry in self.current.chain():
                if entry.mix_time >= entry.mix:
                    entry.older = None
        return fired

    def apply(self, pose):
        if self.current:
            for entry in self.current.chain():
                pose.apply(entry.animation, entry.local_time(), entry.weight())


class Player:
    def __init__(self, skeleton, ops):
        self.skeleton, self.ops, self.tracks = skeleton, list(ops), {}

    def step(self, now, dt):
        due = [op for op in self.ops if op["at"] <= now]
        self.ops = [op for op in self.ops if op["at"] > now]
        for op in due:
            self.carry_out(op)
        return [event for number in sorted(self.tracks) for event in self.tracks[number].advance(dt)]

    def carry_out(self, op):
        if op["op"] == "clear":
            self.tracks.pop(op["track"], None)
            return
        track = self.tracks.setdefault(op["track"], Track())
        entry = Entry(self.skeleton.animations[op["animation"]], op.get("loop", False))
        entry.alpha, entry.mix = op.get("alpha", 1), op.get("mix", 0)
        if op["op"] == "set":
            track.set(entry)
        elif op["op"] == "add":
            track.add(entry, op.get("delay", 0))
        else:
            raise ValueError(f"the page has no op {op['op']}")

    def apply(self, pose):
        for number in sorted(self.tracks):
            self.tracks[number].apply(pose)


# ----------------------------------------------------------------------------------------------------------------------
# Golden files


def event_record(skeleton, step, key):
    defaults = skeleton.events[key["name"]]

    def value(field, default):
        return key.get(field, defaults.get(field, default))

    record = {"step": step, "name": key["name"], "int": value("int", 0), "float": value("float", 0)}
    record["string"] = value("string", "")
    if defaults.get("audio"):
        record["volume"], record["balance"] = value("volume", 1), value("balance", 0)
    return record


def simulate(skeleton, run, steps):
    """The frames of a run at the given steps."""
    pose = Pose(skeleton, run["skin"])
    player = Player(skeleton, run["ops"]) if run["mode"] == "state" else None
    animation = skeleton.animations[run["animation"]] if run["mode"] == "pose" and run["animation"] else None
    previous, events, frames = -1, [], []
    for step in range(max(steps) + 1):
        now = step / run["fps"]
        pose.reset()
        if player:
            for key in player.step(now, 1 / run["fps"] if step else 0):
                events.append(event_record(skeleton, step, key))
            player.apply(pose)
        elif animation:
            pose.apply(animation, now, 1)
            for time, key in animation.events:
                if previous < time <= now:
                    events.append(event_record(skeleton, step, key))
        previous = now
        if step in steps:
            world = pose.world()
            frame = {"step": step}
            frame["bones"] = [list(m) if active else None for m, active in zip(world, pose.active)]
            frame["drawOrder"], frame["draws"], frame["events"] = list(pose.order), pose.draws(world), events
            frames.append(frame)
            events = []
    return frames


def rounded(value):
    """Numbers to 7 decimals, whole ones without a point; everything else as it is."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        value = round(value, 7)
        return int(value) if value == int(value) else value
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    return [rounded(entry) for entry in value]


def spelled(value):
    """JSON without exponents, which not every reader of these files likes."""
    if isinstance(value, float):
        return f"{value:.7f}".rstrip("0").rstrip(".")
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + spelled(entry) for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(spelled(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def record(runs_path):
    base = runs_path[: -len(".runs.json")]
    skeleton = Skeleton(base + ".json")
    with open(runs_path, encoding="utf-8") as file:
        runs = json.load(file)
    lines = ["{", '  "format": "sinew-golden/1",', f'  "skeleton": {json.dumps(os.path.basename(base) + ".json")},']
    lines += ['  "semantics": "rigby",', '  "tolerance": 0.000001,']
    lines.append(f'  "bones": {spelled([bone["name"] for bone in skeleton.bones])},')
    lines.append(f'  "slots": {spelled([slot["name"] for slot in skeleton.slots])},')
    lines.append('  "runs": [')
    for i, run in enumerate(runs):
        steps = set(run.pop("steps"))
        head = ", ".join(f"{json.dumps(key)}: {spelled(value)}" for key, value in run.items())
        frames = [spelled(rounded(frame)) for frame in simulate(skeleton, run, steps)]
        lines.append("    {" + head + ', "frames": [')
        lines += [f"      {frame}{',' if j + 1 < len(frames) else ''}" for j, frame in enumerate(frames)]
        lines.append("    ]}" + ("," if i + 1 < len(runs) else ""))
    lines += ["  ]", "}"]
    with open(base + ".rigby.golden.json", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def difference(found, expected, place):
    """The largest difference of two values, and where it is."""
    if isinstance(expected, (int, float)) and not isinstance(expected, bool) and isinstance(found, (int, float)):
        return abs(found - expected), place
    if isinstance(expected, dict) and isinstance(found, dict) and found.keys() == expected.keys():
        parts = [difference(found[key], expected[key], f"{place}/{key}") for key in expected]
    elif isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        parts = [difference(f, e, f"{place}/{i}") for i, (f, e) in enumerate(zip(found, expected))]
    else:
        return (0, place) if found == expected else (math.inf, f"{place}: {found!r} instead of {expected!r}")
    return max(parts, default=(0, place), key=lambda part: part[0])


def check(path, corpus):
    with open(path, encoding="utf-8") as file:
        golden = json.load(file)
    skeleton = Skeleton(os.path.join(corpus or os.path.dirname(path), golden["skeleton"]))
    worst = (0, "")
    for run in golden["runs"]:
        found = simulate(skeleton, run, {frame["step"] for frame in run["frames"]})
        for frame, expected in zip(found, run["frames"]):
            if "draws" not in expected:
                del frame["draws"]
            worst = max(worst, difference(frame, expected, f"{run['name']}, step {frame['step']}"), key=lambda w: w[0])
    passed = worst[0] <= golden["tolerance"]
    print("ok  " if passed else "FAIL", path, f"{worst[0]:.2g}", "" if passed else worst[1])
    return passed


def main():
    parser = argparse.ArgumentParser(description="A second implementation of the Rigby2D runtime page.")
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("check", help="compare it with golden files")
    checking.add_argument("--corpus", help="folder that skeletons are named from (the golden file's own)")
    checking.add_argument("files", nargs="+")
    recording = commands.add_parser("record", help="record golden files of *.runs.json")
    recording.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    if arguments.command == "record":
        for path in arguments.files:
            record(path)
        return 0
    results = [check(path, arguments.corpus) for path in arguments.files]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
