"""The stage's skeleton: what stands where, on which layer, and how it moves; and the scene itself."""

import math
import random

from scenery import IMAGES, TILE

WIDTH, HEIGHT, FPS = 1920, 1080, 30
CAMERA_Y = 316.0

# layer: depth. What has none is on the stage plane. The farther, the larger.
DEPTHS = {"sky": 1000.0, "clouds": 14.0, "mountains": 9.0, "hills": 4.5, "ridge": 2.0, "near": 0.6}


def above(depth, y):
    """Height on a layer of what is seen y units above the middle of the picture when the camera is at CAMERA_Y."""
    return y + CAMERA_Y / depth


class Stage:
    def __init__(self):
        self.bones = [{"name": "root"}, {"name": "camera", "parent": "root", "x": 0, "y": CAMERA_Y}]
        self.slots = []
        self.attachments = {}
        self.layers = {name: [] for name in DEPTHS}
        self.swaying = []   # (bone, degrees, period, phase)
        self.drifting = []  # (bone, x, y, period, phase)
        self.glowing = []   # (slot, period, phase)

    def put(self, name, image, x, y, layer=None, scale=1.0, stretch=1.0, flip=False, sway=None, drift=None, glow=None,
            blend=None, color=None, hang=None):
        """A picture on a bone of its own, with the drawing's origin at (x, y). `hang`: on another one's bone."""
        draw, (x0, y0, x1, y1), _, _ = IMAGES[image]
        bone = {"name": name, "parent": hang or "root", "x": round(x, 2), "y": round(y, 2)}
        if scale != 1 or stretch != 1 or flip:
            bone["scaleX"] = round((-scale if flip else scale) * stretch, 4)
            bone["scaleY"] = round(scale, 4)
        self.bones.append(bone)
        slot = {"name": name, "bone": name, "attachment": image}
        if blend:
            slot["blend"] = blend
        if color:
            slot["color"] = color
        self.slots.append(slot)
        self.attachments[name] = {image: {"x": (x0 + x1) / 2, "y": (y0 + y1) / 2, "width": x1 - x0, "height": y1 - y0}}
        if layer:
            self.layers[layer].append(name)
        if sway:
            self.swaying.append((name,) + sway)
        if drift:
            self.drifting.append((name,) + drift)
        if glow:
            self.glowing.append((name,) + glow)


