package dev.rosa.proxy.policy;

import dev.rosa.proxy.ftp.relay.FtpRelay;
import dev.rosa.proxy.ftp.relay.Holes;
import dev.rosa.proxy.ftp.relay.RelayLimits;
import dev.rosa.proxy.ftp.relay.RelaySockets;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.WatchedPart;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Judgement of FTP in a running proxy: a relay for each IP family, and what they count.
 * Thread-safe.
 */
public final class FtpService implements AutoCloseable, WatchedPart {

  private final RelayedFtp.Surroundings around;
  private final List<FtpRelay> relays = new ArrayList<>();

  private FtpService(RelayedFtp.Surroundings around) {
    this.around = around;
  }

  /**
   * Begins to relay sessions.
   *
   * @param sockets of each family; none: FTP is not relayed
   */
  public static FtpService start(
      List<RelaySockets> sockets, RelayedFtp.Surroundings around, Holes holes) {
    FtpService service = new FtpService(around);
    for (RelaySockets family : sockets) {
      service.relays.add(FtpRelay.start(family, around::session, holes, RelayLimits.USUAL));
    }
    return service;
  }

  /** Sessions that are open. */
  public long sessions() {
    return relays.stream().mapToLong(FtpRelay::sessions).sum();
  }

  /** Sessions that no server has heard of: too many, no login, or the server does not answer. */
  public long refusedSessions() {
    return relays.stream().mapToLong(FtpRelay::refused).sum();
  }

  /**
   * Sessions that go on, in no order.
   *
   * @param client whose they are; null: anybody's
   */
  public List<OpenConnection> open(InetAddress client) {
    return around.open().stream()
        .filter(session -> client == null || client.equals(session.client()))
        .map(RelayedFtp::now)
        .toList();
  }

  /** How often something was refused for a reason. */
  public long refused(RefusalReason reason) {
    return around.refusals().of(reason);
  }

  @Override
  public boolean hasFailed() {
    return relays.stream().anyMatch(FtpRelay::hasFailed);
  }

  @Override
  public void close() throws IOException {
    for (FtpRelay relay : relays) {
      relay.close();
    }
  }
}
