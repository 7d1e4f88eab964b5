package dev.rosa.fuzz;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.fuzz.SealedPackets.Sealed;
import dev.rosa.keys.KdfContext;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.OverlayDatagram;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Random and mutated packets at odd offsets (PROTOCOL §1, §5 step 1): the parser never throws,
 * never looks outside the packet, and with {@link Structure#ACTIVE} every part stands inside it. A
 * mutated packet whose parameters and tag are still found right is the original, byte for byte.
 */
public final class ActivePacketFuzzer {

  private static final List<Sealed> ORIGINALS = SealedPackets.all();
  private static final Map<Suite, SuiteEngine> ENGINES = new EnumMap<>(Suite.class);
  private static final List<PreparedKeys> KEYS = new ArrayList<>();
  private static final CryptoBatch BATCH = new CryptoBatch(1, 0);
  private static final int MAX_OFFSET = 67;
  private static final int MAX_MUTATIONS = 6;
  private static final int MAX_SHIFT = 24;

  static {
    for (Suite suite : Suite.values()) {
      ENGINES.put(suite, SealedPackets.PROVIDERS.engineFor(suite));
    }
    for (Sealed original : ORIGINALS) {
      KEYS.add(ENGINES.get(original.parameters().suite()).prepare(original.key()));
    }
  }

  private ActivePacketFuzzer() {}

  /** Initialises this class before Jazzer's clock runs. */
  public static void fuzzerInitialize() {}

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    int index = data.consumeInt(0, ORIGINALS.size() - 1);
    int offset = data.consumeInt(0, MAX_OFFSET);
    byte[] packet =
        data.consumeBoolean()
            ? data.consumeRemainingAsBytes()
            : mutated(ORIGINALS.get(index).bytes(), data);
    ActivePacket found = new ActivePacket();
    Structure structure = wrapTwice(packet, offset, found);
    if (structure == Structure.ACTIVE) {
      checkInside(found, offset, packet.length);
      checkForgery(found, index);
    }
    OverlayDatagram.innerOffset(ByteBuffer.wrap(packet), 0, packet.length, OverlayDatagram.PORT);
  }

  private static byte[] mutated(byte[] original, FuzzedDataProvider data) {
    int shift = data.consumeInt(-MAX_SHIFT, MAX_SHIFT);
    byte[] packet = Arrays.copyOf(original, original.length + shift);
    int mutations = data.consumeInt(0, MAX_MUTATIONS);
    for (int i = 0; i < mutations; i++) {
      packet[data.consumeInt(0, packet.length - 1)] = data.consumeByte();
    }
    return packet;
  }

  /**
   * Once in memory that ends where the packet ends, so that reading on would throw; once between
   * other bytes, which must make no difference.
   */
  private static Structure wrapTwice(byte[] bytes, int offset, ActivePacket exact) {
    ByteBuffer tight = ByteBuffer.allocate(offset + bytes.length);
    tight.put(offset, bytes);
    byte[] surroundings = new byte[offset + bytes.length + MAX_OFFSET];
    Arrays.fill(surroundings, (byte) 0x94);
    ByteBuffer wide = ByteBuffer.wrap(surroundings);
    wide.put(offset, bytes);
    ActivePacket between = new ActivePacket();
    Structure first = exact.wrap(tight, offset, bytes.length);
    Structure second = between.wrap(wide, offset, bytes.length);
    require(first == second, "surrounding bytes make a difference");
    if (first == Structure.ACTIVE) {
      require(exact.headerOffset() == between.headerOffset(), "other header");
      require(exact.payloadLength() == between.payloadLength(), "other payload");
      require(exact.suite() == between.suite(), "other suite");
    }
    return first;
  }

  private static void checkInside(ActivePacket packet, int offset, int length) {
    int end = offset + length;
    require(packet.ipOffset() == offset && packet.ipLength() == length, "another packet");
    require(packet.sourceOffset() > offset, "source outside");
    require(packet.destinationOffset() < packet.headerOffset(), "destination outside");
    require(packet.headerOffset() + 80 <= end, "header outside");
    require(packet.sequence() != 0, "sequence 0");
    require(packet.servicePort() >= 0 && packet.set() >= 0 && packet.sst() >= 0, "negative");
    if (packet.suite() != null) {
      require(packet.payloadOffset() >= packet.nonceOffset(), "payload before nonce");
      require(packet.tagOffset() >= packet.payloadOffset(), "tag before payload");
      require(packet.tagOffset() + packet.suite().tagBytes() == end, "tag is not the end");
    }
  }

  /** Does what a router does: parameters equal to the session's, then the tag under its key. */
  private static void checkForgery(ActivePacket packet, int index) {
    Sealed original = ORIGINALS.get(index);
    Suite suite = original.parameters().suite();
    byte[] context = new byte[KdfContext.BYTES];
    KdfContext.encode(packet, original.parameters().code(), context);
    boolean sameSession = Arrays.equals(KdfContext.encode(original.parameters()), context);
    if (packet.suite() != suite) {
      require(!sameSession, "another suite, the same parameters");
      return;
    }
    BATCH.add(packet, KEYS.get(index));
    ENGINES.get(suite).verify(BATCH);
    boolean verified = BATCH.isAuthentic(0);
    BATCH.clear();
    if (verified && sameSession) {
      requireSame(packet, original.bytes());
    }
  }

  /** TTL and the like may differ on the way; all that ROSA protects may not. */
  private static void requireSame(ActivePacket packet, byte[] original) {
    ActivePacket genuine = new ActivePacket();
    genuine.wrap(ByteBuffer.wrap(original), 0, original.length);
    ByteBuffer expected =
        ByteBuffer.wrap(original, genuine.headerOffset(), original.length - genuine.headerOffset());
    int length = packet.ipOffset() + packet.ipLength() - packet.headerOffset();
    // Ci is only half of the digest: the other half is the catalogue's, so compare bytes as well.
    require(
        packet.memory().slice(packet.headerOffset(), length).equals(expected.slice()),
        "a packet that was changed verifies");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
