# The part of "./rosa lab --proxy" that runs on its network, which is the usual one; sourced by
# inside.sh. r1 stands between src and the rest with an application proxy, dst has servers of web,
# FTP and TELNET.

# A web server with something to fetch.
start_web() {
  mkdir -p "$dir/www"
  echo "a page of dst" >"$dir/www/index.html"
  echo "a secret of dst" >"$dir/www/secret.html"
  echo "a page for members" >"$dir/www/members.html"
  head -c 20000000 /dev/urandom >"$dir/www/big"
  cat >"$dir/nginx.conf" <<END
user root; master_process off; daemon off; pid $dir/nginx.pid; error_log $dir/nginx.log;
events { worker_connections 512; }
http {
  access_log $dir/access.log; sendfile on;
  client_body_temp_path $dir/t1; proxy_temp_path $dir/t2; fastcgi_temp_path $dir/t3;
  uwsgi_temp_path $dir/t4; scgi_temp_path $dir/t5;
  server { listen 80; listen [::]:80; root $dir/www; }
}
END
  ip netns exec dst nginx -c "$dir/nginx.conf" -p "$dir" >/dev/null 2>&1 &
}

# An FTP server with a file to fetch, and a folder to put files into.
start_ftp() {
  mkdir -p "$dir/ftp/pub"
  echo "a file of dst" >"$dir/ftp/pub/a.txt"
  head -c 20000000 /dev/urandom >"$dir/ftp/pub/big"
  chmod 555 "$dir/ftp"
  cat >"$dir/vsftpd.conf" <<END
listen=NO
listen_ipv6=YES
background=NO
run_as_launching_user=YES
one_process_model=YES
seccomp_sandbox=NO
anonymous_enable=YES
no_anon_password=YES
ftp_username=root
local_enable=NO
write_enable=YES
anon_upload_enable=YES
anon_root=$dir/ftp
END
  ip netns exec dst /usr/sbin/vsftpd "$dir/vsftpd.conf" >"$dir/vsftpd.log" 2>&1 &
}

# A user, alice, whose password is "lab", and a certificate for the page to log in.
make_login() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
    -subj /CN=proxy -addext subjectAltName=IP:10.0.1.1 \
    -keyout "$dir/page.key" -out "$dir/page.crt" 2>"$dir/openssl.log" &&
    chmod 600 "$dir/page.key" &&
    echo lab | ROSA_NO_BUILD=1 "$here/../rosa" proxy user add --config "$dir/proxy.xml" alice \
      >>"$dir/openssl.log" 2>&1
}

# A telnet server, where telnetd is installed; the name is any, the password "lab".
start_telnet() {
  command -v telnetd >/dev/null || {
    say "telnetd is missing here, so dst has no telnet server;" \
      "install with: sudo apt-get install -y inetutils-telnetd"
    return
  }
  # It looks up the names of its clients and its own, and there is no name server.
  printf '%s\n' "127.0.0.1 localhost $(uname -n)" "10.0.1.2 src" "10.0.1.3 src" "fd01::2 src" \
    >"$dir/hosts"
  RES_OPTIONS="timeout:1 attempts:1" ip netns exec dst \
    bash -c 'mount --bind "$1" /etc/hosts && exec python3 -B "${@:2}"' - "$dir/hosts" \
    "$here/servers/telnet-server.py" "$here/servers/telnet-login" >"$dir/telnet.log" 2>&1 &
  until [ -s "$dir/telnet.log" ]; do sleep 0.1; done
}

start_proxy() {
  cat >"$dir/proxy.xml" <<END
<proxy>
  <interfaces name="lab" when-gone="drop" login-page="https://10.0.1.1:3327/"
              other-tcp="refuse">
    <clients>r0</clients>
    <servers>r1</servers>
  </interfaces>
  <status>127.0.0.1:7008</status>
  <operators socket="$dir/operator.sock"/>
  <login listen="10.0.1.1:3327" certificate="$dir/page.crt" key="$dir/page.key"
         passwords="$dir/proxy.users"/>
  <log file="$dir/requests.log"/>
  <users><user name="alice"/></users>
  <rules default="refuse" log="full">
    <rule name="no-secret" action="refuse" paths="/secret*"/>
    <rule name="members" action="allow" protocols="http" users="*" paths="/members*"
          commands="GET HEAD"/>
    <rule name="no-guests" action="refuse" paths="/members*"/>
    <rule name="web" action="allow" protocols="http https telnet"
          commands="GET HEAD POST CONNECT"/>
    <rule name="no-put" action="refuse" protocols="ftp" commands="PUT"/>
    <rule name="files" action="allow" protocols="ftp"/>
  </rules>
</proxy>
END
  make_login || {
    cat "$dir/openssl.log" >&2
    return 1
  }
  run_proxy || {
    cat "$dir/proxy.log" >&2
    return 1
  }
}

# Starts it, or starts it again, and waits until it judges.
run_proxy() {
  local log=$dir/proxy.log ready="traffic of r0 r1 is judged" before pid
  touch "$log"
  before=$(grep -c "$ready" "$log")
  ROSA_NO_BUILD=1 setsid ip netns exec r1 "$here/../rosa" proxy --config "$dir/proxy.xml" \
    >>"$log" 2>&1 </dev/null &
  pid=$!
  disown "$pid"
  echo "$pid" >"$dir/proxy.pid"
  until [ "$(grep -c "$ready" "$log")" -gt "$before" ]; do
    builtin kill -0 "$pid" 2>/dev/null || return 1
    sleep 0.1
  done
}
