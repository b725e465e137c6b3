# Node 22.12 or newer: one on PATH is used as it is; else the plain binary from the npm registry.
# Sourced after common.sh.

NODE_LEAST=22.12.0
NODE_MAJOR=22

system_node() {
    command -v node >/dev/null || return
    [ "$(printf '%s\n%s\n' "$NODE_LEAST" "$(node --version | tr -d v)" | sort -V | head -n 1)" = "$NODE_LEAST" ]
}

fetch_node() {
    local arch
    case $(uname -m) in
        x86_64) arch=x64 ;;
        aarch64) arch=arm64 ;;
        *) die "no Node binary for $(uname -m): put Node $NODE_LEAST or newer on PATH" ;;
    esac
    (cd "$1" && npm install --no-audit --no-fund --no-save --ignore-scripts --prefix "$1" "node-linux-$arch@$NODE_MAJOR")
    mv "$1/node_modules/node-linux-$arch/bin" "$1/bin"
    rm -rf "$1/node_modules"
}

use_node() {
    system_node && return
    command -v npm >/dev/null || need nodejs npm
    local home=$DRIFTMARK_CACHE/node-$NODE_MAJOR-$(uname -m)
    finished "$home" || quiet "fetching Node $NODE_MAJOR" make_whole "$home" fetch_node
    export PATH=$home/bin:$PATH
}
