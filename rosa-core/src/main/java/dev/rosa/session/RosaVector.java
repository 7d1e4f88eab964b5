package dev.rosa.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.wire.ActivePacket;
import dev.rosa.wire.Grant;
import dev.rosa.wire.Structure;
import dev.rosa.wire.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One entry of a vector file: a key derivation and the UDP payload sealed under it, as another
 * implementation made them.
 *
 * @param name position and suite, for people
 * @param codeSecret Kci
 * @param sequence unsigned
 * @param kdfContext {@code byte[115]}
 * @param macKey K_hmac, or empty
 * @param cipherKey K_encrypt, or empty
 * @param datagram header, nonce, payload and tag
 */
@SuppressWarnings("ArrayRecordComponent") // Read once, compared by content, never changed.
public record RosaVector(
    String name,
    SessionParameters parameters,
    byte[] codeSecret,
    int servicePort,
    long sequence,
    byte[] kdfContext,
    byte[] macKey,
    byte[] cipherKey,
    byte[] payload,
    byte[] datagram) {

  private static final HexFormat HEX = HexFormat.of();

  /**
   * All vectors of a file.
   *
   * @throws IllegalArgumentException in one line, naming the vector and its field
   */
  public static List<RosaVector> readAll(JsonNode file) {
    JsonNode vectors = file == null ? null : file.get("vectors");
    if (vectors == null || !vectors.isArray()) {
      throw new IllegalArgumentException("there is no list \"vectors\"");
    }
    List<RosaVector> read = new ArrayList<>();
    for (JsonNode vector : vectors) {
      read.add(new Reader(vector, read.size()).read());
    }
    return read;
  }

  /** Seals the vector's payload at the start of {@code memory}. */
  public ActivePacket seal(PacketSealer sealer, ByteBuffer memory) {
    int length = sealer.seal(memory, 0, servicePort, sequence, ByteBuffer.wrap(payload));
    ActivePacket packet = new ActivePacket();
    Structure structure = packet.wrap(memory, 0, length);
    if (structure == Structure.OTHER) {
      throw new IllegalStateException("the packet just sealed is not an active one");
    }
    return packet;
  }

  /** Whether a packet's UDP payload is the vector's, byte for byte. */
  public boolean matches(ActivePacket packet) {
    int length = packet.ipOffset() + packet.ipLength() - packet.headerOffset();
    return packet.memory().slice(packet.headerOffset(), length).equals(ByteBuffer.wrap(datagram));
  }

  /** Reads one entry, naming what is wrong with it. */
  private record Reader(JsonNode vector, int index) {

    RosaVector read() {
      Suite suite = Suite.ofId((int) number("suite", 0xff));
      if (suite == null) {
        throw wrong("suite", "no suite of version 1");
      }
      SessionParameters parameters =
          new SessionParameters(
              suite,
              (int) number("domain", 0xffffffffL),
              (int) number("epoch", 0xffffffffL),
              (int) number("sst", 0xffffffffL),
              (int) number("set", 0xffffffffL),
              bits("session"),
              UserId.of(bytes("user", UserId.BYTES)),
              CodeDigest.of(bytes("codeDigest", CodeDigest.BYTES)),
              Grant.ofBits(bits("grant")),
              address("src"),
              address("dst"));
      return new RosaVector(
          index + " " + suite,
          parameters,
          bytes("kci", 32),
          (int) number("servicePort", 0xffff),
          bits("sequence"),
          bytes("kdfContext", -1),
          bytes("kHmac", -1),
          bytes("kEncrypt", -1),
          bytes("payload", -1),
          bytes("datagram", -1));
    }

    private String text(String field) {
      JsonNode value = vector.get(field);
      if (value == null || !value.isTextual()) {
        throw wrong(field, "missing, or not a text");
      }
      return value.asText();
    }

    private long number(String field, long most) {
      JsonNode value = vector.get(field);
      if (value == null || !value.canConvertToLong() || !value.isIntegralNumber()) {
        throw wrong(field, "missing, or not a whole number");
      }
      if (value.asLong() < 0 || value.asLong() > most) {
        throw wrong(field, "not within 0 to " + most);
      }
      return value.asLong();
    }

    private long bits(String field) {
      return ByteBuffer.wrap(bytes(field, Long.BYTES)).getLong();
    }

    private byte[] bytes(String field, int length) {
      byte[] bytes;
      try {
        bytes = HEX.parseHex(text(field));
      } catch (IllegalArgumentException e) {
        throw wrong(field, "missing, or not hex digits");
      }
      if (length >= 0 && bytes.length != length) {
        throw wrong(field, bytes.length + " bytes, expected " + length);
      }
      return bytes;
    }

    private InetAddress address(String field) {
      String text = text(field);
      try {
        if (!text.matches("[0-9a-fA-F:.]+")) {
          throw wrong(field, "not an IP address");
        }
        return InetAddress.getByName(text);
      } catch (UnknownHostException e) {
        throw wrong(field, "not an IP address");
      }
    }

    private IllegalArgumentException wrong(String field, String what) {
      return new IllegalArgumentException("vector " + index + ", field " + field + ": " + what);
    }
  }
}
