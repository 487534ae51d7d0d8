"""Slots, attachments and skins."""

import math
from functools import lru_cache

from . import body_art, head_art, prop_art
from .mesh import chain, clamped, fan, grid, ribbon, smoothstep
from .palette import EMBER
from .parts import IMAGES, ink_box, render
from .skeleton import BONE, FAR_LEG, INDEX, LONG_JOINTS, SHORT_JOINTS, TAIL_JOINTS, clean

FAR_TINT = "c7b4dcff"  # the far leg lies in the figure's shade

# name, bone, setup attachment (None: the slot's name), further members; back to front
SLOTS = [
    ("shadow", "shadow", None, {"color": "ffffffcc"}),
    ("halo", "glow", "glow", {"color": "ffffffaa", "blend": "additive"}),
    ("tail", "hips", None, {}),
    ("scarf-short", "chest", None, {}),
    ("scarf-long", "chest", None, {}),
    ("leg-far", "hips", "leg", {"color": FAR_TINT}),
    ("boot-far", "foot-far", "boot", {"color": FAR_TINT}),
    ("arm-far", "chest", None, {}),
    ("lantern-back", "lantern", None, {}),
    ("flame", "flame", None, {"dark": "000000"}),
    ("glass-clip", "lantern", None, {}),
    ("shine", "shine", None, {"blend": "screen"}),
    ("lantern-front", "lantern", None, {}),
    ("paw-far", "paw-far", None, {}),
    ("leg-near", "hips", "leg", {}),
    ("boot-near", "foot-near", "boot", {}),
    ("torso", "torso", None, {}),
    ("bag", "bag", None, {}),
    ("arm-near", "chest", None, {}),
    ("forearm-near", "chest", None, {}),
    ("paw-near", "paw-near", "paw", {}),
    ("scarf-wrap", "chest", None, {}),
    ("ear-far", "head", None, {}),
    ("ear-near", "head", None, {}),
    ("charm", "charm", None, {}),
    ("head", "head", None, {}),
    ("mouth", "mouth", "smile", {}),
    ("nose", "nose", None, {}),
    ("eye-near", "eye-near", None, {}),
    ("eye-near-clip", "eye-near", None, {}),
    ("iris-near", "iris-near", "iris", {}),
    ("sparkle-near", "iris-near", "sparkle", {}),
    ("lash-near", "eye-near", "lash", {}),
    ("eye-far", "eye-far", None, {}),
    ("eye-far-clip", "eye-far", None, {}),
    ("iris-far", "iris-far", "iris", {}),
    ("sparkle-far", "iris-far", "sparkle", {}),
    ("lash-far", "eye-far", "lash", {}),
    ("brow-near", "brow-near", None, {}),
    ("brow-far", "brow-far", None, {}),
    ("tuft", "head", None, {}),
    ("spark-1", "spark-1", "spark", {"color": "ffffff00", "blend": "additive"}),
    ("spark-2", "spark-2", "spark", {"color": "ffffff00", "blend": "additive"}),
    ("spark-3", "spark-3", "spark", {"color": "ffffff00", "blend": "additive"}),
    ("glow", "glow", None, {"color": "ffffff66", "blend": "additive"}),
]
SLOT_BONE = {name: bone for name, bone, _, _ in SLOTS}


def slots_json():
    return [{"name": name, "bone": bone, **{k: v for k, v in more.items() if k == "color"},
             **{k: v for k, v in more.items() if k == "dark"}, "attachment": attachment or name,
             **{k: v for k, v in more.items() if k == "blend"}} for name, bone, attachment, more in SLOTS]


def _size(image):
    x0, y0, x1, y1 = IMAGES[image][1]
    scale = IMAGES[image][2]
    return round((x1 - x0) * scale) / scale, round((y1 - y0) * scale) / scale


def region(slot, image, path, at=None, scale_x=1.0, color=None):
    """Region that puts the drawing where it was drawn, or with its box's origin at `at`."""
    bone = BONE[SLOT_BONE[slot]]
    x0, _, _, y1 = IMAGES[image][1]
    w, h = _size(image)
    cx, cy = x0 + w / 2, y1 - h / 2
    if at:
        cx, cy = at[0] + cx * scale_x, at[1] + cy
    x, y = bone.to_local(cx, cy)
    out = {"path": path} if path != slot else {}
    values = {"x": (x, 0), "y": (y, 0), "rotation": (-bone.turn, 0), "scaleX": (scale_x, 1)}
    out.update({k: clean(v) for k, (v, default) in values.items() if clean(v) != default})
    out.update(width=clean(w), height=clean(h))
    if color:
        out["color"] = color
    return out


