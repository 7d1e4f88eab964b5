package dev.rosa.proxy.ftp.relay;

import dev.rosa.proxy.ftp.DataConnection;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Holes that several sessions may have agreed on: a server may have one port for all of its data
 * connections. The last session closes a hole. Thread-safe.
 */
final class CountedHoles implements Holes {
  private final Holes holes;
  private final Map<DataConnection, Integer> sessions = new HashMap<>();

  CountedHoles(Holes holes) {
    this.holes = holes;
  }

  /**
   * Locked while the kernel is told: a hole that one session closes may be opened by another. It
   * counts also if it cannot be opened, as the session closes it then, too.
   */
  @Override
  public synchronized void open(DataConnection data) throws IOException {
    sessions.merge(data, 1, Integer::sum);
    holes.open(data);
  }

  @Override
  public synchronized void close(DataConnection data) throws IOException {
    Integer left = sessions.computeIfPresent(data, (key, count) -> count == 1 ? null : count - 1);
    if (left == null) {
      holes.close(data);
    }
  }
}
