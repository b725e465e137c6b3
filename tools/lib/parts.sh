# What each part of the work needs, and how it is built. Sourced by tools/*.
here=$(dirname "${BASH_SOURCE[0]}")
. "$here/common.sh"
. "$here/foreign.sh"
. "$here/emscripten.sh"
. "$here/node.sh"
. "$here/sources.sh"
cd "$DRIFTMARK_ROOT"

JOBS=${JOBS:-$(nproc 2>/dev/null || echo 2)}

setup_native() {
    need ca-certificates g++ cmake ninja-build doctest-dev libcli11-dev librapidcheck-dev nlohmann-json3-dev \
        libbenchmark-dev libstb-dev zlib1g-dev
}
setup_web() {
    setup_native
    need python3 python3-fonttools fonts-inter fonts-jetbrains-mono xz-utils dpkg-dev
    use_node
    use_emscripten
    use_sources
}
setup_browser() {
    need chromium
    use_node
    local lock; lock=$(sha256sum tests/web/package-lock.json | cut -c1-16)
    if [ ! -e "tests/web/node_modules/.locked-$lock" ]; then
        quiet "installing the browser tests' packages" npm --prefix tests/web ci --no-audit --no-fund
        touch "tests/web/node_modules/.locked-$lock"
    fi
}

# build PRESET [OPTION...]: configures and builds. A tree that another Emscripten configured starts anew.
build() {
    local preset=$1 fresh=(); shift
    case $preset in web | node)
        grep -qsF "$DRIFTMARK_EMSCRIPTEN/" "build/$preset/CMakeCache.txt" || fresh=(--fresh) ;;
    esac
    quiet "configuring $preset" cmake --preset "$preset" ${fresh[@]+"${fresh[@]}"} "$@"
    quiet "building $preset" cmake --build --preset "$preset" -j "$JOBS"
}
