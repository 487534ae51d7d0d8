"""The two colour schemes. Every part that differs between the skins takes one of these."""

EMBER = {
    "name": "ember",
    "line": "#3a1523",
    "fur": "#ee7c2e", "fur_light": "#ffb45c", "fur_dark": "#c4512a", "fur_shade": "#9a2f3e",
    "cream": "#fff3dc", "cream_shade": "#eebf98",
    "sock": "#5a3040", "sock_light": "#84475a", "sock_dark": "#3d1f31",
    "ear": "#ffc9a6", "ear_dark": "#d97764",
    "blush": "#ff6a55",
    "cloth": "#35406f", "cloth_light": "#5468a4", "cloth_dark": "#202548",
    "trim": "#ffcb5e", "trim_dark": "#c9822e",
    "scarf": "#1fae9f", "scarf_light": "#5fe0c4", "scarf_dark": "#0d6a75", "stripe": "#ffe9b5",
    "leather": "#94552f", "leather_light": "#c4824a", "leather_dark": "#5c2f24",
    "iris": "#25a07a", "iris_light": "#7df0b4", "iris_dark": "#0c4a4c",
    "rim": "#fff0b8", "bounce": "#b05cc9",
    "metal": "#c98a35", "metal_light": "#ffdf8f", "metal_dark": "#6d3b22",
    "glass": "#ffd27a", "glass_dark": "#b0501f",
    "flame": "#ff9a2b", "flame_mid": "#ffd24a", "flame_core": "#fffbe0",
    "light": "ffb052",
}

DUSK = {
    "name": "dusk",
    "line": "#191a40",
    "fur": "#8896ea", "fur_light": "#c3cfff", "fur_dark": "#5f63c4", "fur_shade": "#4a3a9c",
    "cream": "#f7f8ff", "cream_shade": "#b9bff0",
    "sock": "#3b3579", "sock_light": "#625cb4", "sock_dark": "#262257",
    "ear": "#f5bfe0", "ear_dark": "#a068c0",
    "blush": "#ff6fae",
    "cloth": "#6b2f6e", "cloth_light": "#9a519a", "cloth_dark": "#431c50",
    "trim": "#ffe08a", "trim_dark": "#c48f4a",
    "scarf": "#ff6b78", "scarf_light": "#ffac9c", "scarf_dark": "#b8355f", "stripe": "#fff2d2",
    "leather": "#51538f", "leather_light": "#8286c8", "leather_dark": "#30305f",
    "iris": "#f0a02e", "iris_light": "#ffe27a", "iris_dark": "#8a3a1c",
    "rim": "#d8fbff", "bounce": "#5a4fd8",
    "metal": "#8d9cc8", "metal_light": "#eaf2ff", "metal_dark": "#3f4678",
    "glass": "#9fefff", "glass_dark": "#2f6fb8",
    "flame": "#3fb8ff", "flame_mid": "#8ff0ff", "flame_core": "#f4ffff",
    "light": "62d4ff",
}

PALETTES = (EMBER, DUSK)
