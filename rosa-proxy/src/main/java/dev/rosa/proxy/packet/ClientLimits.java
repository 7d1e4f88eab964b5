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
  private final Map<Client, Share> shares = new HashMap<>();

  /** An address, without its lower half if one host has all of them. */
  record Client(boolean isIpv4, long high, long low) {

    static Client of(Ends ends) {
      boolean isAlone = ends.isIpv4 || Ipv4InIpv6.holds(ends.clientHigh, ends.clientLow);
      return new Client(ends.isIpv4, ends.clientHigh, isAlone ? ends.clientLow : 0);
    }
  }

  /** Share of one client in a worker's room. Owned by one thread. */
  static final class Share {

    /** Packets of one client that are held at a time, and of what its servers answer. */
    static final int MOST_HELD = 256;

    /** Packets up to which a client holds no more than others: some heads of many packets. */
    static final int FAIR_HELD = 16;

    final Client client;

    /** Connections for which the client has not shown that it hears the server. */
    final FlowQueue unproven = new FlowQueue(FlowQueue.Kind.CLIENT);

    /** Connections that may be over. */
    final FlowQueue doubtful = new FlowQueue(FlowQueue.Kind.CLIENT);

    int connections;
    int held;

    Share(Client client) {
      this.client = client;
    }
  }

  ClientLimits(int most) {
    this.most = most;
  }

  /** The share of a client that may have no other connection; else null. */
  Share full(Ends ends) {
    Share share = shares.get(Client.of(ends));
    return share != null && share.connections >= most ? share : null;
  }

  /** The share of a client that may have another connection, which is counted then; else null. */
  Share add(Ends ends) {
    Client client = Client.of(ends);
    Share share = shares.computeIfAbsent(client, Share::new);
    if (share.connections >= most) {
      return null;
    }
    share.connections++;
    return share;
  }

  /** A connection of a client is over. */
  void remove(Share share) {
    if (--share.connections == 0) {
      shares.remove(share.client);
    }
  }
}