def mesh_json(slot, image, path, mesh, shift=(0, 0)):
    """A Mesh (in the drawing's coordinates) as an attachment; shift moves the whole drawing."""
    x0, _, _, y1 = IMAGES[image][1]
    w, h = _size(image)
    uvs = []
    for x, y in mesh.points:
        uvs += [clean((x - x0) / w, 5), clean((y1 - y) / h, 5)]
    vertices = []
    for k, (x, y) in enumerate(mesh.points):
        x, y = x + shift[0], y + shift[1]
        if mesh.weights is None:
            vertices += [clean(n) for n in BONE[SLOT_BONE[slot]].to_local(x, y)]
            continue
        entries = sorted(mesh.weights[k].items(), key=lambda e: (-e[1], e[0]))
        rounded = [round(weight, 4) for _, weight in entries]
        rounded[0] = round(1 - sum(rounded[1:]), 4)
        vertices.append(len(entries))
        for (name, _), weight in zip(entries, rounded):
            vertices += [INDEX[name], *(clean(n) for n in BONE[name].to_local(x, y)), clean(weight, 4)]
    return {"type": "mesh", "path": path, "uvs": uvs, "triangles": mesh.triangles, "vertices": vertices,
            "hull": mesh.hull, "width": clean(w), "height": clean(h)}


def _filled(surface, image):
    """Test for grid(): does the drawing touch this rectangle (grown by a little)?"""
    x0, _, _, y1 = IMAGES[image][1]
    scale = IMAGES[image][2]
    data, stride = bytes(surface.get_data()), surface.get_stride()
    width, height = surface.get_width(), surface.get_height()

    def test(left, bottom, right, top):
        px0, px1 = max(0, int((left - x0) * scale) - 2), min(width, int((right - x0) * scale) + 3)
        py0, py1 = max(0, int((y1 - top) * scale) - 2), min(height, int((y1 - bottom) * scale) + 3)
        return any(any(data[y * stride + 4 * px0 + 3:y * stride + 4 * px1:4]) for y in range(py0, py1))
    return test


# --- meshes -------------------------------------------------------------------------------------


@lru_cache(maxsize=None)
def _drawn(image):
    """The drawing (in Ember's colours: the outlines are the same in all) and the box of its ink."""
    surface = render(image, EMBER)
    return surface, ink_box(surface, image)


def _limb(image, band, names, joint, sections, start, end):
    """Mesh of an arm or a leg; a part of it if start and end say so."""
    mesh = clamped(ribbon(band, sections, 0, start, end, radius=29), _drawn(image)[1])
    return mesh.weighted(lambda x, y, i: chain(mesh.fractions[i], [0, joint], names, 0.17))


def _torso_weights(x, y, _):
    low = 1 - smoothstep(62, 108, y)
    high = smoothstep(112, 176, y)
    near = low * smoothstep(12, -40, x) * 0.5
    far = low * smoothstep(-4, 46, x) * 0.5
    return {"chest": high, "torso": (1 - high) * (1 - low), "hips": low - near - far, "thigh-near": near,
            "thigh-far": far}


def _head_weights(x, y, _):
    face = 0.8 * math.exp(-((x - 34) / 78) ** 2 - ((y - 262) / 52) ** 2)
    return {"head": 1 - face, "face": face}


def _tuft_weights(x, y, _):
    low = 1 - smoothstep(346, 372, y)
    tip = smoothstep(398, 424, y + 0.42 * (x - 30)) * (1 - low)
    root = smoothstep(376, 396, y) * (1 - tip) * (1 - low)
    return {"bangs": low, "tuft-tip": tip, "tuft": root, "head": max(0, 1 - low - tip - root)}


def _ear_weights(base, tip, y0, y1, y2):
    def weights(x, y, _):
        root = 1 - smoothstep(y0 - 26, y0 + 22, y)
        end = smoothstep(y1 - 30, y2, y)
        return {"head": root, base: (1 - root) * (1 - end), tip: (1 - root) * end}
    return weights


def lash_mesh(side):
    return grid(_drawn(f"lash-{side}")[1], 10, 1)


def mouth_mesh():
    return grid(_drawn("mouth")[1], 4, 4)