def build():
    stage = Stage()
    chance = random.Random(40)

    # The sky's pale foot is at the horizon.
    stage.put("sky", "sky", 0, above(1000, 560), "sky", stretch=60)
    for k in range(34):
        x, y = -1000 + 2000 * chance.random(), above(1000, 240 + 330 * chance.random() ** 0.8)
        stage.put(f"star-{k + 1}", "star", x, y, "sky", 0.5 + 0.9 * chance.random() ** 2, glow=(2 + 2 * chance.random() // 1, chance.random()))
    stage.put("sun", "sun", 250, above(1000, 92), "sky")
    for k, (image, x, y, scale, flip) in enumerate((
            ("cloud-3", -560, 300, 1.0, False), ("cloud-1", 640, 350, 0.9, False), ("cloud-2", 110, 238, 0.9, True),
            ("cloud-2", -960, 180, 0.8, False), ("cloud-1", 1010, 196, 0.7, True), ("cloud-2", 330, 440, 0.7, False))):
        stage.put(f"cloud-{k + 1}", image, x, above(14, y), "clouds", scale, flip=flip, drift=(22 + 5 * k, 0, 12, 0.2 * k))
    stage.put("mountains", "mountains", 20, above(9, 18), "mountains")
    stage.put("hills", "hills", 40, above(4.5, -40), "hills")
    stage.put("ridge", "ridge", 80, above(2, -150), "ridge")

    # The stage plane: ground, and what stands beside the path, behind the actors.
    for k in range(-2, 3):
        stage.put(f"ground-{k + 3}", "ground", k * TILE, 0)
    for name, x, scale, flip in (("a", -1010, 1.1, False), ("b", 1190, 1.2, True)):
        stage.put(f"trunk-{name}", "trunk", x, 18, scale=scale, flip=flip)
        stage.put(f"crown-{name}", "crown", 0, 326, hang=f"trunk-{name}", sway=(1.3, 4, 0.2 if flip else 0.6))
    stage.put("sign", "sign", -250, 22, scale=0.95)
    for k, (x, scale, flip) in enumerate(((-830, 1.0, False), (-560, 0.7, True), (120, 0.8, False), (560, 0.95, True),
                                          (960, 0.8, False))):
        stage.put(f"bush-{k + 1}", "bush", x, 22, scale=scale, flip=flip, sway=(0.8, 3, 0.3 * k))
    for k in range(9):
        x, y = -700 + 170 * k + 60 * chance.random(), 70 + 230 * chance.random()
        stage.put(f"firefly-{k + 1}", "firefly", x, y, scale=0.6 + 0.5 * chance.random(), blend="additive",
                  drift=(40 + 30 * chance.random(), 26 + 20 * chance.random(), (6, 12, 4)[k % 3], chance.random()),
                  glow=((2, 3, 4)[k % 3], chance.random()))

    # In front of everything.
    for k, (x, image, scale, flip) in enumerate((
            (-1330, "grass-2", 1.2, False), (-960, "grass-1", 1.15, False), (-520, "grass-2", 0.9, True),
            (240, "grass-2", 1.0, False), (620, "grass-1", 1.0, True), (1180, "grass-2", 1.1, True),
            (1560, "grass-1", 1.2, False), (1990, "grass-2", 1.1, False))):
        stage.put(f"grass-{k + 1}", image, x, above(0.6, -560), "near", scale, flip=flip, sway=(2.2, 4, 0.17 * k))
    return stage


# --- motion --------------------------------------------------------------------------------------


def eased(*keys):
    """Keys {"time", ...} with curves that start and end at rest; keys are (time, {name: value})."""
    out = []
    for i, (time, values) in enumerate(keys):
        key = {**({"time": time} if time else {}), **values}
        if i + 1 < len(keys):
            then, others = keys[i + 1]
            third = (then - time) / 2.4
            key["curve"] = [n for name in values
                            for n in (round(time + third, 4), values[name], round(then - third, 4), others[name])]
        out.append(key)
    return out


def waving(period, phase, *amplitudes):
    """Keys of a sine that closes after 12 s: a list of (time, values)."""
    quarter = period / 4
    count = round(12 / quarter)
    keys = []
    for k in range(count + 1):
        # The keys stand at the turning points and between them, where the phase begins anywhere.
        value = math.sin(2 * math.pi * (k / 4 + phase))
        keys.append((k * quarter, [round(a * value, 3) for a in amplitudes]))
    return keys


def smooth(keys, names, digits=3):
    """Curves through sampled points, with the slopes of a sine's samples: Catmull-Rom."""
    out = []
    n = len(keys) - 1
    for i, (time, values) in enumerate(keys):
        key = {**({"time": round(time, 4)} if time else {}), **dict(zip(names, values))}
        if i < n:
            then, others = keys[i + 1]
            before = keys[i - 1][1] if i > 0 else keys[n - 1][1]
            after = keys[i + 2][1] if i + 2 <= n else keys[1][1]
            third = (then - time) / 3
            key["curve"] = []
            for j in range(len(values)):
                key["curve"] += [round(time + third, 4), round(values[j] + (others[j] - before[j]) / 6, digits),
                                 round(then - third, 4), round(others[j] - (after[j] - values[j]) / 6, digits)]
        out.append(key)
    return out


def breeze(stage):
    """Twelve seconds in which every period fits."""
    bones = {}
    for name, degrees, period, phase in stage.swaying:
        bones.setdefault(name, {})["rotate"] = smooth(waving(period, phase, degrees), ("value",))
    for name, x, y, period, phase in stage.drifting:
        keys = waving(period, phase, x, 0)
        if y:
            other = waving(period, phase + 0.31, x, y)
            keys = [(t, [a[0], b[1]]) for (t, a), (_, b) in zip(keys, other)]
        bones.setdefault(name, {})["translate"] = smooth(keys, ("x", "y"))
    slots = {}
    for name, period, phase in stage.glowing:
        keys = [(t, [round(0.62 + 0.38 * v[0], 3)]) for t, v in waving(period, phase, 1)]
        slots[name] = {"alpha": smooth(keys, ("value",))}
    return {"slots": slots, "bones": bones}


def animations(stage):
    return {
        "breeze": breeze(stage),
        # The camera goes along with the walker, and then comes nearer.
        "along": {"bones": {"camera": {"translate": eased((0, {"x": -170, "y": 0}), (6, {"x": 420, "y": 8}))}}},
        "nearer": {"bones": {"camera": {
            "translate": eased((0, {"x": 430, "y": 10}), (3.2, {"x": 452, "y": -34})),
            "scale": eased((0, {"x": 1, "y": 1}), (3.2, {"x": 0.8, "y": 0.8}))}}},
    }


def skeleton(stage):
    return {
        "skeleton": {"hash": "", "spine": "4.2.0", "x": -2000, "y": -420, "width": 4000, "height": 1700, "fps": FPS},
        "bones": stage.bones,
        "slots": stage.slots,
        "skins": [{"name": "default", "attachments": stage.attachments}],
        "animations": animations(stage),
    }


def scene(stage):
    def nuri(name, skin, **more):
        return {"name": name, "skeleton": "../nuri/nuri.json", "atlas": "../nuri/nuri.atlas", "skin": skin, **more}

    def clip(animation, **more):
        return {"animation": animation, **more}

    walking = [clip("walk", loop=True), clip("travel", track=1)]
    # The feet of `walk` tread at the speed of `travel`, whatever the actor's scale.
    return {
        "scene": {"name": "meadow", "version": "1.0", "fps": FPS, "width": WIDTH, "height": HEIGHT,
                  "background": "272b63ff"},
        "stage": {"skeleton": "meadow.json", "atlas": "meadow.atlas", "camera": "camera",
                  "layers": [{"name": name, "depth": depth, "slots": stage.layers[name]}
                             for name, depth in DEPTHS.items()]},
        "actors": [
            nuri("dusk", "dusk", x=710, y=above(2, -150), scale=0.42, flip=True, ground=-4, layer="ridge", order=0),
            nuri("ember", "ember", x=-420, y=0, scale=0.85, ground=-12, order=1),
        ],
        "shots": [
            {"name": "along the path", "duration": 6,
             "stage": [clip("breeze", loop=True, track=1), clip("along")],
             "actors": {"ember": {"clips": walking},
                        "dusk": {"clips": [clip("walk", loop=True, offset=0.3), clip("travel", track=1)]}}},
            {"name": "greeting", "duration": 6,
             "stage": [clip("breeze", loop=True, track=1, offset=6), clip("nearer")],
             "actors": {
                 "ember": {"x": 330, "clips": [clip("idle", loop=True), clip("wave", start=1, mix=0.2),
                                               clip("idle", start=3.4, mix=0.2, loop=True)]},
                 "dusk": {"x": 630, "clips": [clip("idle", loop=True, offset=2), clip("wave", start=2.6, mix=0.2),
                                              clip("idle", start=5, mix=0.2, loop=True)]}}},
        ],
    }
