package dev.rosa.bench.firewall.way;

import java.util.Locale;

/**
 * Row of the bench: a way, a payload, a fate.
 *
 * @param way name of a {@link Way}, or {@link #SENDING}
 * @param payload bytes of each UDP datagram
 * @param fate of the packets
 */
public record PacketRow(String way, int payload, Fate fate) {

  /** Fate of packets. */
  public enum Fate {
    DROPPED,
    ACCEPTED;

    /** For people. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Sending alone: every other row contains it. */
  public static final String SENDING = "sending alone";

  /** Of the figures. */
  public static final int SMALL = 50;

  /** About a full frame. */
  public static final int LARGE = 1_400;

  /** Of small packets that are dropped. */
  public static PacketRow dropped(String way) {
    return new PacketRow(way, SMALL, Fate.DROPPED);
  }

  /** Of small packets that are accepted. */
  public static PacketRow accepted(String way) {
    return new PacketRow(way, SMALL, Fate.ACCEPTED);
  }

  /** Sending packets as long as those of this row. */
  public PacketRow sending() {
    return new PacketRow(SENDING, payload, Fate.DROPPED);
  }

  /** For people, e.g. {@code input, 100 rules, 50 bytes, dropped}. */
  public String title() {
    return String.format(Locale.ROOT, "%s, %,d bytes, %s", way, payload, fate.label());
  }
}
