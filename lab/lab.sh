#!/bin/bash
# "./rosa lab": a network of namespaces on this machine, for anybody. This half looks whether it can
# be had and goes into namespaces of its own; inside.sh makes the network there.
set -u
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")

say() { printf 'rosa lab: %s\n' "$*" >&2; }

help() {
  cat <<'END'
A network of namespaces on this machine, as an ordinary user, with active routers in it:

  src 10.0.1.2 --- r1 --- r2 --- dst 10.0.2.2        (IPv6: fd01::2, fd02::2)
  mgmt: Authorization Server 10.9.0.1:7001, Code Server 10.9.0.2:7002, status of r1 and r2 at
        10.9.0.11:9101 and 10.9.0.12:9101

Usage: ./rosa lab [OPTION...] [-- COMMAND...]

Without a command it gives a prompt; "help" there says what can be done. With one it runs it in the
lab and ends with its exit code. Everything is gone at the end: it lived in the namespaces.

  --firewall          another network: an edge machine with a web service and the firewall plane,
                      honest clients and attackers; "help" at its prompt says more
  --proxy             the application proxy on r1, and on dst nginx, vsftpd and a telnet server
                      (inetutils-telnetd), no other nodes; "help" at its prompt says more
  --no-routers        r1 and r2 only forward, as any router would; with --proxy: no proxy
  --no-nodes          the network alone: no Authorization Server, no Code Server, no routers
  --no-wait           go on before IPv6 works, which takes a second
  --workers N         of each router (default: 1)
  --servers N         of each role: 1, or 2 on PostgreSQL, which must be installed (default: 1);
                      as2 is at 10.9.0.3:7001, cs2 at 10.9.0.4:7002
  --bundle NAME=JAR   a further code to publish for alice; may be repeated
  --dir DIR           a new or empty folder for identities, configurations and logs, which stays
                      (default: a temporary one)
  --hold              no prompt: run until standard input ends
  --json              say on standard output, as JSON, how to get in, and addresses and pids
  -h, --help          this text

Examples:
  ./rosa lab
  ./rosa lab -- on src ping -c 3 10.0.2.2
  ./rosa lab -- attack all
  ./rosa lab --no-nodes -- on r1 ip route
  ./rosa lab --servers 2
  ./rosa lab --hold --json
  ./rosa lab --firewall -- attack all
  ./rosa lab --proxy -- on src curl http://10.0.2.2/secret.html
  ./rosa lab --proxy -- proxy status
  ./rosa lab --proxy -- attack all

Exit codes: that of COMMAND; 0: done; 1: failed; 2: wrong usage, or something is missing here.
END
}

usage_error() {
  say "$*"
  exit 2
}

# What is missing here for a lab, in a sentence; empty: nothing.
missing() {
  local program package
  for program in unshare:util-linux setpriv:util-linux ip:iproute2 tc:iproute2 nft:nftables; do
    package=${program#*:}
    program=${program%:*}
    command -v "$program" >/dev/null || {
      echo "$program is missing here; install with: sudo apt-get install -y $package"
      return
    }
  done
  unshare -Urnm sh -c 'ip link set lo up && nft list ruleset' >/dev/null 2>&1 || {
    echo "this system lets an ordinary user have no network namespaces (unshare -Urnm)"
    return
  }
  unshare -Urnm sh -c 'ip link add v0 type veth peer name v1 && tc qdisc add dev v0 clsact &&
    tc filter add dev v0 ingress protocol all u32 match u8 0 0 action mirred ingress redirect dev v1' \
    >/dev/null 2>&1 ||
    echo "this kernel has no sch_ingress, cls_u32 or act_mirred, by which routers return packets"
}

PATH=$PATH:/usr/sbin:/sbin
check_only=
proxy=
firewall=
servers=1
options=("$@")
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) help; exit 0 ;;
    --check) check_only=1 ;;
    --no-routers | --no-nodes | --no-wait | --hold | --json) ;;
    --firewall) firewall=1 ;;
    --proxy) proxy=1 ;;
    --workers | --servers | --bundle | --dir)
      [ $# -ge 2 ] || usage_error "$1 needs a value; ./rosa lab --help says more"
      [ "$1" != --servers ] || servers=$2
      shift
      ;;
    --) break ;;
    *) usage_error "unknown option '$1'; ./rosa lab --help lists them" ;;
  esac
  shift
done

if [ -n "$proxy" ] && [ -n "$firewall" ]; then
  usage_error "--proxy and --firewall are networks of their own: leave one of them out"
fi
if [ -n "$proxy" ] && [ "$servers" != 1 ]; then
  usage_error "--proxy has no servers of roles: leave --servers out"
fi
if [ -n "$proxy" ]; then
  for program in nginx openssl vsftpd; do
    command -v "$program" >/dev/null || [ -x "/usr/sbin/$program" ] ||
      usage_error "$program is missing here; install with: sudo apt-get install -y $program"
  done
fi
problem=$(missing)
[ -z "$problem" ] || usage_error "$problem"
[ -z "$check_only" ] || exit 0
# Where the lab is not: inside.sh ends whatever runs in its own user namespace.
ROSA_LAB_OUTSIDE=$(readlink /proc/self/ns/user)
export ROSA_LAB_OUTSIDE
exec unshare -Urnm "$here/inside.sh" "${options[@]}"
