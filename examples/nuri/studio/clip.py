"""One animation under construction: functions of time for bones and slots, then the JSON of their keys."""

import math

from .curves import fit
from .rig import SLOTS
from .skeleton import BONE, clean

# timeline, its functions' kinds, neutral value, tolerance of the fit, digits
_BONE_TIMELINES = (("rotate", ("rotate",), 0, 0.2, 2), ("translate", ("x", "y"), 0, 0.12, 2),
                   ("scale", ("sx", "sy"), 1, 0.004, 4))


def flat_curve(handles, digits):
    out = []
    for t, v in handles:
        out += [clean(t, 4), clean(v, digits)]
    return out


def hex_color(channels):
    return "".join("%02x" % round(255 * min(max(c, 0), 1)) for c in channels)


class Clip:
    def __init__(self, duration):
        self.duration = duration
        self.motion = {}     # (bone, kind) -> list of functions, added (scales: multiplied)
        self.breaks = {}     # bone -> times at which its keys must fall
        self.following = {}  # bone -> bones whose breaks it shares
        self.slots = {}      # slot -> timeline -> keys
        self.deforms = {}    # (skin, slot, placeholder) -> keys
        self.order = []
        self.events = []

    # --- motion ---------------------------------------------------------------------------------

    def add(self, bone, kind, function, breaks=(), following=()):
        """kind: rotate, x, y, sx or sy. Keys fall on the breaks, the function's own `times`, and on the
        breaks of the bones that it follows."""
        if bone not in BONE:
            raise KeyError(bone)
        self.motion.setdefault((bone, kind), []).append(function)
        self.breaks.setdefault(bone, set()).update(breaks, getattr(function, "times", ()))
        self.following.setdefault(bone, set()).update(following)

    def value(self, bone, kind, t):
        functions = self.motion.get((bone, kind), ())
        if kind in ("sx", "sy"):
            return math.prod(f(t) for f in functions)
        return sum(f(t) for f in functions)

    def turn_of_parents(self, bone, t):
        """Sum of the rotations keyed on the bones above this one: what it must undo to hang straight."""
        total, parent = 0.0, BONE[bone].parent
        while parent:
            total += self.value(parent, "rotate", t)
            parent = BONE[parent].parent
        return total

    # --- slots ----------------------------------------------------------------------------------

    def attach(self, slot, *keys):
        """Attachment keys: (time, placeholder or None)."""
        self.slots.setdefault(slot, {})["attachment"] = [
            {**({"time": clean(t, 4)} if t else {}), **({"name": name} if name else {})} for t, name in keys]

    def color(self, slot, timeline, function, breaks=(), tolerance=0.01):
        """function(t) -> channels: r g b a, or r g b a R G B for 'rgba2'; one number for 'alpha'."""
        count = {"rgba": 4, "rgba2": 7, "alpha": 1}[timeline]

        def channel(i):
            return lambda t: min(max(function(t)[i], 0.0), 1.0)
        times = sorted({0.0, self.duration, *breaks})
        keys = []
        for t, values, handles in fit([channel(i) for i in range(count)], times, tolerance,
                                       0.001 if timeline == "alpha" else 1 / 255):
            key = {"time": clean(t, 4)} if t else {}
            if timeline == "alpha":
                key["value"] = clean(values[0], 3)
            elif timeline == "rgba":
                key["color"] = hex_color(values)
            else:
                key.update(light=hex_color(values[:4]), dark=hex_color(values[4:]))
            if handles:
                key["curve"] = flat_curve(handles, 3)
            keys.append(key)
        self.slots.setdefault(slot, {})[timeline] = keys

    def deform(self, skin, slot, placeholder, keys):
        """keys: (time, offsets or None, eased?)."""
        out = []
        for i, (t, offsets, eased) in enumerate(keys):
            key = {"time": clean(t, 4)} if t else {}
            if offsets and any(clean(n) for n in offsets):
                numbers = [clean(n) for n in offsets]
                first = next(k for k, n in enumerate(numbers) if n)
                last = max(k for k, n in enumerate(numbers) if n)
                if first:
                    key["offset"] = first
                key["vertices"] = numbers[first:last + 1]
            if eased and i + 1 < len(keys):
                dt = keys[i + 1][0] - t
                key["curve"] = [clean(t + 0.4 * dt, 4), 0, clean(t + 0.6 * dt, 4), 1]
            out.append(key)
        self.deforms[(skin, slot, placeholder)] = out

    def bring_to_front_of(self, time, moved, place):
        """Draw order key: the slots `moved` come directly above the slot `place`."""
        names = [row[0] for row in SLOTS]
        top = names.index(place)
        self.order.append({"time": time, "offsets": [
            {"slot": name, "offset": top - len(moved) + 1 + i - names.index(name)} for i, name in enumerate(moved)]})

    def event(self, time, name, **values):
        self.events.append({**({"time": clean(time, 4)} if time else {}), "name": name, **values})

    # --- JSON -----------------------------------------------------------------------------------

    def _key_times(self, bone):
        times = set(self.breaks.get(bone, ()))
        for other in self.following.get(bone, ()):
            times |= self.breaks.get(other, set())
        times = sorted({0.0, self.duration} | {t for t in times if 0 < t < self.duration})
        # Long stretches are split evenly, so that the fit cannot overlook what happens within one.
        out = []
        for a, b in zip(times, times[1:]):
            count = max(1, math.ceil((b - a) / 0.5))
            out += [a + (b - a) * k / count for k in range(count)]
        return out + [self.duration]

    def bones_json(self):
        out = {}
        for bone in BONE:
            breaks = self._key_times(bone)
            timelines = {}
            for timeline, kinds, neutral, tolerance, digits in _BONE_TIMELINES:
                if not any((bone, kind) in self.motion for kind in kinds):
                    continue
                functions = [lambda t, k=kind: self.value(bone, k, t) for kind in kinds]
                keys = []
                for t, values, handles in fit(functions, breaks, tolerance, 10 ** -digits):
                    names = ("value",) if len(kinds) == 1 else ("x", "y")
                    key = {"time": clean(t, 4)} if t else {}
                    key.update({n: clean(v, digits) for n, v in zip(names, values) if clean(v, digits) != neutral})
                    if handles:
                        key["curve"] = flat_curve(handles, digits)
                    keys.append(key)
                timelines[timeline] = thin(keys, neutral)
            timelines = {k: v for k, v in timelines.items() if v}
            if timelines:
                out[bone] = timelines
        return out

    def json(self):
        out = {}
        if self.slots:
            out["slots"] = {row[0]: self.slots[row[0]] for row in SLOTS if row[0] in self.slots}
        out["bones"] = self.bones_json()
        attachments = {}
        for (skin, slot, placeholder), keys in self.deforms.items():
            attachments.setdefault(skin, {}).setdefault(slot, {})[placeholder] = {"deform": keys}
        if attachments:
            out["attachments"] = attachments
        if self.order:
            out["drawOrder"] = [{k: v for k, v in key.items() if k != "time" or v} for key in self.order]
        if self.events:
            out["events"] = self.events
        return out


def thin(keys, neutral):
    """Drops keys inside stretches that stand still, and the whole timeline if it never leaves the setup pose."""
    def values(key):
        return key.get("value", neutral), key.get("x", neutral), key.get("y", neutral)

    def still(a, b):
        return values(a) == values(b)
    out = []
    for i, key in enumerate(keys):
        if 0 < i < len(keys) - 1 and still(keys[i - 1], key) and still(key, keys[i + 1]):
            continue
        out.append(key)
    for a, b in zip(out, out[1:]):
        if still(a, b):
            a.pop("curve", None)
    if all(values(key) == (neutral,) * 3 for key in out):
        return []
    return out
