package dev.rosa.proxy.policy;

import dev.rosa.proxy.http.relay.ScanRoom;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.stream.RefusalReason;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Relays of a running proxy. Thread-safe.
 *
 * @param ftp of FTP's control connections
 * @param http of HTTP whose answers may be scanned
 * @param scans what answers are shown to
 * @param room memory for answers that are held
 */
public record Relays(RelayService ftp, RelayService http, Scans scans, ScanRoom room) {

  /**
   * Sessions that go on, in no order.
   *
   * @param client whose they are; null: anybody's
   */
  public List<OpenConnection> open(InetAddress client) {
    List<OpenConnection> all = new ArrayList<>(ftp.open(client));
    all.addAll(http.open(client));
    return all;
  }

  /** How often something was refused for a reason. */
  public long refused(RefusalReason reason) {
    return ftp.refused(reason) + http.refused(reason);
  }

  /** Bytes of answers that are held now. */
  public long heldBytes() {
    return room.inUse();
  }

  /** Counters of each scan that was used, by its name. */
  public Map<String, ScanCounts> scanCounts() {
    return scans.counts();
  }
}
