#!/usr/bin/env python3
"""Subsets Debian's Inter and JetBrains Mono to what pages and figures write, one file each for both.

Dear ImGui applies no OpenType features, so Inter's digits are mapped to their tabular glyphs in the file itself:
numbers then stand in columns everywhere.
"""
import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# Latin, and the signs that figures and code lines use.
TEXT = "".join(map(chr, range(0x20, 0x7F))) + "".join(map(chr, range(0xA0, 0x180))) + \
    "←↑→↓↔≠≤≥×÷·…−–—‘’“”µ∞Σ∑≈✓▸▾◂▴▪•∈∧∨¬⌊⌋±²³ "
FONTS = {
    "Inter-Regular.otf": "fonts-inter",
    "Inter-SemiBold.otf": "fonts-inter",
    "JetBrainsMono-Regular.ttf": "fonts-jetbrains-mono",
}


def find(name: str, package: str) -> pathlib.Path:
    for root in ("/usr/share/fonts", str(pathlib.Path.home() / ".fonts"), str(pathlib.Path.home() / ".local/share/fonts")):
        for path in sorted(pathlib.Path(root).rglob(name)):
            return path
    sys.exit(f"{name} was not found: install {package}, or put it into ~/.local/share/fonts")


def tabular_digits(font: TTFont) -> dict[str, str]:
    """What the font's own `tnum` feature replaces."""
    swaps: dict[str, str] = {}
    if "GSUB" not in font:
        return swaps
    table = font["GSUB"].table
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for sub in table.LookupList.Lookup[index].SubTable:
                sub = getattr(sub, "ExtSubTable", sub)
                swaps.update(getattr(sub, "mapping", {}))
    return swaps


def main(target: str) -> None:
    out = pathlib.Path(target)
    out.mkdir(parents=True, exist_ok=True)
    for name, package in FONTS.items():
        font = TTFont(find(name, package))
        swaps = tabular_digits(font)
        for cmap in font["cmap"].tables:
            for code in map(ord, "0123456789"):
                if code in cmap.cmap and cmap.cmap[code] in swaps:
                    cmap.cmap[code] = swaps[cmap.cmap[code]]
        options = subset.Options(layout_features=["kern", "mark", "mkmk"], hinting=False, name_IDs=[0, 1, 2, 13, 14],
                                 drop_tables=["DSIG", "STAT", "MVAR", "HVAR", "fvar", "gvar", "avar"])
        options.desubroutinize = True  # stb_truetype reads plain outlines fastest
        worker = subset.Subsetter(options)
        worker.populate(text=TEXT)
        worker.subset(font)
        font.save(out / name)
        print(f"{name}: {(out / name).stat().st_size} bytes")
    licences = ["/usr/share/doc/fonts-inter/copyright", "/usr/share/doc/fonts-jetbrains-mono/copyright"]
    (out / "OFL.txt").write_text("\n\n".join(
        f"{path.split('/')[4]}\n\n{pathlib.Path(path).read_text()}" for path in licences if pathlib.Path(path).exists()))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: subset_fonts.py FOLDER")
    main(sys.argv[1])
