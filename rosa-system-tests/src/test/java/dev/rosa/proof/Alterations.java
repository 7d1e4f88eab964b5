package dev.rosa.proof;

import dev.rosa.proof.TestPacket.Fate;
import dev.rosa.wire.active.ActivePacket;
import java.util.Arrays;
import java.util.List;

/** Draws what happens to packets between sealing and verifying: to half of them, nothing. */
final class Alterations {

  private static final byte[] NOTHING = new byte[0];

  private final RandomInput random;

  Alterations(RandomInput random) {
    this.random = random;
  }

  /** One for a packet of {@code session}; the others of its suite may lend their keys. */
  Fate of(ActivePacket packet, byte[] sealed, Session session, List<Session> others) {
    boolean wanted = random.oneIn(2);
    return switch (random.below(10)) {
      case 0, 1, 2 -> bitFlipped(packet, session, wanted);
      case 3 -> tagReplaced(packet, sealed, session, wanted);
      case 4 -> anotherKey(session, random.of(others), wanted);
      case 5 -> ipChanged(packet, session, wanted);
      default -> genuine(session, wanted);
    };
  }

  static Fate genuine(Session session, boolean wanted) {
    return new Fate(session, 0, NOTHING, true, wanted);
  }

  /** Anywhere in what the tag covers, and in the tag; every part as often as the others. */
  private Fate bitFlipped(ActivePacket packet, Session session, boolean wanted) {
    int[] borders = {
      packet.headerOffset(),
      packet.nonceOffset(),
      packet.payloadOffset(),
      packet.tagOffset(),
      packet.tagOffset() + session.suite().tagBytes()
    };
    int part = random.below(borders.length - 1);
    if (borders[part] == borders[part + 1]) {
      part = 0;
    }
    int at = random.between(borders[part], borders[part + 1] - 1);
    return flipped(session, at, random.below(Byte.SIZE), wanted);
  }

  static Fate flipped(Session session, int at, int bit, boolean wanted) {
    return new Fate(session, at, new byte[] {(byte) (1 << bit)}, false, wanted);
  }

  /** By zeros, by ones, or by noise. */
  private Fate tagReplaced(ActivePacket packet, byte[] sealed, Session session, boolean wanted) {
    byte[] tag = Arrays.copyOfRange(sealed, packet.payloadLength(), sealed.length);
    byte[] other = new byte[tag.length];
    switch (random.below(3)) {
      case 0 -> Arrays.fill(other, (byte) 0xff);
      case 1 -> System.arraycopy(random.bytes(tag.length), 0, other, 0, tag.length);
      default -> {}
    }
    for (int i = 0; i < tag.length; i++) {
      tag[i] ^= other[i];
    }
    return new Fate(session, packet.tagOffset(), tag, false, wanted);
  }

  private static Fate anotherKey(Session session, Session other, boolean wanted) {
    return new Fate(other, 0, NOTHING, other.equals(session), wanted);
  }

  /** TTL, checksums, ports: routers may change them. */
  private Fate ipChanged(ActivePacket packet, Session session, boolean wanted) {
    int at = random.between(packet.ipOffset(), packet.headerOffset() - 1);
    return new Fate(session, at, new byte[] {(byte) (1 << random.below(Byte.SIZE))}, true, wanted);
  }
}
