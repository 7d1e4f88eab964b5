# Decisions of a CrowdSec API as bans, on edge of ./rosa lab --firewall. The API is a stand-in that
# answers as the real one does. Of its decisions two are bans of an address or a range that can be
# banned; one is of this machine's own addresses, one has bits beyond its prefix, and thirty are of
# multicast addresses.
set -e
dir=$ROSA_LAB_DIR/crowdsec
mkdir -p "$dir"
(umask 077 && printf 'X-Api-Key: secret\n' >"$dir/key")
cat >"$dir/api.py" <<'END'
import http.server, json

DECISIONS = [
    {"duration": "3h59m57s", "id": 1, "origin": "cscli", "scenario": "by hand", "scope": "Ip",
     "type": "ban", "value": "10.7.0.21"},
    {"duration": "1h", "id": 2, "origin": "CAPI", "scenario": "scan", "scope": "Range",
     "type": "ban", "value": "203.0.113.0/24"},
    {"duration": "1h", "id": 3, "origin": "cscli", "scenario": "by hand", "scope": "Country",
     "type": "ban", "value": "XX"},
    {"duration": "1h", "id": 4, "origin": "cscli", "scenario": "by hand", "scope": "Ip",
     "type": "captcha", "value": "10.7.0.13"},
    {"duration": "1h", "id": 5, "origin": "CAPI", "scenario": "scan", "scope": "Range",
     "type": "ban", "value": "127.0.0.0/8"},
    {"duration": "1h", "id": 6, "origin": "cscli", "scenario": "by hand", "scope": "Range",
     "type": "ban", "value": "198.51.100.7/24"},
]
DECISIONS[:0] = [
    {"duration": "1h", "id": 100 + i, "origin": "CAPI", "scenario": "scan", "scope": "Ip",
     "type": "ban", "value": "224.0.0.%d" % i}
    for i in range(1, 31)
]


class Api(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        good = self.headers.get("X-Api-Key") == "secret" and self.path == "/v1/decisions?type=ban"
        self.send_response(200 if good else 403)
        self.end_headers()
        self.wfile.write(json.dumps(DECISIONS if good else None).encode())


server = http.server.HTTPServer(("127.0.0.1", 0), Api)
print(server.server_port, flush=True)
server.serve_forever()
END
ip link set lo up
python3 "$dir/api.py" >"$dir/port" 2>/dev/null &
until [ -s "$dir/port" ]; do sleep 0.1; done
"$ROSA_LAB_HOME/../config/recipes/crowdsec.sh" "http://127.0.0.1:$(cat "$dir/port")" "$dir/key" firewall
firewall list
