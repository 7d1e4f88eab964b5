package dev.rosa.proxy.packet;

import java.util.HashMap;
import java.util.Map;

/**
 * Shares of clients in a worker's room: one client cannot take the room of all. A client is an IPv4
 * address, or an IPv6 network of 64 bits, in which a device chooses its addresses itself. Owned by
 * one thread.
 */
final class ClientLimits {
  private final int most;
  private final Map<Client, ClientShare> shares = new HashMap<>();

  /** An address of IPv4, or the upper half of one of IPv6. */
  record Client(boolean isIpv4, long number) {

    static Client of(Ends ends) {
      return new Client(ends.isIpv4, ends.isIpv4 ? ends.clientLow : ends.clientHigh);
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
