package dev.rosa.firewall.plane.intake;

import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines about bans for reporters: those that wait to be told, and the newest bans in force for new
 * connections. Both are bounded. The deciding thread adds, the intake's takes; thread-safe.
 */
final class BanLines {

  private static final long MILLIS = 1_000;

  private final InstantSource clock;
  private final int mostInForce;
  private final int mostUntold;

  /** The newest ban last. */
  private final Map<Source, Ban> inForce = new LinkedHashMap<>();

  private List<byte[]> untold = new ArrayList<>();
  private boolean overflown;

  BanLines(InstantSource clock, int mostInForce, int mostUntold) {
    this.clock = clock;
    this.mostInForce = mostInForce;
    this.mostUntold = mostUntold;
  }

  /** Adds a ban, or its new end. */
  synchronized void ban(Ban ban) {
    inForce.remove(ban.source());
    inForce.put(ban.source(), ban);
    if (inForce.size() > mostInForce) {
      Iterator<Source> oldest = inForce.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
    add(line(ban));
  }

  /** Adds the end of a ban before its time. */
  synchronized void lift(Source source) {
    inForce.remove(source);
    add(ascii("lift " + source.text()));
  }

  private void add(byte[] line) {
    if (untold.size() < mostUntold) {
      untold.add(line);
    } else {
      overflown = true;
    }
  }

  private byte[] line(Ban ban) {
    // Rounded up: the reporter's ban does not end before the plane's.
    long left = Math.max(0, ban.endMillis() - clock.millis());
    return ascii("ban " + ban.source().text() + " " + (left + MILLIS - 1) / MILLIS);
  }

  private static byte[] ascii(String line) {
    return (line + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Lines that no connection has had; the next call gives later ones. */
  synchronized List<byte[]> take() {
    if (untold.isEmpty()) {
      return List.of();
    }
    List<byte[]> taken = untold;
    untold = new ArrayList<>();
    return taken;
  }

  /** True once after lines were left out because there were too many. */
  synchronized boolean takeOverflow() {
    boolean was = overflown;
    overflown = false;
    return was;
  }

  /** Lines for a new connection, the newest ban first. */
  synchronized List<byte[]> inForce() {
    long now = clock.millis();
    inForce.values().removeIf(ban -> ban.endMillis() <= now);
    List<byte[]> lines = new ArrayList<>(inForce.size());
    List<Ban> bans = new ArrayList<>(inForce.values());
    for (int i = bans.size() - 1; i >= 0; i--) {
      lines.add(line(bans.get(i)));
    }
    return lines;
  }
}
