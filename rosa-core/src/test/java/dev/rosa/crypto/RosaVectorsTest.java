package dev.rosa.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KdfContext;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.session.PacketSealer;
import dev.rosa.session.RosaVector;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Suite;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** PROTOCOL §2 and §3 against vectors of an independent implementation, on every JCE provider. */
class RosaVectorsTest {

  @TestFactory
  List<DynamicTest> shouldReproduceEveryVectorByteForByte() throws Exception {
    List<RosaVector> vectors = RosaVector.readAll(read());
    assertEquals(80, vectors.size());
    return vectors.stream()
        .map(vector -> DynamicTest.dynamicTest(vector.name(), () -> check(vector)))
        .toList();
  }

  private static JsonNode read() throws Exception {
    try (InputStream in = RosaVectorsTest.class.getResourceAsStream("/vectors/rosa-v1.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static void check(RosaVector vector) throws Exception {
    SessionParameters parameters = vector.parameters();
    CodeSecret kci = CodeSecret.of(vector.codeSecret());
    assertArrayEquals(vector.kdfContext(), KdfContext.encode(parameters));
    SessionKey key = new KeyDerivation().derive(parameters, kci);
    assertArrayEquals(vector.macKey(), key.macKey());
    assertArrayEquals(vector.cipherKey(), key.cipherKey());
    checkSealed(vector, key, sunJce(parameters.suite()));
    checkSealed(vector, key, bouncyCastle(parameters.suite()));
  }

  private static void checkSealed(RosaVector vector, SessionKey key, SuiteEngine engine) {
    SessionParameters parameters = vector.parameters();
    PacketSealer sealer = new PacketSealer(parameters, key, engine);
    ActivePacket packet = vector.seal(sealer, ByteBuffer.allocate(70_000));
    assertTrue(vector.matches(packet));

    byte[] context = new byte[KdfContext.BYTES];
    KdfContext.encode(packet, parameters.code(), context);
    assertArrayEquals(vector.kdfContext(), context);

    checkOpened(packet, key, engine, vector.payload());
  }

  private static void checkOpened(
      ActivePacket packet, SessionKey key, SuiteEngine engine, byte[] payload) {
    CryptoBatch batch = new CryptoBatch(1, payload.length);
    PreparedKeys keys = engine.prepare(key);
    batch.add(packet, keys);
    engine.verify(batch);
    assertTrue(batch.isAuthentic(0));
    if (engine.suite().encrypts()) {
      engine.open(batch);
      byte[] opened = new byte[payload.length];
      batch.plaintext().get(batch.plaintextOffset(0), opened);
      assertArrayEquals(payload, opened);
    }
    int last = packet.tagOffset();
    packet.memory().put(last, (byte) (packet.memory().get(last) ^ 1));
    batch.clear();
    batch.add(packet, keys);
    engine.verify(batch);
    assertFalse(batch.isAuthentic(0));
  }

  private static SuiteEngine sunJce(Suite suite) throws Exception {
    return JceEngines.create(
        suite,
        new JceService(
            suite == Suite.AES256_GMAC
                ? Cipher.getInstance("AES/GCM/NoPadding").getProvider()
                : Mac.getInstance("HmacSHA256").getProvider(),
            JceNames.mac(suite),
            "AES",
            ""),
        new JceService(
            Cipher.getInstance("AES/GCM/NoPadding").getProvider(),
            JceNames.cipher(suite),
            "AES",
            ""));
  }

  private static SuiteEngine bouncyCastle(Suite suite) throws Exception {
    BouncyCastleProvider provider = new BouncyCastleProvider();
    return JceEngines.create(
        suite,
        new JceService(provider, JceNames.mac(suite), "AES", ""),
        new JceService(provider, JceNames.cipher(suite), "AES", ""));
  }
}
