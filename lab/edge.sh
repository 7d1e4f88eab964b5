# The network of "./rosa lab --firewall" and "./rosa demo firewall"; sourced by inside.sh in
# namespaces of its own. All hosts are on one link:
#   home1 home2 home3 bot1 bot2 forger cloner   h0 --- [link] --- e0   edge
# The link is a hub: every host gets every frame, so a forged MAC address changes no one's way.

# host NODE LINK LAST_BYTE [MAC_BYTE]: 10.7.0.LAST_BYTE, and a MAC address that ends with the same.
host() {
  local node=$1 link=$2 last=$3 mac=${4:-$3}
  ip netns add "$node"
  ip -n "$node" link set lo up
  ip netns exec "$node" sysctl -qw net.ipv6.conf.all.disable_ipv6=1
  ip link add "$link" netns "$node" type veth peer name "$node" netns hub
  ip -n "$node" link set "$link" address "02:00:00:07:00:$mac"
  ip -n hub link set "$node" master hub up
  ip -n "$node" address add "10.7.0.$last/24" dev "$link"
  ip -n "$node" link set "$link" up
}

make_edge() {
  local node
  mount -t tmpfs tmpfs /run && mkdir -p /run/netns
  ip netns add hub
  ip -n hub link add hub type bridge ageing_time 0
  ip netns exec hub sysctl -qw net.ipv6.conf.all.disable_ipv6=1
  ip -n hub link set hub up
  host edge e0 1 01
  host home1 h0 11
  host home2 h0 12
  host home3 h0 13
  host bot1 h0 21
  host bot2 h0 22
  host forger h0 31
  # An attacker who has taken the MAC address of home2.
  host cloner h0 41 12
}
