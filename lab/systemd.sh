#!/bin/bash
# Proof of the units of config/systemd: boots a systemd of its own on a copy of this system, installs
# ROSA there as docs/operations.md says, and lets lab/systemd/check look at each service.
set -u
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
home=${here%/*}
roles=(as codeserver firewall router proxy)

say() { printf 'rosa lab: %s\n' "$*" >&2; }

help() {
  cat <<'END'
The units of config/systemd under a systemd of their own, in a container on a copy of this system.

Usage: sudo lab/systemd.sh [--logs DIR] [--bpf] [--limit SECONDS]

  --logs DIR        a new folder for the journal of each service, which stays
  --bpf             with the drop-ins for XDP and the proxy's cache, where this kernel lets a container
                    have them
  --limit SECONDS   end the container after this time (default: 600)
  -h, --help        this text

It needs root, systemd-nspawn (Debian: systemd-container), iproute2, nftables, curl, and a build
(./rosa build). Of this system nothing is changed: what the container writes is in memory, and is
gone at the end. It has a network of its own.

Exit codes: 0: each check was right; 1: one was not; 2: wrong usage, or something is missing here.
END
}

usage_error() {
  say "$*"
  exit 2
}

logs= bpf= limit=600
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) help; exit 0 ;;
    --bpf) bpf=1 ;;
    --logs | --limit)
      [ $# -ge 2 ] || usage_error "$1 needs a value; --help says more"
      printf -v "${1#--}" %s "$2"
      shift
      ;;
    *) usage_error "unknown option '$1'; --help lists them" ;;
  esac
  shift
done
[[ $limit =~ ^[1-9][0-9]{0,4}$ ]] || usage_error "--limit is '$limit', expected seconds"
[ "$(id -u)" -eq 0 ] || usage_error "this needs root: sudo lab/systemd.sh"
for program in systemd-nspawn systemd-sysusers ip nft curl; do
  command -v "$program" >/dev/null || usage_error "$program is missing here; --help says more"
done
[ -x /usr/bin/java ] || usage_error "/usr/bin/java is missing here, which the units name"
for role in "${roles[@]}"; do
  [ -f "$home/rosa-$role/target/rosa-$role.jar" ] || usage_error "rosa-$role.jar is missing: ./rosa build"
done
[ -z "$logs" ] || mkdir -- "$logs" || exit 2

space=$(mktemp -d "${TMPDIR:-/tmp}/rosa-systemd-XXXXXX") || exit 2
root=$space/root
end() {
  mountpoint -q "$root" && umount "$root"
  mountpoint -q "$space" && umount "$space"
  rmdir -- "$space"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mount -t tmpfs -o mode=0755 tmpfs "$space" && mkdir "$space"/{upper,work,root} &&
  mount -t overlay -o "lowerdir=/,upperdir=$space/upper,workdir=$space/work" overlay "$root" ||
  usage_error "this system lets no copy of it be mounted (overlay)"

# Programs, users and units, all of them root's.
install_programs() {
  local role
  mkdir -p "$root"/opt/rosa "$root"/etc/rosa/lists "$root"/etc/sysusers.d
  for role in "${roles[@]}"; do
    cp "$home/rosa-$role/target/rosa-$role.jar" "$root/opt/rosa/" || return
    [ ! -d "$home/rosa-$role/target/native" ] ||
      cp -r "$home/rosa-$role/target/native" "$root/opt/rosa/" || return
    cp "$home/config/systemd/rosa-$role.service" "$root/etc/systemd/system/" || return
  done
  chown -R root:root "$root/opt/rosa" && chmod -R u=rwX,go=rX "$root/opt/rosa"
  cp "$home/config/systemd/rosa.sysusers" "$root/etc/sysusers.d/rosa.conf"
  systemd-sysusers --root="$root" rosa.conf
}

# What docs/operations.md says to change in the configurations, and interfaces for the router.
install_configurations() {
  local etc=$root/etc/rosa
  cp "$home"/config/providers.xml "$etc" && cp "$home"/config/lists/* "$etc/lists"
  sed -e 's|\.\./domain/||; s|>as\.db<|>/var/lib/rosa-as/as.db<|' \
    -e 's|file:as\.db|file:/var/lib/rosa-as/as.db|; s|"\.\./providers"|"/opt/rosa/providers"|' \
    "$home/config/as.xml" >"$etc/as.xml"
  sed -e 's|\.\./domain/||; s|>codeserver\.db<|>/var/lib/rosa-codeserver/codeserver.db<|' \
    -e 's|file:codeserver\.db|file:/var/lib/rosa-codeserver/codeserver.db|' \
    "$home/config/codeserver.xml" >"$etc/codeserver.xml"
  sed -e 's|\.\./domain/||; s|r1\.replay|/var/lib/rosa-router/r1.replay|' \
    -e '/^ *<overlay /,/<\/overlay>/d; /^ *<interfaces workers/i -->' -e '/^ *<\/interfaces>/{n;d}' \
    -e '/^ *<firewall socket/i -->' -e '/^ *<firewall socket/{n;d}' \
    "$home/config/router.xml" >"$etc/router.xml"
  sed -e 's|>firewall\.db<|>/var/lib/rosa-firewall/firewall.db<|' \
    -e 's|user="www-data" proofs="handshake none"|user="rosa-router" proofs="session none"|' \
    "$home/config/firewall.xml" >"$etc/firewall.xml"
  sed -e 's|file="proxy\.log"|file="/var/log/rosa-proxy/proxy.log"|' "$home/config/proxy.xml" \
    >"$etc/proxy.xml"
}

install_domain() {
  local one domain=$space/domain
  export ROSA_NO_BUILD=1
  "$home/rosa" domain init "$domain" --domain 17 &&
    "$home/rosa" domain issue --dir "$domain" --role as --name as1 &&
    "$home/rosa" domain issue --dir "$domain" --role codeserver --name cs1 &&
    "$home/rosa" domain issue --dir "$domain" --role router --name r1 || return
  cp "$domain"/{ca.crt,as1.*,cs1.*,r1.*} "$root/etc/rosa/"
  for one in as1:as cs1:codeserver r1:router; do
    chroot "$root" chown "rosa-${one#*:}" "/etc/rosa/${one%:*}.key" || return
  done
}

# XDP for the plane; the proxy takes its cache where it can.
install_drop_ins() {
  local role
  sed -i 's/xdp="off"/xdp="on"/' "$root/etc/rosa/firewall.xml"
  for role in firewall proxy; do
    mkdir -p "$root/etc/systemd/system/rosa-$role.service.d"
    cp "$home/config/systemd/bpf.conf" "$root/etc/systemd/system/rosa-$role.service.d/"
  done
}

# The container starts this and what it needs, and none of this system's services.
install_check() {
  cp "$here/systemd/check" "$root/opt/rosa/check"
  # Without one a first boot asks questions, and enables what is installed.
  tr -d - </proc/sys/kernel/random/uuid >"$root/etc/machine-id"
  cat >"$root/etc/systemd/system/rosa-check.service" <<'END'
[Unit]
After=basic.target
Requires=basic.target
FailureAction=poweroff
SuccessAction=poweroff
[Service]
Type=oneshot
ExecStart=/bin/bash /opt/rosa/check
END
}

{ install_programs && install_configurations && install_domain && install_check; } >"$space/install.log" 2>&1 || {
  cat "$space/install.log" >&2
  usage_error "ROSA could not be installed in the container"
}
[ -z "$bpf" ] || install_drop_ins

container=(--register=no --keep-unit --private-network --link-journal=no --quiet)
[ -z "$bpf" ] || container+=(--capability=CAP_BPF,CAP_PERFMON --system-call-filter=bpf)
say "booting systemd, ${limit} s at the most"
timeout --kill-after=10 "$limit" systemd-nspawn -D "$root" "${container[@]}" -b -- \
  --unit=rosa-check.service </dev/null >"$space/boot.log" 2>&1
[ -z "$logs" ] || cp -r "$space/boot.log" "$root/var/log/rosa-check/." "$logs/"
[ -f "$root/var/log/rosa-check/verdict" ] || {
  tail -n 20 "$space/boot.log" >&2
  cat "$root/var/log/rosa-check/results" 2>/dev/null
  say "the container ended before all was checked"
  exit 1
}
cat "$root/var/log/rosa-check/results"
exit "$(cat "$root/var/log/rosa-check/verdict")"
