package dev.rosa.proxy.packet;

import dev.rosa.config.Ipv4InIpv6;
import java.util.HashMap;
import java.util.Map;

/**
 * Shares of clients in a worker's room: one client cannot take the room of all. A client is an IPv4
 * address, or an IPv6 network of 64 bits, in which a device chooses its addresses itself; an IPv6
 * address that stands for an IPv4 address ({@link Ipv4InIpv6}) counts as that does. Owned by one
 * thread.
 */
final class ClientLimits {
  private final int most;
  private final Map<Client, ClientShare> shares = new HashMap<>();

  /** An address, without its lower half if one host has all of them. */
  record Client(boolean isIpv4, long high, long low) {

    static Client of(Ends ends) {
      boolean isAlone = ends.isIpv4 || Ipv4InIpv6.holds(ends.clientHigh, ends.clientLow);
      return new Client(ends.isIpv4, ends.clientHigh, isAlone ? ends.clientLow : 0);
    }
  }

  ClientLimits(int most) {
    this.most = most;
  }

  /** The share of a client that may have no other connection; else null. */
  ClientShare full(Ends ends) {
    ClientShare share = shares.get(Client.of(ends));
    return share != null && share.connections >= most ? share : null;
  }

  /** The share of a client that may have another connection, which is counted then; else null. */
  ClientShare add(Ends ends) {
    Client client = Client.of(ends);
    ClientShare share = shares.computeIfAbsent(client, ClientShare::new);
    if (share.connections >= most) {
      return null;
    }
    share.connections++;
    return share;
  }

  /** A connection of a client is over. */
  void remove(ClientShare share) {
    if (--share.connections == 0) {
      shares.remove(share.client);
    }
  }
}
