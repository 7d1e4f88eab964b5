package dev.rosa.proxy.ftp.relay;

import java.util.List;

/**
 * Way of clients' control connections to the relay, as text for nft and ip: a chain of family inet,
 * and a route for packets with a mark. The chain may stand in any table. Immutable.
 *
 * @param clients interface of the clients
 * @param relayPort at 127.0.0.1 and ::1
 * @param mark bit of packets that are for a socket of the relay
 * @param routeTable number of the routing table
 */
public record FtpDiversion(String clients, int relayPort, int mark, int routeTable) {

  private static final int FTP = 21;

  /** Lines of the chain {@code ftp_relay}. */
  public String chain() {
    return """
    chain ftp_relay {
      type filter hook prerouting priority mangle; policy accept;
      meta l4proto tcp socket transparent 1 meta mark set meta mark or 0x%1$x accept
      iifname "%2$s" tcp dport %3$d tproxy ip to 127.0.0.1:%4$d meta mark set meta mark or 0x%1$x accept
      iifname "%2$s" tcp dport %3$d tproxy ip6 to [::1]:%4$d meta mark set meta mark or 0x%1$x accept
      iifname "%2$s" tcp dport %3$d drop
    }
    """
        .formatted(mark, clients, FTP, relayPort);
  }

  /** Arguments of {@code ip}, a list for each call, for one family: {@code -4} or {@code -6}. */
  public List<List<String>> routes(String family) {
    String marked = "0x%1$x/0x%1$x".formatted(mark);
    String table = Integer.toString(routeTable);
    String all = family.equals("-4") ? "0.0.0.0/0" : "::/0";
    return List.of(
        List.of(family, "rule", "add", "fwmark", marked, "lookup", table),
        List.of(family, "route", "add", "local", all, "dev", "lo", "table", table));
  }
}
