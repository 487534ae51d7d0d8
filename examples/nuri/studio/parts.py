"""The list of images: what is drawn, in which box, at which scale, and whether the skins differ."""

from . import body_art, head_art, prop_art
from .kit import canvas
from .palette import PALETTES

SCALE = 1.6  # pixels a unit

# image name -> (drawing, box in world units, scale, differs between skins)
IMAGES = {
    "tail": (body_art.tail, (-304, 6, 0, 322), SCALE, True),
    "torso": (body_art.torso, (-80, 50, 82, 236), SCALE, True),
    "arm-near": (body_art.arm_near, (-90, 78, -6, 214), SCALE, True),
    "arm-far": (body_art.arm_far, (8, 130, 138, 210), SCALE, True),
    "paw": (body_art.paw, (-84, 58, -26, 114), SCALE, True),
    "paw-open": (body_art.paw_open, (-92, 44, -18, 116), SCALE, True),
    "paw-far": (body_art.paw_far, (92, 152, 146, 204), SCALE, True),
    "leg": (body_art.leg, (-50, -16, 12, 132), SCALE, True),
    "boot": (body_art.boot, (-56, -24, 40, 38), SCALE, True),
    "head": (head_art.head, (-166, 192, 162, 396), SCALE, True),
    "ear-near": (head_art.ear_near, (-150, 300, -4, 512), SCALE, True),
    "ear-far": (head_art.ear_far, (30, 314, 148, 500), SCALE, True),
    "tuft": (head_art.tuft, (-48, 320, 116, 448), SCALE, True),
    "iris": (head_art.iris, (-26, -30, 26, 30), SCALE, True),
    "brow-near": (head_art.brow_near, (-50, 322, 16, 350), SCALE, True),
    "brow-far": (head_art.brow_far, (54, 322, 108, 350), SCALE, True),
    "nose": (head_art.nose, (24, 240, 62, 272), SCALE, True),
    "charm": (head_art.charm, (-200, 282, -80, 378), SCALE, True),
    "scarf-long": (prop_art.scarf_long, (-250, 134, -20, 236), SCALE, True),
    "scarf-short": (prop_art.scarf_short, (-170, 74, -20, 220), SCALE, True),
    "scarf-wrap": (prop_art.scarf_wrap, (-84, 158, 78, 242), SCALE, True),
    "bag": (prop_art.bag, (-88, 56, -2, 132), SCALE, True),
    "lantern-back": (prop_art.lantern_back, (76, 62, 164, 188), SCALE, True),
    "lantern-front": (prop_art.lantern_front, (74, 48, 166, 170), SCALE, True),
    "flame": (prop_art.flame, (100, 72, 140, 132), SCALE, True),
    "eye-near": (head_art.eye_near, (-44, 246, 20, 322), SCALE, False),
    "eye-far": (head_art.eye_far, (50, 246, 104, 324), SCALE, False),
    "sparkle": (head_art.sparkle, (-18, -22, 20, 24), SCALE, False),
    "lash-near": (head_art.lash_near, (-62, 250, 24, 334), SCALE, False),
    "lash-far": (head_art.lash_far, (48, 250, 124, 334), SCALE, False),
    "happy-near": (head_art.happy_near, (-58, 258, 24, 314), SCALE, False),
    "happy-far": (head_art.happy_far, (46, 258, 116, 314), SCALE, False),
    "smile": (head_art.smile, (10, 224, 76, 254), SCALE, False),
    "mouth": (head_art.mouth, (12, 202, 74, 254), SCALE, False),
    "shine": (prop_art.shine, (-30, -46, 32, 46), SCALE, False),
    "glow": (prop_art.glow, (-152, -152, 152, 152), 0.5, False),
    "spark": (prop_art.spark, (-13, -13, 13, 13), SCALE, False),
    "shadow": (prop_art.shadow, (-134, -24, 134, 24), 1.0, False),
}


SOFT = ("glow", "shadow", "spark")  # faint wide gradients, kept at full depth


def render(name, pal):
    """Surface of one image."""
    drawing, box, scale, _ = IMAGES[name]
    surface, ctx = canvas(box, scale)
    drawing(ctx, pal)
    surface.flush()
    return surface


def ink_box(surface, name):
    """Box of the pixels that are not empty, in world units: what is left once the image is trimmed."""
    x0, _, _, y1 = IMAGES[name][1]
    scale = IMAGES[name][2]
    data, stride = bytes(surface.get_data()), surface.get_stride()
    width, height = surface.get_width(), surface.get_height()
    rows = [data[y * stride + 3:y * stride + 4 * width:4] for y in range(height)]
    ys = [y for y in range(height) if any(rows[y])]
    xs = [x for x in range(width) if any(row[x] for row in rows)]
    return x0 + xs[0] / scale, y1 - (ys[-1] + 1) / scale, x0 + (xs[-1] + 1) / scale, y1 - ys[0] / scale


def render_all():
    """Image path -> (surface, scale): skin images are called 'ember/tail', shared ones 'eyes/…' by name."""
    out = {}
    for name, (_, _, _, per_skin) in IMAGES.items():
        if per_skin:
            for pal in PALETTES:
                out[f"{pal['name']}/{name}"] = render(name, pal)
        else:
            out[name] = render(name, PALETTES[0])
    return out
