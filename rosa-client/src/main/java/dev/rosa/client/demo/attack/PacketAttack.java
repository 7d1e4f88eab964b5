package dev.rosa.client.demo.attack;

import dev.rosa.keys.CodeId;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Attack of the demo by packets: of a person on the path who has a genuine packet but no key, or of
 * a publisher of hostile code.
 *
 * @param name for people
 * @param what was done, for people
 * @param reason the one drop reason of PROTOCOL §5 that the first router must give
 * @param change done to a genuine, fresh packet; checksums are set right afterwards, so that it is
 *     not they that give it away
 */
public record PacketAttack(String name, String what, String reason, Consumer<ActivePacket> change) {

  private static final int HOUR_SECONDS = 3_600;
  private static final String EXHAUSTED = "FUEL_EXHAUSTED";

  /** Those that change one thing each. */
  public static final List<PacketAttack> ON_ONE_PACKET =
      List.of(
          new PacketAttack(
              "forged tag", "16 bytes of my own as tag", "BAD_TAG", PacketAttack::forgeTag),
          new PacketAttack(
              "payload bit flipped",
              "one bit of the payload changed",
              "BAD_TAG",
              packet -> flipBits(packet, packet.payloadOffset(), 0x01)),
          new PacketAttack(
              "destination changed",
              "sent to another host of the same network",
              "BAD_TAG",
              packet -> flipBits(packet, packet.destinationOffset() + 3, 0x40)),
          new PacketAttack(
              "window extended",
              "service end time one hour later",
              "BAD_TAG",
              PacketAttack::extendWindow),
          new PacketAttack(
              "suite changed",
              "HMAC-SHA256-128 declared to be HMAC-MD5",
              "SUITE_REFUSED",
              packet -> put(packet, RosaHeader.SUITE_OFFSET, (byte) Suite.HMAC_MD5.id())),
          new PacketAttack(
              "unknown code",
              "asks for a code that was not admitted",
              "UNKNOWN_CODE",
              packet -> replaceCode(packet, new CodeId(0x0123456789abcdefL, 1))));

  /** A packet that was executed and delivered already. */
  public static final PacketAttack REPLAY =
      new PacketAttack(
          "replay", "a delivered packet sent again, unchanged", "REPLAYED", packet -> {});

  /** A packet of a session that is over. */
  public static final PacketAttack EXPIRED =
      new PacketAttack("expired", "right key, but the service has ended", "EXPIRED", packet -> {});

  /** A packet of a session that was revoked. */
  public static final PacketAttack REVOKED =
      new PacketAttack(
          "revoked session", "right key, but the operator has revoked it", "REVOKED", packet -> {});

  /** A genuine packet for code that never returns. */
  public static final PacketAttack ENDLESS_LOOP =
      new PacketAttack(
          "endless loop",
          "code that never returns and catches everything",
          EXHAUSTED,
          packet -> {});

  /** A genuine packet for code that takes all memory. */
  public static final PacketAttack MEMORY_BOMB =
      new PacketAttack(
          "memory bomb", "code that takes all memory it can get", EXHAUSTED, packet -> {});

  /** True if the router runs the packet's code before it drops the packet. */
  boolean runsCode() {
    return reason.equals(EXHAUSTED);
  }

  private static void forgeTag(ActivePacket packet) {
    for (int i = 0; i < packet.suite().tagBytes(); i++) {
      packet.memory().put(packet.tagOffset() + i, (byte) (37 * i + 11));
    }
  }

  private static void flipBits(ActivePacket packet, int at, int bits) {
    ByteBuffer memory = packet.memory();
    memory.put(at, (byte) (memory.get(at) ^ bits));
  }

  private static void put(ActivePacket packet, int field, byte value) {
    packet.memory().put(packet.headerOffset() + field, value);
  }

  private static void extendWindow(ActivePacket packet) {
    int at = packet.headerOffset() + RosaHeader.SET_OFFSET;
    packet.memory().putInt(at, packet.memory().getInt(at) + HOUR_SECONDS);
  }

  private static void replaceCode(ActivePacket packet, CodeId code) {
    int at = packet.headerOffset() + RosaHeader.CODE_OFFSET;
    packet.memory().putLong(at, code.high());
    packet.memory().putLong(at + Long.BYTES, code.low());
  }

  /** The changed packet, its checksums right. */
  byte[] applyTo(byte[] genuine) {
    byte[] changed = genuine.clone();
    ByteBuffer memory = ByteBuffer.wrap(changed);
    ActivePacket packet = new ActivePacket();
    packet.wrap(memory, 0, genuine.length);
    change.accept(packet);
    packet.refreshChecksums();
    return changed;
  }
}