@lru_cache(maxsize=None)
def meshes():
    """slot -> placeholder -> (image, Mesh, shift) for everything that differs between the skins."""
    def solid(image, columns, rows):
        surface, box = _drawn(image)
        return grid(box, columns, rows, _filled(surface, image))

    def strip(image, band, sections, extra, start, end):
        return clamped(ribbon(band, sections, extra, start, end), _drawn(image)[1])

    def tail_weights(x, y, _):
        u = body_art.TAIL.nearest(x, y)
        root = 1 - smoothstep(-0.04, 0.08, u)
        links = chain(u, TAIL_JOINTS, [f"tail-{k}" for k in range(1, 7)], 0.085)
        return {"hips": root, **{name: w * (1 - root) for name, w in links.items()}}

    tail = solid("tail", 11, 12).weighted(tail_weights)
    long_ = strip("scarf-long", prop_art.SCARF_LONG, 12, 9, -0.06, 1.2)
    long_.weighted(lambda x, y, i: chain(long_.fractions[i], LONG_JOINTS, [f"scarf-long-{k}" for k in range(1, 5)], 0.13))
    short = strip("scarf-short", prop_art.SCARF_SHORT, 10, 9, -0.08, 1.2)
    short.weighted(lambda x, y, i: chain(short.fractions[i], SHORT_JOINTS, [f"scarf-short-{k}" for k in range(1, 4)], 0.17))

    def leg(side):
        return _limb("leg", body_art.LEG, [f"thigh-{side}", f"shin-{side}"], 0.55, 10, -0.24, 1.16)

    def boot(side, shift):
        mesh = solid("boot", 6, 3)
        return mesh.weighted(lambda x, y, i: {f"toe-{side}": smoothstep(-8, 14, x), f"foot-{side}": 1 - smoothstep(-8, 14, x)})

    return {
        "tail": {"tail": ("tail", tail, (0, 0))},
        "scarf-long": {"scarf-long": ("scarf-long", long_, (0, 0))},
        "scarf-short": {"scarf-short": ("scarf-short", short, (0, 0))},
        "leg-far": {"leg": ("leg", leg("far"), FAR_LEG)},
        "boot-far": {"boot": ("boot", boot("far", FAR_LEG), FAR_LEG)},
        "leg-near": {"leg": ("leg", leg("near"), (0, 0))},
        "boot-near": {"boot": ("boot", boot("near", (0, 0)), (0, 0))},
        "arm-far": {"arm-far": ("arm-far", _limb("arm-far", body_art.ARM_FAR, ["arm-far", "forearm-far"], 0.48, 10, -0.26, 1.2), (0, 0))},
        "arm-near": {"arm-near": ("arm-near", _limb("arm-near", body_art.ARM_NEAR, ["arm-near", "forearm-near"], 0.51, 10, -0.26, 1.2), (0, 0))},
        # The forearm alone, out of the same image: it lies on the arm unseen until it has to come before the face.
        "forearm-near": {"forearm-near": ("arm-near", _limb("arm-near", body_art.ARM_NEAR, ["arm-near", "forearm-near"],
                                                            0.51, 7, 0.40, 1.2), (0, 0))},
        "torso": {"torso": ("torso", solid("torso", 7, 8).weighted(_torso_weights), (0, 0))},
        "scarf-wrap": {"scarf-wrap": ("scarf-wrap", solid("scarf-wrap", 6, 4).weighted(
            lambda x, y, i: {"head": 0.55 * smoothstep(184, 230, y), "chest": 1 - 0.55 * smoothstep(184, 230, y)}), (0, 0))},
        "ear-far": {"ear-far": ("ear-far", solid("ear-far", 4, 7).weighted(
            _ear_weights("ear-far", "ear-far-tip", 352, 408, 470)), (0, 0))},
        "ear-near": {"ear-near": ("ear-near", solid("ear-near", 5, 7).weighted(
            _ear_weights("ear-near", "ear-near-tip", 352, 412, 474)), (0, 0))},
        "head": {"head": ("head", solid("head", 10, 7).weighted(_head_weights), (0, 0))},
        "tuft": {"tuft": ("tuft", solid("tuft", 7, 6).weighted(_tuft_weights), (0, 0))},
    }


