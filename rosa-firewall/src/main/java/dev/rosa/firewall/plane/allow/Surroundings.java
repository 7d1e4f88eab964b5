package dev.rosa.firewall.plane.allow;

import dev.rosa.config.ConfigException;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.flow.TcpFlows;
import dev.rosa.kernel.link.NeighbourTable;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Surroundings of this machine that are never banned: its own addresses, next hops, name servers,
 * and peers of established ssh. What cannot be read is left out. One thread's.
 */
public final class Surroundings {

  private static final Logger LOG = LoggerFactory.getLogger(Surroundings.class);
  private static final Path ROOT = Path.of("/");
  private static final int MAC_BYTES = 6;
  private static final String SPACE = "\\s+";

  private final Path root;
  private final NeighbourView.Reader neighbours;
  private final AcceptedReader connections;
  private final SshPeers peers;
  private NeighbourView lastView = new NeighbourView(Set.of(), List.of());

  /** Those of this machine. */
  public Surroundings() {
    this(ROOT, System::nanoTime, NeighbourView::ofKernel, AcceptedReader::ofKernel);
  }

  /** Those that the files below a folder and views of neighbours and connections tell of. */
  Surroundings(
      Path root,
      LongSupplier nanoTime,
      NeighbourView.Reader neighbours,
      AcceptedReader connections) {
    this.root = root;
    this.connections = connections;
    this.neighbours = neighbours;
    this.peers = new SshPeers(nanoTime);
  }

  /** Reads them: source and reason. */
  public Map<Source, String> read() {
    Map<Source, String> found = new LinkedHashMap<>();
    found.put(Source.parse("127.0.0.0/8"), "loopback");
    found.put(Source.parse("::1"), "loopback");
    addNoSender(found);
    addOwn(found);
    NeighbourView view = view();
    view.hops().forEach(hop -> found.putIfAbsent(Source.of(hop.address()), "next hop"));
    view.linkLocalOfHops()
        .forEach(
            (address, hop) ->
                found.putIfAbsent(Source.of(address), "next hop " + Source.of(hop).text()));
    addNameServers(found);
    for (Source peer : peers.read(connections(sshPorts()), bytes("run/utmp"))) {
      found.putIfAbsent(peer, "peer of established ssh");
    }
    addMacs(found, view.neighbours());
    return found;
  }

  private static void addNoSender(Map<Source, String> found) {
    for (String source : List.of("0.0.0.0", "255.255.255.255", "224.0.0.0/4", "::", "ff00::/8")) {
      found.put(Source.parse(source), "no sender's address");
    }
  }

  private void addOwn(Map<Source, String> found) {
    try {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .forEach(address -> found.putIfAbsent(Source.of(address), "own address"));
      NetworkInterface.networkInterfaces().forEach(link -> addOwnMac(found, link));
    } catch (SocketException e) {
      // There is no network in this namespace.
    }
    // Java knows none of these if IPv6 was off when this JVM started.
    for (String line : lines("proc/net/if_inet6")) {
      String[] words = line.split(SPACE, -1);
      if (words[0].matches("[0-9a-f]{32}")) {
        found.putIfAbsent(Source.of(ProcAddress.parseInOrder(words[0])), "own address");
      }
    }
  }

  /** The last one if the kernel does not tell. */
  private NeighbourView view() {
    try {
      lastView = neighbours.read();
    } catch (IOException e) {
      LOG.debug("next hops and neighbours are not read: {}", ConfigException.oneLine(e));
    }
    return lastView;
  }

  /** MAC addresses of the addresses that were found, on the same link. */
  private static void addMacs(Map<Source, String> found, List<NeighbourTable.Entry> neighbours) {
    for (NeighbourTable.Entry entry : neighbours) {
      Source address = Source.of(entry.address());
      String reason = found.get(address);
      if (reason != null && entry.mac() != 0) {
        found.putIfAbsent(Source.mac(entry.mac()), reason + " " + address);
      }
    }
  }

  private static void addOwnMac(Map<Source, String> found, NetworkInterface link) {
    try {
      byte[] mac = link.getHardwareAddress();
      if (mac != null && mac.length == MAC_BYTES) {
        String text = HexFormat.ofDelimiter(":").formatHex(mac);
        found.putIfAbsent(Source.parse(text), "own MAC address");
      }
    } catch (SocketException e) {
      // It has gone.
      return;
    }
  }

  private void addNameServers(Map<Source, String> found) {
    for (String line : lines("etc/resolv.conf")) {
      String[] words = line.strip().split(SPACE, -1);
      if (words.length > 1 && words[0].equals("nameserver")) {
        try {
          found.putIfAbsent(Source.parse(words[1].replaceFirst("%.*", "")), "name server");
        } catch (IllegalArgumentException e) {
          // The resolver does not understand it either.
        }
      }
    }
  }

  private List<TcpFlows.Accepted> connections(Set<Integer> ports) {
    try {
      return connections.read(ports);
    } catch (IOException e) {
      LOG.debug("connections are read from files: {}", ConfigException.oneLine(e));
      List<String> all = new ArrayList<>(lines("proc/net/tcp"));
      all.addAll(lines("proc/net/tcp6"));
      return ProcTcp.accepted(all, ports);
    }
  }

  /** Ports of {@code sshd_config} and the files that it usually includes, and 22. */
  private Set<Integer> sshPorts() {
    Set<Integer> ports = new LinkedHashSet<>(Set.of(22));
    for (String line : sshSettings()) {
      String[] words = line.strip().split("[\\s=]+", -1);
      if (words.length > 1 && words[0].equalsIgnoreCase("Port") && words[1].matches("\\d{1,5}")) {
        ports.add(Integer.valueOf(words[1]));
      }
    }
    return ports;
  }

  private List<String> sshSettings() {
    List<String> all = new ArrayList<>(lines("etc/ssh/sshd_config"));
    Path folder = root.resolve("etc/ssh/sshd_config.d");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.conf")) {
      files.forEach(file -> all.addAll(lines(file.toString())));
    } catch (IOException | DirectoryIteratorException e) {
      LOG.debug("{} is not read: {}", folder, ConfigException.oneLine(e));
    }
    return all;
  }

  private List<String> lines(String file) {
    return new String(bytes(file), StandardCharsets.ISO_8859_1).lines().toList();
  }

  private byte[] bytes(String file) {
    try {
      return Files.readAllBytes(root.resolve(file));
    } catch (IOException e) {
      return new byte[0];
    }
  }
}
