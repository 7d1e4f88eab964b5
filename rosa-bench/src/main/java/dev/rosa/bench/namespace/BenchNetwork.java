package dev.rosa.bench.namespace;

import dev.rosa.bench.domain.BenchDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Network of the bench: three machines in network namespaces, of which the middle one is its own.
 * They are {@code s0} of src – {@code r0}, {@code r1} here – {@code d0} of dst. The link counts
 * active packets that have reached dst, and drops them at once: no process there handles them.
 * Nothing outside the namespaces is touched; they go with this process.
 */
public final class BenchNetwork {

  public static final String SOURCE = BenchDomain.SOURCE;
  public static final String DESTINATION = BenchDomain.DESTINATION;

  /** Behind a tunnel that ends in dst. */
  public static final String TUNNELLED = "10.0.3.2";

  public static final String NEAR_TUNNEL_END = "10.0.2.1";

  /** Here, as src sees it. */
  public static final String NEAR_SOURCE = "10.0.1.1";

  private static final Path RUN = Path.of("/run");
  private static final Path NAMESPACES = RUN.resolve("netns");

  /** Room for a full packet in a tunnel. */
  private static final String MTU = "1700";

  /** About the least that Linux takes. */
  private static final int LESS_THAN_TWO_FRAMES = 325;

  private static final String SINK =
      """
      table netdev bench {
        chain sink { type filter hook ingress device d0 priority 0;
          udp dport 3322 drop
        }
      }
      """;

  /** UDP port of WireGuard's hub and its two ends. */
  public static final int WIREGUARD_PORT = 51_820;

  /** Data of tunnels, not their handshakes: in WireGuard's, byte 0 of a datagram says which. */
  private static final String SEALED_SINK =
      """
      table netdev bench_sealed {
        chain sink { type filter hook ingress device d0 priority 0;
          udp dport %d @th,64,8 4 meta length > 200 drop
          udp dport { 1194, 4500 } meta length > 600 drop
        }
      }
      """
          .formatted(WIREGUARD_PORT);

  private static final String INNER_SINK =
      """
      table netdev bench_inner {
        chain sink { type filter hook ingress device %s priority 0; policy drop; }
      }
      """;

  private static final String UNRECORDED =
      """
      table netdev bench_record {
        chain sink { type filter hook ingress device r0 priority 0;
          udp dport %d @th,64,8 4 drop
        }
      }
      """
          .formatted(WIREGUARD_PORT);

  private BenchNetwork() {}

  /** Lays it out; to be called once, in namespaces of its own. */
  public static void lay() throws IOException {
    Shell.run("mount", "-t", "tmpfs", "-o", "size=90%", "tmpfs", RUN.toString());
    Files.createDirectories(NAMESPACES);
    ip("link set lo up");
    join("src", "s0", "r0", NEAR_SOURCE + "/24", SOURCE);
    join("dst", "d0", "r1", NEAR_TUNNEL_END + "/24", DESTINATION);
    ip("-n src route add default via " + NEAR_SOURCE);
    ip("-n dst route add default via " + NEAR_TUNNEL_END);
    for (String setting :
        List.of(
            "ip_forward=1",
            "conf/all/rp_filter=0",
            "conf/default/rp_filter=0",
            // A hub's packets leave by the device that they came in at.
            "conf/all/send_redirects=0",
            "conf/default/send_redirects=0")) {
      String[] parts = setting.split("=");
      Files.writeString(Path.of("/proc/sys/net/ipv4").resolve(parts[0]), parts[1]);
    }
    inDst(SINK);
  }

  private static void inDst(String rules) throws IOException {
    Shell.run(rules, List.of("ip", "netns", "exec", "dst", "nft", "-f", "-"));
  }

  private static String gone(String table) {
    return "add table netdev " + table + "\ndelete table netdev " + table + "\n";
  }

  /** From now on dst's link drops a tunnel's data when it has counted them: no end decrypts. */
  public static void dropSealed() throws IOException {
    inDst(gone("bench_sealed") + SEALED_SINK);
  }

  /** The end of that. */
  public static void passSealed() throws IOException {
    inDst(gone("bench_sealed"));
  }

  /** Counts and drops packets that come out of a device of dst. */
  public static void sinkBehind(String device) throws IOException {
    inDst(gone("bench_inner") + INNER_SINK.formatted(device));
  }

  /** The end of that. */
  public static void passBehind() throws IOException {
    inDst(gone("bench_inner"));
  }

  /**
   * WireGuard's data from src get no further than {@code r0}, where they can be recorded; each in a
   * frame of its own, as a network card would send them.
   */
  public static void holdBack() throws IOException {
    Shell.run(gone("bench_record") + UNRECORDED, List.of("nft", "-f", "-"));
    ip("-n src link set s0 gso_max_segs 1");
  }

  /** The end of that. */
  public static void letPass() throws IOException {
    ip("-n src link set s0 gso_max_segs 65535");
    Shell.run(gone("bench_record"), List.of("nft", "-f", "-"));
  }

  /**
   * Links as network cards that can carry datagrams only one by one: packets that a router sends on
   * as one reach dst's link cut up, and the core that forwards has to do it; the sender's trains
   * are cut up before they come to the router.
   */
  public static void cutUp() throws IOException {
    ip("link set r1 gso_max_segs 1");
    // By size: Linux counts what a program hands over as one no earlier than at the second link.
    ip("-n src link set s0 gso_max_size " + LESS_THAN_TWO_FRAMES);
  }

  /** Lets the sender's trains come to the router's rules whole; they are cut up there. */
  public static void handOverWhole() throws IOException {
    ip("-n src link set s0 gso_max_size 65536");
  }

  /** The end of all that. */
  public static void leaveWhole() throws IOException {
    handOverWhole();
    ip("link set r1 gso_max_segs 65535");
  }

  private static void join(String name, String outer, String inner, String near, String far)
      throws IOException {
    ip("netns add " + name);
    ip("-n " + name + " link set lo up");
    ip("link add " + inner + " mtu " + MTU + " type veth peer name " + outer + " netns " + name);
    ip("-n " + name + " link set " + outer + " mtu " + MTU);
    ip("addr add " + near + " dev " + inner);
    ip("-n " + name + " addr add " + far + "/24 dev " + outer);
    ip("link set " + inner + " up");
    ip("-n " + name + " link set " + outer + " up");
  }

  /** {@code ip} with these words. */
  public static void ip(String words) throws IOException {
    Shell.run(("ip " + words).split(" "));
  }

  /** The hardware address of a link here. */
  public static byte[] mac(String link) throws IOException {
    String[] text = macText(link).split(":");
    byte[] mac = new byte[text.length];
    for (int i = 0; i < mac.length; i++) {
      mac[i] = (byte) Integer.parseInt(text[i], 16);
    }
    return mac;
  }

  public static String macText(String link) throws IOException {
    // Not below /sys, which shows the links of the namespace it was mounted in.
    String shown = Shell.run("ip", "-o", "link", "show", "dev", link);
    return shown.replaceAll("(?s).*link/ether ([0-9a-f:]+).*", "$1");
  }

  public static Path namespace(String name) {
    return NAMESPACES.resolve(name);
  }

  /** A place for files that live in memory and go with this process. */
  public static Path memory(String name) {
    return RUN.resolve(name);
  }
}
