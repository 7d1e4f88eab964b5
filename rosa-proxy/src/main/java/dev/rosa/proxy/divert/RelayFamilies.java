package dev.rosa.proxy.divert;

import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.ftp.relay.RelayLimits;
import dev.rosa.proxy.ftp.relay.RelaySockets;
import dev.rosa.proxy.rules.InterfacesConfig.Ports;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sockets of the relays of FTP, before they are handed to those: for IPv4, and for IPv6 where this
 * machine has it. Immutable.
 *
 * @param sockets IPv4's, then IPv6's; none if FTP is not relayed
 */
record RelayFamilies(List<RelaySockets> sockets) {

  private static final Path IPV6_ADDRESSES = Path.of("/proc/net/if_inet6");
  private static final String IPV6_LOOPBACK = "00000000000000000000000000000001 ";
  private static final int SESSIONS = RelayLimits.USUAL.sessions();

  RelayFamilies {
    sockets = List.copyOf(sockets);
  }

  /** Makes them, if FTP is relayed; needs CAP_NET_ADMIN. */
  static RelayFamilies open(Ports ports) throws IOException {
    List<RelaySockets> all = new ArrayList<>();
    if (!Ports.numbers(ports.ftp()).isEmpty()) {
      all.add(open("127.0.0.1"));
      if (hasIpv6()) {
        all.add(open("::1"));
      }
    }
    return new RelayFamilies(all);
  }

  private static RelaySockets open(String address) throws IOException {
    return RelaySockets.open(new InetSocketAddress(IpLiteral.parse(address), 0), SESSIONS);
  }

  private static boolean hasIpv6() throws IOException {
    return Files.exists(IPV6_ADDRESSES)
        && Files.readAllLines(IPV6_ADDRESSES).stream()
            .anyMatch(line -> line.startsWith(IPV6_LOOPBACK));
  }

  /** The file descriptors of all; {@link #ofDescriptors} is the inverse. */
  List<Integer> descriptors() {
    return sockets.stream().flatMap(one -> one.descriptors().stream()).toList();
  }

  /** Those that this process had opened before it began again. */
  static RelayFamilies ofDescriptors(List<Integer> descriptors) {
    List<RelaySockets> all = new ArrayList<>();
    int each = 1 + SESSIONS;
    for (int at = 0; at < descriptors.size(); at += each) {
      all.add(RelaySockets.ofDescriptors(descriptors.subList(at, at + each)));
    }
    return new RelayFamilies(all);
  }

  /** Where clients' FTP goes; empty if it is not relayed. */
  Optional<ProxyPlan.Relay> way(Ports ports) throws IOException {
    if (sockets.isEmpty()) {
      return Optional.empty();
    }
    int ipv6 = sockets.size() > 1 ? sockets.get(1).port() : 0;
    return Optional.of(
        new ProxyPlan.Relay(Ports.numbers(ports.ftp()), sockets.get(0).port(), ipv6));
  }
}
