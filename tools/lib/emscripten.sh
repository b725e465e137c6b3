# Emscripten 3.1.69 or newer: one on PATH is used as it is; Debian 13 and later have it; on Debian 12 the
# packages of Debian 13 are unpacked into the cache and relocated, without touching the system.
# Sourced after common.sh and foreign.sh.

EMSCRIPTEN_LEAST=3.1.69

newer_or_same() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

system_emscripten() {
    command -v em++ >/dev/null || return
    newer_or_same "$EMSCRIPTEN_LEAST" "$(em++ -dumpversion 2>/dev/null | grep -oE '^[0-9.]+' || echo 0)"
}

emscripten_dir() { echo "$DRIFTMARK_CACHE/emscripten-trixie-$(dpkg --print-architecture)-r1"; }

# unpack_package DEB DIR: without documents, and without the system library's variants that no build here links
# (threads, position-independent code, sanitizers), which are most of it.
unpack_package() {
    dpkg-deb --fsys-tarfile "$1" | tar -x -C "$2" --no-same-owner --wildcards \
        --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' \
        --exclude='./usr/share/emscripten/test' --exclude='./usr/share/emscripten/tests' \
        --exclude='*/lib/wasm32-emscripten/pic' --exclude='*/lib/wasm32-emscripten/lto-pic' \
        --exclude='*/lib/wasm32-emscripten/*-mt*.a' --exclude='*/lib/wasm32-emscripten/*-ww*.a' \
        --exclude='*/lib/wasm32-emscripten/*san*.a'
}

unpack_emscripten() {
    local to=$1 deb name lib ld
    foreign_apt trixie install --download-only -y emscripten
    for deb in "$(foreign_archives trixie)"/*.deb; do
        name=$(basename "$deb"); name=${name%%_*}
        case $name in
            python3*|libpython3*|perl*|libperl*|node*|libnode*|git*|gcc-*|g++*|cpp*|*-dev|openssh*|default-jre*|openjdk*) ;;
            *) unpack_package "$deb" "$to" ;;
        esac
    done
    # Some packages of the rejected kinds hold what is needed after all: the JavaScript optimizer's modules.
    for deb in "$(foreign_archives trixie)"/node-*.deb; do
        if [ -e "$deb" ]; then unpack_package "$deb" "$to"; fi
    done
    rm -f "$(foreign_archives trixie)"/*.deb

    ld=$(find "$to" -name 'ld-linux*.so.*' | head -n 1)
    lib=$(dirname "$(find "$to" -name 'libLLVM*.so*' -path '*linux-gnu*' | head -n 1)")
    local llvm=$to/usr/lib/llvm-19
    # The folder moves when it is whole, so paths inside it are written for where it will be.
    local home; home=$(emscripten_dir)
    local ld_home=$home${ld#"$to"}
    local path_home=$home${lib#"$to"}:$home/usr/lib/llvm-19/lib:$home/lib/${lib##*/}
    local file
    for file in "$llvm"/bin/{clang,clang-19,lld,wasm-ld,llvm-ar,llvm-nm,llvm-objcopy,llvm-dwarfdump,llvm-dwp,llvm-ranlib,llvm-strip} \
        "$to"/usr/bin/wasm-*; do
        [ -f "$file" ] && [ ! -L "$file" ] || continue
        patchelf --set-interpreter "$ld_home" --force-rpath --set-rpath "$path_home" "$file" 2>/dev/null || true
    done
    find "$to" \( -name 'libLLVM*.so*' -o -name 'libclang-cpp*.so*' \) -type f -exec patchelf --remove-rpath {} \;

    cat >"$to/em_config" <<CONFIG
LLVM_ROOT = '$home/usr/lib/llvm-19/bin'
BINARYEN_ROOT = '$home/usr'
NODE_JS = '@NODE@'
CACHE = '$home/usr/share/emscripten/cache'
FROZEN_CACHE = True
CONFIG
    ln -sfn ../nodejs "$to/usr/share/emscripten/node_modules"
}

# CMake's toolchain file lies in Emscripten's own folder.
find_toolchain() {
    DRIFTMARK_EMSCRIPTEN=$(dirname "$(readlink -f "$(command -v em++)")")
    export DRIFTMARK_EMSCRIPTEN
}

# Sets PATH, EM_CONFIG and DRIFTMARK_EMSCRIPTEN for this shell.
use_emscripten() {
    if system_emscripten; then find_toolchain; return; fi
    local release; release=$(debian_release)
    [ -n "$release" ] || die "Emscripten $EMSCRIPTEN_LEAST or newer is needed: install emsdk and put em++ on PATH"
    if [ "$release" -ge 13 ]; then need emscripten; find_toolchain; return; fi
    need patchelf python3
    local home; home=$(emscripten_dir)
    finished "$home" || quiet "fetching Emscripten $EMSCRIPTEN_LEAST (380 MB, once)" make_whole "$home" unpack_emscripten
    sed "s#@NODE@#$(command -v node)#" "$home/em_config" >"$home/em_config.used.$$"
    mv "$home/em_config.used.$$" "$home/em_config.used"
    export EM_CONFIG=$home/em_config.used PATH=$home/usr/share/emscripten:$PATH
    find_toolchain
}
