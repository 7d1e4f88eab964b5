package dev.rosa.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KdfContext;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Grant;
import dev.rosa.wire.Suite;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** PROTOCOL §2 and §3 against vectors of an independent implementation, on every JCE provider. */
class RosaVectorsTest {

  private static final HexFormat HEX = HexFormat.of();

  @TestFactory
  List<DynamicTest> shouldReproduceEveryVectorByteForByte() throws Exception {
    List<DynamicTest> tests = new ArrayList<>();
    int index = 0;
    for (JsonNode vector : read().get("vectors")) {
      String name = index++ + " " + vector.get("suiteName").asText();
      tests.add(DynamicTest.dynamicTest(name, () -> check(vector)));
    }
    assertEquals(80, tests.size());
    return tests;
  }

  private static JsonNode read() throws Exception {
    try (InputStream in = RosaVectorsTest.class.getResourceAsStream("/vectors/rosa-v1.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static void check(JsonNode vector) throws Exception {
    SessionParameters parameters = parameters(vector);
    CodeSecret kci = CodeSecret.of(bytes(vector, "kci"));
    assertArrayEquals(bytes(vector, "kdfContext"), KdfContext.encode(parameters));
    SessionKey key = new KeyDerivation().derive(parameters, kci);
    assertArrayEquals(bytes(vector, "kHmac"), key.macKey());
    assertArrayEquals(bytes(vector, "kEncrypt"), key.cipherKey());
    checkSealed(vector, parameters, key, sunJce(parameters.suite()));
    checkSealed(vector, parameters, key, bouncyCastle(parameters.suite()));
  }

  private static void checkSealed(
      JsonNode vector, SessionParameters parameters, SessionKey key, SuiteEngine engine) {
    byte[] payload = bytes(vector, "payload");
    ByteBuffer memory = ByteBuffer.allocate(70_000);
    long sequence = Long.parseUnsignedLong(vector.get("sequence").asText(), 16);
    int port = vector.get("servicePort").asInt();
    int length =
        new PacketSealer(parameters, key, engine)
            .seal(memory, 3, port, sequence, ByteBuffer.wrap(payload));
    ActivePacket packet = new ActivePacket();
    packet.wrap(memory, 3, length);
    byte[] sealed =
        Arrays.copyOfRange(memory.array(), packet.headerOffset(), 3 + packet.ipLength());
    assertEquals(vector.get("datagram").asText(), HEX.formatHex(sealed));

    byte[] context = new byte[KdfContext.BYTES];
    KdfContext.encode(packet, parameters.code(), context);
    assertArrayEquals(bytes(vector, "kdfContext"), context);

    checkOpened(packet, key, engine, payload);
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

  private static SessionParameters parameters(JsonNode vector) throws Exception {
    return new SessionParameters(
        Suite.ofId(vector.get("suite").asInt()),
        (int) vector.get("domain").asLong(),
        (int) vector.get("epoch").asLong(),
        (int) vector.get("sst").asLong(),
        (int) vector.get("set").asLong(),
        Long.parseUnsignedLong(vector.get("session").asText(), 16),
        UserId.of(bytes(vector, "user")),
        CodeDigest.of(bytes(vector, "codeDigest")),
        Grant.ofBits(Long.parseUnsignedLong(vector.get("grant").asText(), 16)),
        InetAddress.getByName(vector.get("src").asText()),
        InetAddress.getByName(vector.get("dst").asText()));
  }

  private static byte[] bytes(JsonNode vector, String field) {
    return HEX.parseHex(vector.get(field).asText());
  }
}
