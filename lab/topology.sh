# The lab's network; sourced by inside.sh in namespaces of its own. Every link is a veth pair:
#   src s0 --- r0 [r1] r1 --- r0 [r2] r1 --- d0 dst
# and each of them, but not traffic between them, reaches the bridge of mgmt by m0.

# address NODE LINK IPV4 [IPV6]
address() {
  ip -n "$1" address add "$3" dev "$2"
  [ -z "${4:-}" ] || ip -n "$1" address add "$4" dev "$2" nodad
  ip -n "$1" link set "$2" up
}

# cable NODE LINK NODE LINK
cable() { ip link add "$2" netns "$1" type veth peer name "$4" netns "$3"; }

# wire NODE LINK...: what leaves a node is as on a real cable, one datagram a frame, and its checksum
# in it (as by "ethtool -K LINK tx off"). Without python3, captures show checksums half made, which
# is all that is lost.
wire() {
  local node=$1 link
  shift
  for link in "$@"; do ip -n "$node" link set "$link" gso_max_segs 1; done
  ! command -v python3 >/dev/null || ip netns exec "$node" python3 -B - "$@" <<'SCRIPT' || true
import ctypes, fcntl, socket, struct, sys

SIOCETHTOOL, ETHTOOL_STXCSUM = 0x8946, 0x17
off = ctypes.create_string_buffer(struct.pack("=II", ETHTOOL_STXCSUM, 0))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
    for link in sys.argv[1:]:
        request = struct.pack("@16sP16x", link.encode(), ctypes.addressof(off))
        fcntl.ioctl(control, SIOCETHTOOL, request)
SCRIPT
}

manage() {
  ip link add m0 netns "$1" type veth peer name "$1" netns mgmt
  ip -n mgmt link set "$1" master mgmt up
  address "$1" m0 "$2/24"
}

default_route() {
  ip -n "$1" route add default via "$2"
  ip -n "$1" -6 route add default via "$3"
}

make_network() {
  local node
  mount -t tmpfs tmpfs /run && mkdir -p /run/netns
  for node in src r1 r2 dst mgmt; do
    ip netns add "$node"
    ip -n "$node" link set lo up
    # Nobody else can have an address here: links need not ask before they are used.
    ip netns exec "$node" sysctl -qw net.ipv6.conf.default.accept_dad=0 \
      net.ipv6.conf.default.dad_transmits=0
  done
  ip -n mgmt link add mgmt type bridge
  ip netns exec mgmt sysctl -qw net.ipv6.conf.all.disable_ipv6=1
  address mgmt mgmt 10.9.0.1/24
  for node in 10.9.0.2 10.9.0.3 10.9.0.4; do ip -n mgmt address add "$node/24" dev mgmt; done
  manage r1 10.9.0.11
  manage r2 10.9.0.12
  manage src 10.9.0.21
  manage dst 10.9.0.22
  cable src s0 r1 r0
  cable r1 r1 r2 r0
  cable r2 r1 dst d0
  wire r1 r0 r1
  wire r2 r0 r1
  for node in r1 r2; do
    ip netns exec "$node" sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1
  done
  address src s0 10.0.1.2/24 fd01::2/64
  address r1 r0 10.0.1.1/24 fd01::1/64
  address r1 r1 10.0.12.1/24 fd12::1/64
  address r2 r0 10.0.12.2/24 fd12::2/64
  address r2 r1 10.0.2.1/24 fd02::1/64
  address dst d0 10.0.2.2/24 fd02::2/64
  # Another host of that network, for packets that are re-aimed; deprecated: dst sends from the first.
  ip -n dst address add 10.0.2.3/24 dev d0
  ip -n dst address add fd02::3/64 dev d0 nodad preferred_lft 0
  default_route src 10.0.1.1 fd01::1
  default_route r1 10.0.12.2 fd12::2
  default_route r2 10.0.12.1 fd12::1
  default_route dst 10.0.2.1 fd02::1
}

# IPv6 needs the links up for a moment before it routes: longer on a busy machine.
await_network() {
  local began=$SECONDS said=$SECONDS
  until ip netns exec src ping -q -c 1 -W 0.2 fd02::2 >/dev/null 2>&1; do
    command -v ping >/dev/null || { sleep 2; return; }
    [ $((SECONDS - began)) -lt 600 ] || return
    if [ $((SECONDS - said)) -ge 10 ]; then
      said=$SECONDS
      say "waiting for src to reach dst over IPv6, $((SECONDS - began)) s, $(machine_load)"
    fi
    sleep 0.1
  done
}

machine_load() {
  local load _
  read -r load _ </proc/loadavg
  LC_ALL=C printf 'load %.0f on %d cores' "$load" "$(nproc)"
}
