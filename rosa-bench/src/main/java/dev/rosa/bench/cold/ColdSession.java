package dev.rosa.bench.cold;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.config.IpPrefix;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.Grant;
import dev.rosa.wire.Suite;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** A session as {@code rosa request --json} gives it, and its Source. Owned by one thread. */
final class ColdSession {

  /** An RTP packet of linear PCM, so that the code has work to do: 12 bytes and 506 samples. */
  private static final int PAYLOAD_BYTES = 1_024;

  private static final int RTP_VERSION = 0x80;
  private static final int LINEAR_PCM = 96;
  private static final int SERVICE_PORT = 6_004;

  private final PacketSealer sealer;
  private final byte[] payload = new byte[PAYLOAD_BYTES];
  private long sequence;

  private ColdSession(PacketSealer sealer) {
    this.sealer = sealer;
    payload[0] = (byte) RTP_VERSION;
    payload[1] = LINEAR_PCM;
    for (int i = 12; i < payload.length; i++) {
      payload[i] = (byte) (i * i);
    }
  }

  /** Reads what {@code rosa request --json} printed. */
  static ColdSession parse(String json) throws IOException {
    JsonNode session = new ObjectMapper().readTree(json);
    HexFormat hex = HexFormat.of();
    SessionParameters parameters = parameters(session);
    SessionKey key =
        SessionKey.of(
            hex.parseHex(session.path("kHmac").asText()),
            hex.parseHex(session.path("kEncrypt").asText()));
    return new ColdSession(
        new PacketSealer(
            parameters, key, ProviderRegistry.builtIn().engineFor(parameters.suite())));
  }

  private static SessionParameters parameters(JsonNode session) {
    HexFormat hex = HexFormat.of();
    return new SessionParameters(
        Suite.ofId(session.path("suite").asInt()),
        (int) session.path("domain").asLong(),
        (int) session.path("epoch").asLong(),
        (int) session.path("sst").asLong(),
        (int) session.path("set").asLong(),
        HexFormat.fromHexDigitsToLong(session.path("session").asText()),
        UserId.of(hex.parseHex(session.path("user").asText())),
        CodeDigest.ofHex(session.path("codeDigest").asText()),
        Grant.ofBits(HexFormat.fromHexDigitsToLong(session.path("grant").asText())),
        address(session.path("src").asText()),
        address(session.path("dst").asText()));
  }

  private static InetAddress address(String literal) {
    return IpPrefix.parse(literal).address();
  }

  /** The next packet. */
  byte[] next() {
    ByteBuffer memory = ByteBuffer.allocate(sealer.overheadBytes() + PAYLOAD_BYTES);
    sealer.seal(memory, 0, SERVICE_PORT, ++sequence, ByteBuffer.wrap(payload));
    return memory.array();
  }
}
