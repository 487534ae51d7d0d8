"""Packing of the images on one page, and the writers of the page and of its .atlas file."""

import struct
import zlib

import cairo

PADDING = 2
PAGE_WIDTH = 2048

# Channels are rounded to multiples of three: invisible in the art, and a third off the size of the page.
COARSE = bytes((v + 1) // 3 * 3 for v in range(256))


class Region:
    """One trimmed image: pixels are rows of premultiplied BGRA bytes."""

    def __init__(self, name, surface, coarse=True):
        self.name = name
        width, height, stride = surface.get_width(), surface.get_height(), surface.get_stride()
        data = bytes(surface.get_data())
        if coarse:
            data = data.translate(COARSE)
        rows = [data[y * stride:y * stride + 4 * width] for y in range(height)]
        filled = [y for y in range(height) if any(rows[y][3::4])]
        if not filled:
            raise ValueError(f"The image {name} is empty; its drawing lies outside its box.")
        top, bottom = filled[0], filled[-1] + 1
        columns = [x for x in range(width) if any(row[4 * x + 3] for row in rows[top:bottom])]
        left, right = columns[0], columns[-1] + 1
        self.clipped = left == 0 or top == 0 or right == width or bottom == height
        self.rows = [row[4 * left:4 * right] for row in rows[top:bottom]]
        self.size = (right - left, bottom - top)
        self.original = (width, height)
        self.offset = (left, height - bottom)
        self.turned = False
        self.x = self.y = 0

    def packed_size(self):
        w, h = self.size
        return (h, w) if self.turned else (w, h)

    def packed_rows(self):
        if not self.turned:
            return self.rows
        # A quarter turn counterclockwise: the right column becomes the top row.
        width = self.size[0]
        return [b"".join(row[4 * x:4 * x + 4] for row in self.rows) for x in range(width - 1, -1, -1)]


def pack(regions):
    """Places the regions on a skyline, tallest first, and returns the height that is used."""
    for region in regions:
        region.turned = region.size[1] > 1.6 * region.size[0] and region.size[1] > 120
    skyline = [(0, PAGE_WIDTH - PADDING, 0)]  # (x, width, height)
    order = sorted(regions, key=lambda r: (-r.packed_size()[1], -r.packed_size()[0], r.name))
    for region in order:
        w, h = (n + PADDING for n in region.packed_size())
        best = None
        for i, (x, _, _) in enumerate(skyline):
            reach, level, j = 0, 0, i
            while j < len(skyline) and reach < w:
                reach += skyline[j][1]
                level = max(level, skyline[j][2])
                j += 1
            if reach >= w and (best is None or (level + h, x) < best[:2]):
                best = (level + h, x, level)
        if best is None:
            raise ValueError(f"The image {region.name} is wider than the page.")
        new_level, x, level = best
        region.x, region.y = x + PADDING, level + PADDING
        rest = []
        for sx, sw, sh in skyline:
            if sx < x:
                rest.append((sx, min(sw, x - sx), sh))
            if sx + sw > x + w:
                start = max(sx, x + w)
                rest.append((start, sx + sw - start, sh))
        skyline = sorted(rest + [(x, w, new_level)])
    return max(height for _, _, height in skyline) + PADDING


def _swar_subtract(a, b):
    """Byte-wise a - b modulo 256 of two byte strings, done on whole rows as one long integer."""
    n = len(a)
    high = int.from_bytes(b"\x80" * n, "big")
    x, y = int.from_bytes(a, "big"), int.from_bytes(b, "big")
    low = (1 << (8 * n)) - 1 ^ high
    return (((x | high) - (y & low)) ^ ((x ^ y ^ high) & high)).to_bytes(n, "big")


def _paeth(row, up):
    """The PNG Paeth predictor."""
    out = bytearray(len(row))
    for i in range(len(row)):
        a = row[i - 4] if i >= 4 else 0
        b = up[i]
        c = up[i - 4] if i >= 4 else 0
        pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
        predicted = a if pa <= pb and pa <= pc else (b if pb <= pc else c)
        out[i] = row[i] - predicted & 255
    return bytes(out)


def _cost(row):
    return sum(min(value, 256 - value) * count for value, count in enumerate(map(row.count, range(256))) if count)


def write_png(path, width, rows):
    """Writes RGBA rows. Each row gets the PNG filter with the smallest sum of differences."""
    lines = []
    previous = bytes(4 * width)
    for row in rows:
        candidates = [row, _swar_subtract(row, bytes(4) + row[:-4]), _swar_subtract(row, previous), None,
                      _paeth(row, previous)]
        best = min((k for k in range(5) if candidates[k] is not None), key=lambda k: (_cost(candidates[k]), k))
        lines.append(bytes([best]) + candidates[best])
        previous = row

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)))
        file.write(chunk(b"IDAT", zlib.compress(b"".join(lines), 9)))
        file.write(chunk(b"IEND", b""))


def write(base, page_name, regions):
    """Writes <base>.png (premultiplied) and <base>.atlas."""
    height = pack(regions)
    page = [bytearray(4 * PAGE_WIDTH) for _ in range(height)]
    for region in regions:
        for k, row in enumerate(region.packed_rows()):
            rgba = bytearray(row)
            rgba[0::4], rgba[2::4] = row[2::4], row[0::4]
            page[region.y + k][4 * region.x:4 * region.x + len(rgba)] = rgba
    write_png(base + ".png", PAGE_WIDTH, [bytes(row) for row in page])

    lines = [page_name, f"\tsize: {PAGE_WIDTH}, {height}", "\tfilter: Linear, Linear", "\tpma: true"]
    for region in sorted(regions, key=lambda r: r.name):
        w, h = region.size
        lines += [region.name, f"\tbounds: {region.x}, {region.y}, {w}, {h}"]
        if region.size != region.original:
            lines.append("\toffsets: %d, %d, %d, %d" % (region.offset + region.original))
        if region.turned:
            lines.append("\trotate: 90")
    with open(base + ".atlas", "w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")
    return height
