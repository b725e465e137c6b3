# Shared by tools/*: telling, failing, the cache, packages. Sourced, never run.
set -euo pipefail

DRIFTMARK_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
DRIFTMARK_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/driftmark
export DRIFTMARK_ROOT DRIFTMARK_CACHE

say() { if [ -t 2 ]; then printf '\033[1m==>\033[0m %s\n' "$*" >&2; else printf '==> %s\n' "$*" >&2; fi; }
die() { printf '%s: %s\n' "${DRIFTMARK_TOOL:-driftmark}" "$*" >&2; exit 1; }

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else die "needs root for: $* (run as root, or install sudo)"
    fi
}

# quiet LABEL COMMAND...: runs it and keeps its output in a log; tells every 15 seconds how far it is, and shows the
# log's end when it fails.
quiet() {
    local label=$1 log status=0 ticker; shift
    mkdir -p "$DRIFTMARK_CACHE/log"
    log=$DRIFTMARK_CACHE/log/$(printf '%s' "$label" | tr -c 'A-Za-z0-9' '-').log
    say "$label"
    : >"$log"
    while sleep 15 && kill -0 $$ 2>/dev/null; do tail -n 1 "$log" | cut -c 1-110 | sed 's/^/    /' >&2; done &
    ticker=$!
    "$@" >"$log" 2>&1 || status=$?
    { kill "$ticker" && wait "$ticker"; } 2>/dev/null || true
    if [ "$status" != 0 ]; then
        tail -n 30 "$log" >&2
        die "$label failed (the whole log: $log)"
    fi
}

# Debian's release number, 99 for testing and unstable, nothing elsewhere.
debian_release() { (. /etc/os-release && [ "${ID:-}" = debian ] && echo "${VERSION_ID:-99}") 2>/dev/null || true; }

# need PACKAGE...: installs the Debian packages that are missing; asks apt only if some are. A system without apt
# is taken to have what is needed: CMake says what it does not find.
need() {
    local missing=() p
    command -v apt-get >/dev/null || return 0
    for p; do dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing+=("$p"); done
    [ ${#missing[@]} != 0 ] || return 0
    if [ -z "${apt_is_fresh:-}" ]; then quiet "updating the package lists" as_root apt-get update -q; apt_is_fresh=1; fi
    quiet "installing ${#missing[@]} packages" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "${missing[@]}"
}

# finished DIR: whether DIR was made whole. make_whole DIR FUNCTION: lets FUNCTION fill an empty folder and
# puts it in place only when it is done, so that a half-made one is never taken for a whole one.
# FUNCTION runs in a shell of its own: bash ignores `set -e` in whatever is called from a condition.
finished() { [ -e "$1/.whole" ]; }
make_whole() {
    local dir=$1 fill=$2 work
    if finished "$dir"; then return 0; fi
    mkdir -p "$(dirname "$dir")"
    work=$(mktemp -d "$dir.XXXXXX")
    if ! bash -c '. "$DRIFTMARK_ROOT/tools/lib/parts.sh"; "$@"' make_whole "$fill" "$work"; then
        rm -rf "$work"
        return 1
    fi
    touch "$work/.whole"
    rm -rf "$dir"
    mv "$work" "$dir"
}
