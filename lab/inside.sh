#!/bin/bash
# The inner half of "./rosa lab", in namespaces of its own: network, nodes, then a prompt or a
# command. Options are checked already. Whatever it starts ends with it.
set -u
here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
. "$here/topology.sh"
. "$here/edge.sh"
. "$here/proxy.sh"

say() { printf 'rosa lab: %s\n' "$*" >&2; }

fail() {
  say "$*"
  exit 1
}

# It mounts, and it ends whatever runs in its own user namespace: never in the one it came from.
own=$(readlink /proc/$$/ns/user)
if [ -z "$own" ] || [ -z "${ROSA_LAB_OUTSIDE:-}" ] || [ "$own" = "$ROSA_LAB_OUTSIDE" ]; then
  say "this is the inner half of \"./rosa lab\", which starts it in namespaces of its own"
  exit 2
fi

nodes=1 waits=1 hold= json= given= firewall= proxy= routes_only= node_options=()
while [ $# -gt 0 ]; do
  case $1 in
    --no-nodes) nodes= ;;
    --no-wait) waits= ;;
    --firewall) firewall=1 ;;
    --proxy) proxy=1 nodes= ;;
    --hold) hold=1 ;;
    --json) json=1 ;;
    --dir) given=$2; shift ;;
    --no-routers) routes_only=1 node_options+=("$1") ;;
    --workers | --servers | --bundle) node_options+=("$1" "$2"); shift ;;
    --) shift; break ;;
  esac
  shift
done

make_folder() {
  if [ -z "$given" ]; then
    dir=$(mktemp -d "${TMPDIR:-/tmp}/rosa-lab-XXXXXX") || exit 2
    return
  fi
  mkdir -p -- "$given" && dir=$(readlink -f -- "$given") || exit 2
  [ -z "$(ls -A -- "$dir")" ] || { say "$dir: not empty, expected a new or empty folder"; exit 2; }
  [ -O "$dir" ] && [ -z "$(find "$dir" -maxdepth 0 -perm /022)" ] ||
    { say "$dir: belongs to another user, or others may write to it"; exit 2; }
}

# What was left running in the lab: all that lives in its user namespace, which is ours alone.
end_others() {
  local process pid
  for process in /proc/[0-9]*; do
    pid=${process#/proc/}
    [ "$pid" = $$ ] || [ "$pid" = "$BASHPID" ] ||
      [ "$(readlink "$process/ns/user" 2>/dev/null)" != "$own" ] || kill "$pid" 2>/dev/null
  done
}

end() {
  # The nodes end when nobody holds their standard input any more.
  [ -z "${nodes_in:-}" ] || exec {nodes_in}>&-
  [ -z "${nodes_pid:-}" ] || wait "$nodes_pid" 2>/dev/null
  end_others
  [ -n "$given" ] || rm -rf -- "$dir"
}

pids={}
start_nodes() {
  local where=(ip netns exec mgmt) what=lab-nodes
  [ -z "$firewall" ] || where=() what=lab-edge
  coproc NODES {
    exec "${where[@]}" setpriv --pdeathsig TERM "${ROSA_LAB_CLIENT[@]}" "$what" --dir "$dir" \
      "${node_options[@]}"
  }
  nodes_pid=$NODES_PID
  exec {nodes_in}>&"${NODES[1]}" {nodes_out}<&"${NODES[0]}"
  eval "exec ${NODES[1]}>&-"
  IFS= read -r pids <&"$nodes_out" || fail "the nodes did not start"
}

describe() {
  if [ -n "$firewall" ]; then
    describe_edge
    return
  fi
  cat <<END
{"enter":["nsenter","-t","$$","-U","-m","-n","--preserve-credentials","env","ROSA_LAB_DIR=$dir","ROSA_LAB_HOME=$here","PATH=$PATH"],"path":"$here/bin","dir":"$dir","pids":$pids,"authorizationServer":"10.9.0.1:7001","codeServer":"10.9.0.2:7002","status":{"r1":"10.9.0.11:9101","r2":"10.9.0.12:9101"},"source":["10.0.1.2","fd01::2"],"destination":["10.0.2.2","fd02::2"]}
END
}

describe_edge() {
  cat <<END
{"enter":["nsenter","-t","$$","-U","-m","-n","--preserve-credentials","env","ROSA_LAB_DIR=$dir","ROSA_LAB_HOME=$here","PATH=$PATH"],"path":"$here/edge:$here/bin","dir":"$dir","pids":$pids,"edge":"10.7.0.1","web":"10.7.0.1:8080"}
END
}

# How the client is started, as the launcher says it: one word a line.
mapfile -t ROSA_LAB_CLIENT <<<"${ROSA_LAB_CLIENT_WORDS:-}"

make_folder
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
if [ -n "$firewall" ]; then
  make_edge || fail "the network could not be made"
  say "network: home1 home2 home3 bot1 bot2 forger cloner --- edge"
else
  make_network || fail "the network could not be made"
  [ -z "$waits" ] || await_network || fail "src does not reach dst over IPv6"
  say "network: src --- r1 --- r2 --- dst"
fi
export ROSA_LAB_DIR=$dir ROSA_LAB_HOME=$here PATH=$here/bin:$PATH
[ -z "$firewall" ] || PATH=$here/edge:$PATH
[ -z "$proxy" ] || PATH=$here/proxy:$PATH
export ROSA_LAB_CLIENT_WORDS
if [ -n "$proxy" ]; then
  start_web
  start_ftp
  start_telnet
  if [ -n "$routes_only" ]; then
    say "r1 only forwards: there is no proxy"
  else
    start_proxy || fail "the proxy did not start"
    say "the proxy on r1 judges what src fetches from dst"
  fi
fi
[ -z "$nodes" ] || start_nodes
[ -z "$json" ] || describe
if [ "${1:-}" = kill ]; then
  # A word of the shell, and a program that others need: no script of that name is in PATH.
  "$here/kill.sh" "${@:2}"
elif [ $# -gt 0 ]; then
  "$@"
elif [ -n "$hold" ]; then
  cat >/dev/null
else
  say "\"help\" says what can be done here, \"exit\" ends it; logs and configurations: $dir"
  trap '' INT
  bash --rcfile "$here/${firewall:+edge/}${proxy:+proxy/}shell.rc" -i
fi
