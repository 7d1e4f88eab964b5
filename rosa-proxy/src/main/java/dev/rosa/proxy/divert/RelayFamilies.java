package dev.rosa.proxy.divert;

import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.relay.RelaySockets;
import dev.rosa.proxy.rules.InterfacesConfig.Ports;
import dev.rosa.proxy.rules.ProxyConfig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sockets of the relays of FTP and HTTP, before they are handed to those: for IPv4, and for IPv6
 * where this machine has it. Immutable.
 *
 * @param ftp IPv4's, then IPv6's; none if FTP is not relayed
 * @param http the same; none if nothing is scanned
 */
record RelayFamilies(List<RelaySockets> ftp, List<RelaySockets> http) {

  private static final Path IPV6_ADDRESSES = Path.of("/proc/net/if_inet6");
  private static final String IPV6_LOOPBACK = "00000000000000000000000000000001 ";

  RelayFamilies {
    ftp = List.copyOf(ftp);
    http = List.copyOf(http);
  }

  /** Makes them as a configuration needs them; needs CAP_NET_ADMIN. */
  static RelayFamilies open(ProxyConfig config) throws IOException {
    return new RelayFamilies(open(ftpSessions(config)), open(httpSessions(config)));
  }

  /** Sessions of each family; 0: FTP is not relayed. */
  private static int ftpSessions(ProxyConfig config) {
    boolean isRelayed = !Ports.numbers(config.interfaces().ports().ftp()).isEmpty();
    return isRelayed ? RelayLimits.USUAL.sessions() : 0;
  }

  private static int httpSessions(ProxyConfig config) {
    boolean isRelayed =
        !config.scanWays().isEmpty()
            && !Ports.numbers(config.interfaces().ports().http()).isEmpty();
    return isRelayed ? config.scans().connections() : 0;
  }

  private static List<RelaySockets> open(int sessions) throws IOException {
    List<RelaySockets> all = new ArrayList<>();
    if (sessions > 0) {
      all.add(open("127.0.0.1", sessions));
      if (hasIpv6()) {
        all.add(open("::1", sessions));
      }
    }
    return all;
  }

  private static RelaySockets open(String address, int sessions) throws IOException {
    return RelaySockets.open(new InetSocketAddress(IpLiteral.parse(address), 0), sessions);
  }

  private static boolean hasIpv6() throws IOException {
    return Files.exists(IPV6_ADDRESSES)
        && Files.readAllLines(IPV6_ADDRESSES).stream()
            .anyMatch(line -> line.startsWith(IPV6_LOOPBACK));
  }

  /** The file descriptors of all; {@link #ofDescriptors} is the inverse. */
  List<Integer> descriptors() {
    List<Integer> all = new ArrayList<>();
    ftp.forEach(one -> all.addAll(one.descriptors()));
    http.forEach(one -> all.addAll(one.descriptors()));
    return all;
  }

  /**
   * Those that this process had opened for the same configuration before it began again.
   *
   * @throws IOException if the configuration has changed meanwhile
   */
  static RelayFamilies ofDescriptors(ProxyConfig config, List<Integer> descriptors)
      throws IOException {
    int ofFtp = each(ftpSessions(config));
    int ofHttp = each(httpSessions(config));
    int families = ofFtp + ofHttp == 0 ? 0 : descriptors.size() / (ofFtp + ofHttp);
    if (families * (ofFtp + ofHttp) != descriptors.size()) {
      throw new IOException("the configuration has changed while the proxy began");
    }
    int behindFtp = families * ofFtp;
    return new RelayFamilies(
        split(descriptors.subList(0, behindFtp), ofFtp),
        split(descriptors.subList(behindFtp, descriptors.size()), ofHttp));
  }

  /** Descriptors of one family: a listener, and a socket for each session. */
  private static int each(int sessions) {
    return sessions == 0 ? 0 : 1 + sessions;
  }

  private static List<RelaySockets> split(List<Integer> descriptors, int each) {
    List<RelaySockets> all = new ArrayList<>();
    for (int at = 0; at < descriptors.size(); at += each) {
      all.add(RelaySockets.ofDescriptors(descriptors.subList(at, at + each)));
    }
    return all;
  }

  /** Where clients' FTP goes; empty if it is not relayed. */
  Optional<ProxyPlan.Relay> ftpWay(Ports ports) throws IOException {
    return way(ftp, ports.ftp());
  }

  /** Where clients' HTTP goes whose answers may be scanned; empty if nothing is. */
  Optional<ProxyPlan.ScanRelay> httpWay(ProxyConfig config) throws IOException {
    return way(http, config.interfaces().ports().http())
        .map(way -> new ProxyPlan.ScanRelay(way, config.scanWays()));
  }

  private static Optional<ProxyPlan.Relay> way(List<RelaySockets> sockets, String ports)
      throws IOException {
    if (sockets.isEmpty()) {
      return Optional.empty();
    }
    int ipv6 = sockets.size() > 1 ? sockets.get(1).port() : 0;
    return Optional.of(new ProxyPlan.Relay(Ports.numbers(ports), sockets.get(0).port(), ipv6));
  }
}
