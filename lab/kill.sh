#!/bin/bash
# kill r1|r2|as|cs|as2|cs2, in the lab with the proxy kill proxy: ends a node at once, as a failure
# would; "start" brings it back.
record=$ROSA_LAB_DIR/${1:-}.pid
[ $# -eq 1 ] && [ -r "$record" ] || {
  if [ -e "$ROSA_LAB_DIR/nginx.conf" ]; then
    echo "usage: kill proxy; the lab with the proxy has no other nodes" >&2
  else
    echo "usage: kill r1|r2|as|cs, with --servers 2 also as2|cs2" >&2
  fi
  exit 2
}
read -r pid <"$record"
[ -r "/proc/$pid/cmdline" ] && [ ! -e "$ROSA_LAB_DIR/$1.killed" ] || {
  echo "kill: $1 does not run" >&2
  exit 1
}
cp "/proc/$pid/cmdline" "$ROSA_LAB_DIR/$1.killed"
kill -KILL "$pid"
