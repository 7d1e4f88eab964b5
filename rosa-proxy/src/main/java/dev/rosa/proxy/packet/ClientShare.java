package dev.rosa.proxy.packet;

/** What one client has of a worker's room. Owned by one thread. */
final class ClientShare {

  /** Packets of one client that are held at a time, and of what its servers answer. */
  static final int MOST_HELD = 256;

  /** Packets up to which a client holds no more than others: some heads of many packets. */
  static final int FAIR_HELD = 16;

  final ClientLimits.Client client;

  /** Connections for which the client has not shown that it hears the server. */
  final FlowQueue unproven = new FlowQueue(FlowQueue.Kind.CLIENT);

  /** Connections that may be over. */
  final FlowQueue doubtful = new FlowQueue(FlowQueue.Kind.CLIENT);

  int connections;
  int held;

  ClientShare(ClientLimits.Client client) {
    this.client = client;
  }
}
