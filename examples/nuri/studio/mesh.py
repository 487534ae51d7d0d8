"""Meshes over the drawings: grids and ribbons, with weights, in the drawings' coordinates."""


def smoothstep(a, b, x):
    t = min(max((x - a) / (b - a), 0.0), 1.0)
    return t * t * (3 - 2 * t)


class Mesh:
    """Vertices as points with {bone: weight} (or None: unweighted), outline vertices first."""

    def __init__(self, points, triangles, hull, weights=None):
        self.points, self.triangles, self.hull, self.weights = points, triangles, hull, weights

    def weighted(self, function):
        """Weights from function(x, y, index) -> {bone: weight}; they are normalised here."""
        self.weights = []
        for i, (x, y) in enumerate(self.points):
            raw = {b: w for b, w in function(x, y, i).items() if w > 0.01}
            total = sum(raw.values())
            self.weights.append({b: w / total for b, w in raw.items()})
        return self


def grid(box, columns, rows, filled=None):
    """Grid over a box; cells for which filled(x0, y0, x1, y1) is false are left out."""
    x0, y0, x1, y1 = box
    xs = [x0 + (x1 - x0) * i / columns for i in range(columns + 1)]
    ys = [y1 - (y1 - y0) * j / rows for j in range(rows + 1)]
    cells = {(i, j) for i in range(columns) for j in range(rows)
             if filled is None or filled(xs[i], ys[j + 1], xs[i + 1], ys[j])}
    # Directed border edges; following them gives the outline.
    border = {}
    for i, j in sorted(cells):
        for (di, dj), a, b in (((0, -1), (i, j), (i + 1, j)), ((1, 0), (i + 1, j), (i + 1, j + 1)),
                               ((0, 1), (i + 1, j + 1), (i, j + 1)), ((-1, 0), (i, j + 1), (i, j))):
            if (i + di, j + dj) not in cells:
                border.setdefault(a, []).append(b)
    start = min(border)
    outline, here = [], start
    while True:
        outline.append(here)
        here = border[here].pop(0)
        if here == start:
            break
    order = list(dict.fromkeys(outline))
    used = sorted({(i + a, j + b) for i, j in cells for a in (0, 1) for b in (0, 1)})
    nodes = order + [node for node in used if node not in set(order)]
    index = {node: k for k, node in enumerate(nodes)}
    triangles = []
    for i, j in sorted(cells, key=lambda c: (c[1], c[0])):
        a, b, c, d = (index[n] for n in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)))
        triangles += [a, b, c, c, d, a]
    return Mesh([(xs[i], ys[j]) for i, j in nodes], triangles, len(order))


def ribbon(band, sections, extra, start=0.0, end=1.0, radius=None):
    """Mesh along a kit.Ribbon: three vertices a section (left, spine, right); remembers u of every vertex.

    `extra` is the margin beyond the drawn width; start and end may lie outside 0 ... 1 for round caps.
    """
    us = [start + (end - start) * k / sections for k in range(sections + 1)]

    def at(u, v):
        if radius is None:
            return band.at(u, v, extra)
        x, y = band.point(u)
        tx, ty = band.tangent(u)
        return x - ty * v * radius, y + tx * v * radius

    n = len(us)
    left = [at(u, 1) for u in us]
    right = [at(u, -1) for u in us]
    middle = [band.point(u) for u in us]
    # Outline: the left side up, the far end's middle, the right side back, the near end's middle.
    points = left + [middle[-1]] + right[::-1] + [middle[0]] + middle[1:-1]
    fractions = us + [us[-1]] + us[::-1] + [us[0]] + us[1:-1]

    def centre(k):
        return 2 * n + 1 if k == 0 else n if k == n - 1 else 2 * n + 1 + k

    triangles = []
    for k in range(n - 1):
        l0, l1, r0, r1, m0, m1 = k, k + 1, 2 * n - k, 2 * n - k - 1, centre(k), centre(k + 1)
        triangles += [l0, l1, m1, m1, m0, l0, m0, m1, r1, r1, r0, m0]
    mesh = Mesh(points, triangles, 2 * n + 2)
    mesh.fractions = fractions
    return mesh


def clamped(mesh, box):
    """Moves the vertices that lie outside the box (of the trimmed image) onto its edge.

    Beyond a trimmed image its page shows other images, so a mesh must not reach there.
    """
    x0, y0, x1, y1 = box
    mesh.points = [(min(max(x, x0), x1), min(max(y, y0), y1)) for x, y in mesh.points]
    return mesh


def chain(u, joints, names, blend):
    """Weights along a chain: bone i runs from joints[i] to joints[i + 1]; blending reaches `blend` to each side."""
    weights = {names[0]: 1.0}
    for i in range(1, len(names)):
        f = smoothstep(joints[i] - blend, joints[i] + blend, u)
        if f > 0:
            for name in weights:
                weights[name] *= 1 - f
            weights[names[i]] = f
    return weights


def fan(points, centre):
    """Closed outline filled by a fan from an inner vertex."""
    n = len(points)
    triangles = []
    for i in range(n):
        triangles += [n, i, (i + 1) % n]
    return Mesh(list(points) + [centre], triangles, n)
