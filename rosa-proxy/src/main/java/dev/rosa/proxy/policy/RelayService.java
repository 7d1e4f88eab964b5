package dev.rosa.proxy.policy;

import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.relay.Relay;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.relay.RelaySockets;
import dev.rosa.proxy.relay.RelayedProtocol;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.WatchedPart;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Judgement of a protocol that is relayed, in a running proxy: a relay for each IP family, and what
 * they count. Thread-safe.
 */
public final class RelayService implements AutoCloseable, WatchedPart {

  private final RelayedSession.Surroundings around;
  private final List<Relay> relays = new ArrayList<>();

  private RelayService(RelayedSession.Surroundings around) {
    this.around = around;
  }

  /**
   * Begins to relay sessions.
   *
   * @param sockets of each family; none: nothing is relayed
   * @param around of the protocol's sessions
   */
  public static RelayService start(
      List<RelaySockets> sockets,
      RelayedProtocol protocol,
      RelayLimits limits,
      RelayedSession.Surroundings around) {
    RelayService service = new RelayService(around);
    for (RelaySockets family : sockets) {
      service.relays.add(Relay.start(family, protocol, limits));
    }
    return service;
  }

  /** Sessions that are open. */
  public long sessions() {
    return relays.stream().mapToLong(Relay::sessions).sum();
  }

  /** Sessions that no server has heard of: too many, refused, or the server does not answer. */
  public long refusedSessions() {
    return relays.stream().mapToLong(Relay::refused).sum();
  }

  /**
   * Sessions that go on, in no order.
   *
   * @param client whose they are; null: anybody's
   */
  public List<OpenConnection> open(InetAddress client) {
    return around.open().stream()
        .filter(session -> client == null || client.equals(session.client()))
        .map(RelayedSession::now)
        .toList();
  }

  /** How often something was refused for a reason. */
  public long refused(RefusalReason reason) {
    return around.refusals().of(reason);
  }

  @Override
  public boolean hasFailed() {
    return relays.stream().anyMatch(Relay::hasFailed);
  }

  @Override
  public void close() throws IOException {
    for (Relay relay : relays) {
      relay.close();
    }
  }
}
