# Packages of another Debian release, fetched with a private apt configuration: signatures are checked, and
# nothing of the system changes. Sourced after common.sh.

# The mirror this machine's own apt uses.
debian_mirror() {
    local site
    site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null |
        grep -E '/debian/?$' | head -n 1)
    echo "${site:-http://deb.debian.org/debian}"
}

# foreign_apt SUITE ARGUMENTS...: apt-get as if this were SUITE with nothing installed. FOREIGN_KIND=deb-src for sources.
foreign_apt() {
    local suite=$1 home=$DRIFTMARK_CACHE/apt-$1-$(dpkg --print-architecture); shift
    local options=(
        -o "Dir::State=$home/state" -o "Dir::State::status=$home/status" -o "Dir::Cache=$home/cache"
        -o "Dir::Etc::SourceList=$home/sources.list" -o 'Dir::Etc::SourceParts=-' -o 'Dir::Etc::Preferences=-'
        -o 'Dir::Etc::PreferencesParts=-' -o 'Acquire::Check-Valid-Until=false' -o 'APT::Install-Recommends=false'
        -o "APT::Sandbox::User=$(id -un)" -o 'Acquire::Languages=none' -o 'Debug::NoLocking=true'
    )
    if [ ! -e "$home/.updated" ]; then
        mkdir -p "$home/state/lists/partial" "$home/cache/archives/partial"
        : >"$home/status"
        printf '%s [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s main\n' \
            deb "$(debian_mirror)" "$suite" deb-src "$(debian_mirror)" "$suite" >"$home/sources.list"
        apt-get "${options[@]}" -q update || return 1
        touch "$home/.updated"
    fi
    # Lists that lie here since an earlier day may name packages that the mirror no longer has.
    apt-get "${options[@]}" -q "$@" || { apt-get "${options[@]}" -q update && apt-get "${options[@]}" -q "$@"; }
}
forget_foreign() { rm -rf "$(dirname "$(dirname "$(foreign_archives "$1")")")"; }
foreign_archives() { echo "$DRIFTMARK_CACHE/apt-$1-$(dpkg --print-architecture)/cache/archives"; }
