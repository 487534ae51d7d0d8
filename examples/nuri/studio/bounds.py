"""Bounds of the setup pose, for the header of the file."""

import math

from .body_art import GROUND
from .rig import SLOTS
from .skeleton import BONE, BONES, clean


def _to_world(bone, x, y):
    a = math.radians(bone.turn)
    return (bone.at[0] + x * math.cos(a) - y * math.sin(a),
            bone.at[1] - GROUND + x * math.sin(a) + y * math.cos(a))


def setup_bounds(skins, regions):
    """x, y, width, height of everything that the skin 'ember' shows; regions without their transparent edges."""
    trimmed = {region.name: region for region in regions}
    by_name = {skin["name"]: skin["attachments"] for skin in skins}
    xs, ys = [], []
    for slot, bone_name, attachment, _ in SLOTS:
        placeholder = attachment or slot
        item = by_name["ember"].get(slot, {}).get(placeholder) or by_name["default"].get(slot, {}).get(placeholder)
        if item is None or item.get("type") == "clipping":
            continue
        points = []
        bone = BONE[bone_name]
        if item.get("type") == "mesh":
            numbers, k = item["vertices"], 0
            weighted = len(numbers) != len(item["uvs"])
            while k < len(numbers):
                if not weighted:
                    points.append(_to_world(bone, numbers[k], numbers[k + 1]))
                    k += 2
                    continue
                x = y = 0.0
                count = numbers[k]
                k += 1
                for _ in range(count):
                    px, py = _to_world(BONES[numbers[k]], numbers[k + 1], numbers[k + 2])
                    x, y = x + px * numbers[k + 3], y + py * numbers[k + 3]
                    k += 4
                points.append((x, y))
        else:
            image = trimmed[item.get("path", placeholder)]
            w, h = item["width"] / image.original[0], item["height"] / image.original[1]
            left = -item["width"] / 2 + image.offset[0] * w
            bottom = -item["height"] / 2 + image.offset[1] * h
            turn = math.radians(item.get("rotation", 0))
            for cx in (left, left + image.size[0] * w):
                for cy in (bottom, bottom + image.size[1] * h):
                    px = cx * item.get("scaleX", 1)
                    points.append(_to_world(bone, item.get("x", 0) + px * math.cos(turn) - cy * math.sin(turn),
                                            item.get("y", 0) + px * math.sin(turn) + cy * math.cos(turn)))
        xs += [p[0] for p in points]
        ys += [p[1] for p in points]
    return {"x": clean(min(xs)), "y": clean(min(ys)), "width": clean(max(xs) - min(xs)),
            "height": clean(max(ys) - min(ys))}
