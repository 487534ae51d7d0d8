#!/usr/bin/python3
"""Draws and animates the stage of the demo scene: writes meadow.json, meadow.atlas, meadow.png and meadow.scene.json
beside this file.

Needs Python 3 with pycairo (Debian: python3-cairo). The same input gives the same bytes.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "nuri"))  # for the drawing kit and the packer

import scenery  # noqa: E402
import stage  # noqa: E402
from studio import atlas  # noqa: E402


def compact(value, depth, most):
    """JSON with a line for each thing down to a depth, and no needless blanks."""
    if depth < most and isinstance(value, dict) and any(isinstance(v, (dict, list)) for v in value.values()):
        return "{\n" + ",\n".join(f"{json.dumps(k)}:{compact(v, depth + 1, most)}" for k, v in value.items()) + "\n}"
    if depth < most and isinstance(value, list) and any(isinstance(v, dict) for v in value):
        return "[\n" + ",\n".join(compact(v, depth + 1, most) for v in value) + "\n]"
    return json.dumps(value, separators=(",", ":"))


def write(name, text):
    with open(os.path.join(HERE, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text + "\n")


def main():
    surfaces = scenery.render_all()
    regions = [atlas.Region(name, surface, scenery.IMAGES[name][3]) for name, surface in surfaces.items()]
    height = atlas.write(os.path.join(HERE, "meadow"), "meadow.png", regions)
    built = stage.build()
    write("meadow.json", compact(stage.skeleton(built), 0, 5))
    write("meadow.scene.json", json.dumps(stage.scene(built), indent=2))
    print(f"{len(built.bones)} bones, {len(built.slots)} slots, {len(regions)} images, page {atlas.PAGE_WIDTH} x {height}")


if __name__ == "__main__":
    main()