# Regions that differ between the skins: slot -> placeholder -> (image, at, scale_x)
REGIONS = {
    "lantern-back": {"lantern-back": ("lantern-back", None, 1)},
    "flame": {"flame": ("flame", None, 1)},
    "lantern-front": {"lantern-front": ("lantern-front", None, 1)},
    "paw-far": {"paw-far": ("paw-far", None, 1)},
    "paw-near": {"paw": ("paw", None, 1), "paw-open": ("paw-open", None, 1)},
    "bag": {"bag": ("bag", None, 1)},
    "charm": {"charm": ("charm", None, 1)},
    "nose": {"nose": ("nose", None, 1)},
    "iris-near": {"iris": ("iris", BONE["iris-near"].at, 1)},
    "iris-far": {"iris": ("iris", BONE["iris-far"].at, 0.86)},
    "brow-near": {"brow-near": ("brow-near", None, 1)},
    "brow-far": {"brow-far": ("brow-far", None, 1)},
}


def _clip(slot, end, points):
    bone = BONE[SLOT_BONE[slot]]
    vertices = []
    for x, y in points:
        vertices += [clean(n) for n in bone.to_local(x, y)]
    return {"type": "clipping", "end": end, "vertexCount": len(points), "vertices": vertices, "color": "ce3a3aff"}


def eye_mesh(eye):
    """The eye white: a fan whose outline is the eye's (grown a little, for the ring's soft edge)."""
    side = "near" if eye is head_art.EYE_NEAR else "far"
    return clamped(fan(head_art.eye_outline(eye, 1.2), (eye[0], eye[1])), _drawn(f"eye-{side}")[1])


def shared():
    """Attachments of the default skin: face parts, effects, clips."""
    out = {
        "shadow": {"shadow": region("shadow", "shadow", "shadow", BONE["shadow"].at)},
        "shine": {"shine": region("shine", "shine", "shine", BONE["shine"].at)},
        "glass-clip": {"glass-clip": _clip("glass-clip", "shine", [
            (97, 131), (120, 131), (143, 131), (149, 118), (151.5, 104), (149, 89), (143, 75), (120, 75), (97, 75),
            (91, 89), (88.5, 104), (91, 118)])},
        "mouth": {"smile": region("mouth", "smile", "smile"),
                  "open": mesh_json("mouth", "mouth", "mouth", mouth_mesh())},
    }
    for side, eye, squeeze in (("near", head_art.EYE_NEAR, 1), ("far", head_art.EYE_FAR, 0.86)):
        out[f"eye-{side}"] = {f"eye-{side}": mesh_json(f"eye-{side}", f"eye-{side}", f"eye-{side}", eye_mesh(eye))}
        out[f"eye-{side}-clip"] = {f"eye-{side}-clip": _clip(f"eye-{side}-clip", f"sparkle-{side}",
                                                             head_art.eye_outline(eye, -head_art.EYE_RING + 0.7))}
        out[f"sparkle-{side}"] = {"sparkle": region(f"sparkle-{side}", "sparkle", "sparkle", BONE[f"iris-{side}"].at,
                                                    squeeze)}
        out[f"lash-{side}"] = {
            "lash": mesh_json(f"lash-{side}", f"lash-{side}", f"lash-{side}", lash_mesh(side)),
            "happy": region(f"lash-{side}", f"happy-{side}", f"happy-{side}")}
    return out


def skins_json():
    default = {"name": "default", "attachments": shared()}
    skins = [default]
    made = meshes()
    for pal in ("ember", "dusk"):
        light = {"ember": "ffb052ff", "dusk": "62d4ffff"}[pal]
        attachments = {}
        for slot, _, _, _ in SLOTS:
            if slot in made:
                for placeholder, (image, mesh, shift) in made[slot].items():
                    path = f"{pal}/{image}"
                    full = mesh_json(slot, image, path, mesh, shift)
                    if pal != "ember":
                        full = {"type": "linkedmesh", "path": path, "skin": "ember", "parent": placeholder,
                                "width": full["width"], "height": full["height"]}
                    attachments[slot] = {placeholder: full}
            elif slot in REGIONS:
                attachments[slot] = {placeholder: region(slot, image, f"{pal}/{image}", at, squeeze)
                                     for placeholder, (image, at, squeeze) in REGIONS[slot].items()}
            elif slot in ("glow", "halo"):
                attachments[slot] = {"glow": region(slot, "glow", "glow", BONE["glow"].at, 1, light)}
            elif slot.startswith("spark-"):
                attachments[slot] = {"spark": region(slot, "spark", "spark", BONE[slot].at, 1, light)}
        skins.append({"name": pal, "attachments": attachments})
    return skins
