"""From functions of time to keys with Bezier curves, and the helpers that motion is made of."""

import math


class Track:
    """Smooth curve through (time, value) keys; flat at its ends and at every high and low point."""

    def __init__(self, *keys):
        self.times = [k[0] for k in keys]
        self.values = [k[1] for k in keys]
        n = len(keys)
        self.slopes = [0.0] * n
        for i in range(1, n - 1):
            before = (self.values[i] - self.values[i - 1]) / (self.times[i] - self.times[i - 1])
            after = (self.values[i + 1] - self.values[i]) / (self.times[i + 1] - self.times[i])
            if before * after > 0:
                middle = (self.values[i + 1] - self.values[i - 1]) / (self.times[i + 1] - self.times[i - 1])
                limit = 3 * min(abs(before), abs(after))
                self.slopes[i] = math.copysign(min(abs(middle), limit), before)

    def __call__(self, t):
        times = self.times
        if t <= times[0]:
            return self.values[0]
        if t >= times[-1]:
            return self.values[-1]
        i = max(k for k in range(len(times)) if times[k] <= t)
        dt = times[i + 1] - times[i]
        s = (t - times[i]) / dt
        a, b = self.values[i], self.values[i + 1]
        m, n = self.slopes[i] * dt, self.slopes[i + 1] * dt
        return (a * (2 * s ** 3 - 3 * s * s + 1) + m * (s ** 3 - 2 * s * s + s)
                + b * (3 * s * s - 2 * s ** 3) + n * (s ** 3 - s * s))


def bump(t, start, peak, end):
    """0 to 1 to 0, smooth."""
    if t <= start or t >= end:
        return 0.0
    f = (t - start) / (peak - start) if t < peak else (end - t) / (end - peak)
    return f * f * (3 - 2 * f)


def spring(drive, duration, frequency, damping, delay=0.0, settle=0.25):
    """Offset of a damped spring shaken by drive(t), as a function; faded out over the last `settle` seconds."""
    step = 1 / 480
    omega = 2 * math.pi * frequency
    position = speed = 0.0
    samples = []
    for k in range(int(duration / step) + 2):
        samples.append(position)
        acceleration = drive(k * step - delay) - omega * omega * position - 2 * damping * omega * speed
        speed += acceleration * step
        position += speed * step

    def value(t):
        x = min(max(t, 0.0), duration) / step
        i = min(int(x), len(samples) - 2)
        raw = samples[i] + (samples[i + 1] - samples[i]) * (x - i)
        f = min(max((duration - t) / settle, 0.0), 1.0)
        return raw * f * f * (3 - 2 * f)
    return value


def _slope(f, at, sign, h):
    """One-sided derivative, looking forwards (sign 1) or backwards (-1)."""
    d = sign * h
    return (-3 * f(at) + 4 * f(at + d) - f(at + 2 * d)) / (2 * d)


def fit(functions, breaks, tolerance, quantum, shortest=1 / 30):
    """Keys for several functions at common times: a list of (time, values, handles or None).

    Each stretch between two keys is a cubic Hermite piece, which a Bezier curve with handles at thirds holds exactly.
    A stretch that strays from its function by more than the tolerance is halved. Two keys that are equal once rounded
    to the quantum count as standing still, whatever the handles between them: that is how players read them.
    """
    pieces = []

    def piece(a, b):
        h = min(1e-3, (b - a) / 8)
        dt = b - a
        rows = []
        worst = 0.0
        for f in functions:
            va, vb = f(a), f(b)
            ma, mb = _slope(f, a, 1, h), _slope(f, b, -1, h)
            rows.append((va, vb, va + ma * dt / 3, vb - mb * dt / 3))
            for k in (1, 2, 3, 4, 5, 6, 7):
                s = k / 8
                c = (va * (1 - s) ** 3 + 3 * (va + ma * dt / 3) * s * (1 - s) ** 2
                     + 3 * (vb - mb * dt / 3) * s * s * (1 - s) + vb * s ** 3)
                if round(va / quantum) == round(vb / quantum):
                    c = va
                worst = max(worst, abs(c - f(a + s * dt)))
        if worst > tolerance and dt > 1.5 * shortest:
            piece(a, (a + b) / 2)
            piece((a + b) / 2, b)
        else:
            pieces.append((a, b, rows))

    for a, b in zip(breaks, breaks[1:]):
        piece(a, b)
    keys = []
    for a, b, rows in pieces:
        dt = b - a
        handles = []
        for _, _, ca, cb in rows:
            handles += [(a + dt / 3, ca), (b - dt / 3, cb)]
        keys.append((a, [row[0] for row in rows], handles))
    keys.append((pieces[-1][1], [row[1] for row in pieces[-1][2]], None))
    return keys
