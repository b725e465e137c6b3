# Sources that a WebAssembly build compiles itself: Dear ImGui and RapidCheck, from Debian's source
# packages, checked by the archive's signature and a checksum. Elsewhere CMake fetches the same versions upstream.
# Sourced after common.sh and foreign.sh.

IMGUI_SHA256=e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48
RAPIDCHECK_SHA256=a56df6c2fc91ae1a49092666e8115e71801fc2976543b822a616561c8b49a4b7

# fetch_source SUITE PACKAGE SHA256 DIR: unpacks Debian's upstream tarball of PACKAGE into DIR. A suite moves on:
# a later tarball, signed by the archive as well, is taken and noted in DIR/.untried, for a line that says so.
fetch_source() {
    local suite=$1 package=$2 sum=$3 to=$4 tar inner
    (cd "$to" && foreign_apt "$suite" source --download-only --tar-only "$package")
    tar=$(find "$to" -maxdepth 1 -name '*.orig.tar.*' ! -name '*.asc' | head -n 1)
    if [ "$(sha256sum "$tar" | cut -d' ' -f1)" != "$sum" ]; then
        echo "$(basename "$tar") is not the version this project was tried with" >"$to/.untried"
    fi
    mkdir "$to/unpacked"
    tar -xf "$tar" -C "$to/unpacked"
    inner=$to/unpacked
    if [ "$(ls -A "$inner" | wc -l)" = 1 ]; then inner=$inner/$(ls -A "$inner"); fi
    rm -f "$to"/*.tar.* "$to"/*.dsc
    cp -a "$inner/." "$to/"
    rm -rf "$to/unpacked"
}
fetch_imgui() { fetch_source forky imgui "$IMGUI_SHA256" "$1"; }
fetch_rapidcheck() { fetch_source trixie rapidcheck "$RAPIDCHECK_SHA256" "$1"; }

imgui_dir() { echo "$DRIFTMARK_CACHE/imgui-r1"; }
rapidcheck_dir() { echo "$DRIFTMARK_CACHE/rapidcheck-r1"; }

# Header-only libraries in a folder of their own: /usr/include itself would hide Emscripten's headers.
fetch_includes() {
    local header prefix
    for header in doctest CLI nlohmann stb; do
        for prefix in /usr /usr/local /opt/homebrew; do
            if [ -d "$prefix/include/$header" ]; then ln -sfn "$prefix/include/$header" "$1/$header"; fi
        done
    done
}
includes_dir() { echo "$DRIFTMARK_CACHE/include-r1"; }

use_sources() {
    finished "$(includes_dir)" || make_whole "$(includes_dir)" fetch_includes
    export DRIFTMARK_INCLUDES; DRIFTMARK_INCLUDES=$(includes_dir)
    [ -n "$(debian_release)" ] || return 0
    finished "$(imgui_dir)" || quiet "fetching Dear ImGui" make_whole "$(imgui_dir)" fetch_imgui
    finished "$(rapidcheck_dir)" || quiet "fetching RapidCheck" make_whole "$(rapidcheck_dir)" fetch_rapidcheck
    local untried
    for untried in "$(imgui_dir)/.untried" "$(rapidcheck_dir)/.untried"; do
        if [ -e "$untried" ]; then say "note: $(cat "$untried")"; fi
    done
    DRIFTMARK_IMGUI=$(imgui_dir) DRIFTMARK_RAPIDCHECK=$(rapidcheck_dir)
    export DRIFTMARK_IMGUI DRIFTMARK_RAPIDCHECK
}
