package dev.rosa.firewall.plane.allow;

import dev.rosa.firewall.plane.ban.Source;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Surroundings of this machine that are never banned: its own addresses, next hops, name servers,
 * and peers of established ssh. What cannot be read is left out. One thread's.
 */
public final class Surroundings {

  private static final Path ROOT = Path.of("/");
  private static final String SPACE = "\\s+";

  private final Path root;
  private final SshPeers peers;

  /** Those of this machine. */
  public Surroundings() {
    this(ROOT, System::nanoTime);
  }

  /** Those that the files below a folder tell of. */
  Surroundings(Path root, LongSupplier nanoTime) {
    this.root = root;
    this.peers = new SshPeers(nanoTime);
  }

  /** Reads them: source and reason. */
  public Map<Source, String> read() {
    Map<Source, String> found = new LinkedHashMap<>();
    found.put(Source.parse("127.0.0.0/8"), "loopback");
    found.put(Source.parse("::1"), "loopback");
    addOwn(found);
    addNextHops(found);
    addNameServers(found);
    for (Source peer : peers.read(connections(), sshPorts(), bytes("run/utmp"))) {
      found.putIfAbsent(peer, "peer of established ssh");
    }
    return found;
  }

  private static void addOwn(Map<Source, String> found) {
    try {
      NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .forEach(address -> found.putIfAbsent(Source.of(address), "own address"));
    } catch (SocketException e) {
      // There is no network in this namespace.
    }
  }

  private void addNextHops(Map<Source, String> found) {
    for (String line : lines("proc/net/route")) {
      String[] words = line.split(SPACE, -1);
      if (words.length > 2 && words[2].matches("[0-9A-F]{8}")) {
        addHop(found, ProcAddress.parse(words[2]));
      }
    }
    for (String line : lines("proc/net/ipv6_route")) {
      String[] words = line.split(SPACE, -1);
      if (words.length > 4 && words[4].matches("[0-9a-f]{32}")) {
        addHop(found, ProcAddress.parseInOrder(words[4]));
      }
    }
  }

  private static void addHop(Map<Source, String> found, InetAddress hop) {
    if (!hop.isAnyLocalAddress()) {
      found.putIfAbsent(Source.of(hop), "next hop");
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

  private List<String> connections() {
    List<String> all = new ArrayList<>(lines("proc/net/tcp"));
    all.addAll(lines("proc/net/tcp6"));
    return all;
  }

  /** Ports of {@code sshd_config}, and 22. */
  private List<Integer> sshPorts() {
    List<Integer> ports = new ArrayList<>(List.of(22));
    for (String line : lines("etc/ssh/sshd_config")) {
      String[] words = line.strip().split("[\\s=]+", -1);
      if (words.length > 1 && words[0].equalsIgnoreCase("Port") && words[1].matches("\\d{1,5}")) {
        ports.add(Integer.valueOf(words[1]));
      }
    }
    return ports;
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
