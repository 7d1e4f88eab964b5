# fail2ban as a reporter, on edge of ./rosa lab --firewall: three refused log-ins ban bot2. Then its
# ban is lifted, and fail2ban starts again, which restores its own ban: bot2 is not banned anew.
set -e
recipes=$ROSA_LAB_HOME/../config/recipes
dir=$ROSA_LAB_DIR/fail2ban
mkdir -p "$dir/action.d" "$dir/filter.d"
cp "$recipes/fail2ban-action.conf" "$dir/action.d/rosa.conf"
cat >"$dir/fail2ban.conf" <<END
[Definition]
loglevel = INFO
logtarget = $dir/log
syslogsocket = auto
socket = $dir/sock
pidfile = $dir/pid
dbfile = $dir/db
dbpurgeage = 1d
dbmaxmatches = 10
END
cat >"$dir/filter.d/web.conf" <<END
[Definition]
failregex = ^ ?refused <HOST>\$
END
cat >"$dir/jail.conf" <<END
[web]
enabled = true
backend = polling
filter = web
logpath = $dir/web.log
maxretry = 3
findtime = 600
bantime = 600
action = rosa[rosa_command="$ROSA_LAB_HOME/edge/firewall", name=web]
END
: >"$dir/web.log"

start() {
  fail2ban-server -f -c "$dir" -s "$dir/sock" -p "$dir/pid" start >"$dir/out" 2>&1 &
  until fail2ban-client -c "$dir" -s "$dir/sock" status web >/dev/null 2>&1; do sleep 0.3; done
}

refuse() {
  for i in 1 2 3; do echo "$(date '+%Y-%m-%d %H:%M:%S') refused $1" >>"$dir/web.log"; done
  until firewall list | grep -q "$1"; do sleep 0.5; done
}

start
refuse 10.7.0.22
firewall list
firewall lift 10.7.0.22
fail2ban-client -c "$dir" -s "$dir/sock" stop >/dev/null
wait
start
until grep -q 'Restore Ban 10.7.0.22' "$dir/log"; do sleep 0.3; done
# One thread of fail2ban calls for all sources, in their order.
refuse 10.7.0.21
echo restarted
firewall list
