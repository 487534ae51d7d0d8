#!/usr/bin/python3
"""Draws, rigs and animates Nuri: writes nuri.json, nuri.atlas and nuri.png beside this file.

Needs Python 3 with pycairo (Debian: python3-cairo). The same input gives the same bytes.
"""

import json
import os
import sys

sys.dont_write_bytecode = True

from studio import animations, atlas, bounds, parts, rig, skeleton  # noqa: E402  (after the line above on purpose)

HERE = os.path.dirname(os.path.abspath(__file__))


def compact(value, depth=0):
    """JSON with a line for each bone, slot, attachment and timeline, and no needless blanks."""
    if depth < 6 and isinstance(value, dict) and any(isinstance(v, (dict, list)) for v in value.values()):
        rows = [f"{json.dumps(k)}:{compact(v, depth + 1)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + "\n}"
    if depth == 1 and isinstance(value, list):
        return "[\n" + ",\n".join(compact(v, depth + 1) for v in value) + "\n]"
    return json.dumps(value, separators=(",", ":"))


def main():
    surfaces = parts.render_all()
    regions = [atlas.Region(name, surface, name not in parts.SOFT) for name, surface in surfaces.items()]
    for region in regions:
        if region.clipped:
            print(f"warning: the drawing of {region.name} touches the edge of its box", file=sys.stderr)
    height = atlas.write(os.path.join(HERE, "nuri"), "nuri.png", regions)
    document = {
        "skeleton": {"hash": "", "spine": "4.2.0", "x": 0, "y": 0, "width": 0, "height": 0, "fps": 30},
        "bones": skeleton.bones_json(),
        "slots": rig.slots_json(),
        "skins": rig.skins_json(),
        "events": animations.EVENTS,
        "animations": animations.build(),
    }
    document["skeleton"].update(bounds.setup_bounds(document["skins"], regions))
    with open(os.path.join(HERE, "nuri.json"), "w", encoding="utf-8", newline="\n") as file:
        file.write(compact(document) + "\n")
    print(f"{len(document['bones'])} bones, {len(document['slots'])} slots, {len(regions)} images, "
          f"page {atlas.PAGE_WIDTH} x {height}")


if __name__ == "__main__":
    main()
