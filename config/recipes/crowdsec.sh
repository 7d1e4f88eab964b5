#!/bin/bash
# Bans by the decisions of a CrowdSec API (LAPI): reads those that hold now, and has the firewall
# plane ban their sources for five minutes. Run it once a minute, by a systemd timer or cron: a
# decision that ends there ends here within five minutes. Needs curl and jq.
#
# Usage: crowdsec.sh URL KEY_FILE [ROSA_COMMAND...]
#   URL          of the API, e.g. http://127.0.0.1:8080
#   KEY_FILE     a file with one line, "X-Api-Key: KEY", which only its owner can read; the key is
#                that of "cscli bouncers add rosa"
#   ROSA_COMMAND how the plane is reached; default: /opt/rosa/rosa firewall
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 2; }
url=$1 key=$2
shift 2
[ $# -gt 0 ] || set -- /opt/rosa/rosa firewall
sources=$(mktemp)
trap 'rm -f "$sources"' EXIT
curl --fail --silent --show-error --max-time 30 --header "@$key" "$url/v1/decisions?type=ban" |
  jq -r '(. // [])[] | select(.type == "ban" and (.scope | ascii_downcase | . == "ip" or . == "range")) | .value' \
    >"$sources"
[ -s "$sources" ] || exit 0
# What is refused, such as a source that is never banned, is left out and printed.
"$@" ban --file "$sources" --skip-refused --for 5m --reason "a decision of CrowdSec"
