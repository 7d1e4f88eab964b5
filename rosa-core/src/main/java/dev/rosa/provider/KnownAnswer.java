package dev.rosa.provider;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.session.PacketSealer;
import dev.rosa.session.RosaVector;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;

/**
 * One packet per suite that every engine must seal byte for byte, verify and open, and whose forged
 * twin it must refuse, before it serves.
 */
final class KnownAnswer {

  private static final Map<Suite, RosaVector> VECTORS = read();

  private KnownAnswer() {}

  private static Map<Suite, RosaVector> read() {
    try (InputStream in = KnownAnswer.class.getResourceAsStream("known-answers.json")) {
      Map<Suite, RosaVector> vectors = new EnumMap<>(Suite.class);
      for (RosaVector vector : RosaVector.readAll(new ObjectMapper().readTree(in))) {
        vectors.put(vector.parameters().suite(), vector);
      }
      return vectors;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Tries an engine.
   *
   * @return what it got wrong, or null if nothing
   */
  static String firstError(SuiteEngine engine) {
    RosaVector vector = VECTORS.get(engine.suite());
    SessionKey key =
        new KeyDerivation().derive(vector.parameters(), CodeSecret.of(vector.codeSecret()));
    ByteBuffer memory = ByteBuffer.allocate(4_096);
    PacketSealer sealer = new PacketSealer(vector.parameters(), key, engine);
    ActivePacket packet = vector.seal(sealer, memory);
    if (!vector.matches(packet)) {
      return "it seals a packet wrongly";
    }
    return firstError(engine, engine.prepare(key), packet, vector);
  }

  private static String firstError(
      SuiteEngine engine, PreparedKeys keys, ActivePacket packet, RosaVector vector) {
    CryptoBatch batch = new CryptoBatch(1, vector.payload().length);
    batch.add(packet, keys);
    engine.verify(batch);
    if (!batch.isAuthentic(0)) {
      return "it refuses a right tag";
    }
    if (engine.suite().encrypts()) {
      engine.open(batch);
      if (!ByteBuffer.wrap(vector.payload()).equals(batch.plaintext())) {
        return "it decrypts a payload wrongly";
      }
    }
    int tag = packet.tagOffset();
    packet.memory().put(tag, (byte) (packet.memory().get(tag) ^ 1));
    engine.verify(batch);
    return batch.isAuthentic(0) ? "it accepts a forged tag" : null;
  }
}
