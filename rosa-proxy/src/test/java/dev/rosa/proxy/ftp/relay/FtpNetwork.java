package dev.rosa.proxy.ftp.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rosa.proxy.ftp.DataConnection;
import dev.rosa.testkit.VsftpdConfig;
import java.io.IOException;
import java.net.Inet4Address;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client, a proxy and an FTP server in three network namespaces: 10.1.0.2, this process, and
 * 10.2.0.2. Data connections pass only through holes. Runs in {@code unshare -Urnm}.
 */
final class FtpNetwork implements Holes, AutoCloseable {
  static final String CLIENT = "10.1.0.2";
  static final String SERVER = "10.2.0.2";

  private static final String TABLE = "rosa_proxy_scene";

  private static final String NETWORK =
      """
      set -e
      mount -t tmpfs none /run
      mkdir /run/netns
      ip link set lo up
      ip netns add src
      ip netns add dst
      ip link add c0 type veth peer name eth0 netns src
      ip link add s0 type veth peer name eth0 netns dst
      ip addr add 10.1.0.1/24 dev c0
      ip addr add 10.2.0.1/24 dev s0
      ip addr add fd00:1::1/64 dev c0 nodad
      ip addr add fd00:2::1/64 dev s0 nodad
      ip link set c0 up
      ip link set s0 up
      for side in src:1 dst:2; do
        name=${side%:*} net=10.${side#*:}.0 net6=fd00:${side#*:}:
        ip -n $name addr add $net.2/24 dev eth0
        ip -n $name addr add $net6:2/64 dev eth0 nodad
        ip -n $name link set lo up
        ip -n $name link set eth0 up
        ip -n $name route add default via $net.1
        ip -n $name -6 route add default via $net6:1
      done
      echo 1 > /proc/sys/net/ipv4/ip_forward
      echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
      """;

  private static final String RULES =
      """
      table inet %1$s {
        set holes {
          type ipv4_addr . ipv4_addr . inet_service
          flags timeout
          size 64
        }
        set holes6 {
          type ipv6_addr . ipv6_addr . inet_service
          flags timeout
          size 64
        }
        chain data {
          type filter hook forward priority filter; policy accept;
          tcp flags & (syn | ack) == syn ip saddr . ip daddr . tcp dport @holes accept
          tcp flags & (syn | ack) == syn ip6 saddr . ip6 daddr . tcp dport @holes6 accept
          tcp flags & (syn | ack) == syn counter drop
        }
        chain relayed {
          type filter hook prerouting priority mangle; policy accept;
          meta l4proto tcp socket transparent 1 meta mark set 0x10000 accept
          iifname "c0" tcp dport 21 tproxy ip to 127.0.0.1:%2$d meta mark set 0x10000 accept
          iifname "c0" tcp dport 21 tproxy ip6 to [::1]:%2$d meta mark set 0x10000 accept
        }
      }
      """;

  private final Path folder;
  private final Process server;
  private final List<DataConnection> holes = new ArrayList<>();
  private final AtomicInteger closed = new AtomicInteger();

  FtpNetwork(Path folder) throws Exception {
    this.folder = folder;
    run("sh", "-c", NETWORK);
    Path files = Files.createDirectories(folder.resolve("root/pub"));
    Files.writeString(files.resolve("a.txt"), "hello\n");
    Files.write(files.resolve("big"), new byte[3_000_000]);
    run("chmod", "555", files.getParent().toString());
    Path config = VsftpdConfig.write(folder.resolve("vsftpd.conf"), files.getParent());
    server =
        start("ip", "netns", "exec", "dst", VsftpdConfig.PROGRAM.toString(), config.toString());
    run(
        "ip",
        "netns",
        "exec",
        "dst",
        "sh",
        "-c",
        "until ss -ltn | grep -q :21; do sleep 0.1; done");
  }

  void divertTo(int relayPort) throws Exception {
    Path rules = folder.resolve("rules.nft");
    Files.writeString(rules, RULES.formatted(TABLE, relayPort));
    run("nft", "-f", rules.toString());
    for (String family : List.of("-4", "-6")) {
      run("ip", family, "rule", "add", "fwmark", "0x10000/0x10000", "lookup", "33270");
      run("ip", family, "route", "add", "local", "default", "dev", "lo", "table", "33270");
    }
  }

  @Override
  public synchronized void open(DataConnection data) throws IOException {
    holes.add(data);
    String hole =
        "{ %s . %s . %d timeout 30s }"
            .formatted(
                data.opener().getHostAddress(), data.listener().getHostAddress(), data.port());
    try {
      String set = data.opener() instanceof Inet4Address ? "holes" : "holes6";
      run("nft", "add", "element", "inet", TABLE, set, hole);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close(DataConnection data) {
    closed.incrementAndGet();
  }

  int closed() {
    return closed.get();
  }

  synchronized List<DataConnection> holes() {
    return List.copyOf(holes);
  }

  /** Runs a Python program at the client; its output. */
  String python(String program) throws Exception {
    Path file = folder.resolve("client.py");
    Files.writeString(file, program);
    return run("ip", "netns", "exec", "src", "python3", file.toString());
  }

  static String run(String... command) throws IOException, InterruptedException {
    Process process = start(command);
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + out);
    }
    return out;
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  @Override
  public void close() {
    server.destroy();
  }
}
