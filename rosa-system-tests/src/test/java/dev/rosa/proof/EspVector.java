package dev.rosa.proof;

import dev.rosa.crypto.Regions;
import dev.rosa.keys.SessionKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/**
 * An ESP packet with AES-256-GCM (RFC 4106), made by {@code esp_vectors.py}, and the regions of
 * ESP. Immutable.
 *
 * @param salt {@code byte[4]}, in front of the IV in the nonce
 * @param high {@code byte[4]}, high half of an extended sequence number; empty without one
 * @param clear payload with its trailer
 * @param sealed packet from SPI to ICV
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
record EspVector(SessionKey key, byte[] salt, byte[] high, byte[] clear, byte[] sealed) {

  /** Bytes in front of a packet for the nonce, then SPI and extended sequence number. */
  static final int HEADROOM = 24;

  private static final String FILE = "/vectors/esp_aes256_gcm.txt";
  private static final HexFormat HEX = HexFormat.of();

  private static final int NONCE_BYTES = 12;
  private static final int SALT_BYTES = 4;
  private static final int SPI_BYTES = 4;
  private static final int HEADER_BYTES = 8;
  private static final int IV_BYTES = 8;
  private static final int TAG_BYTES = 16;

  static List<EspVector> all() {
    try (InputStream in = EspVector.class.getResourceAsStream(FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> of(line.split(" ", -1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EspVector of(String[] fields) {
    return new EspVector(
        SessionKey.of(new byte[0], HEX.parseHex(fields[0])),
        HEX.parseHex(fields[1]),
        fields[2].equals("-") ? new byte[0] : HEX.parseHex(fields[2]),
        HEX.parseHex(fields[3]),
        HEX.parseHex(fields[4]));
  }

  /** Writes the packet before it is sealed, behind its headroom. */
  void putClear(ByteBuffer memory, int at) {
    putSealed(memory, at);
    int payload = at + HEADROOM + HEADER_BYTES + IV_BYTES;
    memory.put(payload, clear).put(payload + clear.length, new byte[TAG_BYTES]);
  }

  /** Writes the packet as it comes from a network, and in front of it what it does not carry. */
  void putSealed(ByteBuffer memory, int at) {
    memory.put(at + HEADROOM, sealed);
    memory.put(at, salt).put(at + SALT_BYTES, sealed, HEADER_BYTES, IV_BYTES);
    if (isExtended()) {
      int associated = at + NONCE_BYTES;
      memory.put(associated, sealed, 0, SPI_BYTES).put(associated + SPI_BYTES, high);
      memory.put(associated + HEADER_BYTES, sealed, SPI_BYTES, HEADER_BYTES - SPI_BYTES);
    }
  }

  private boolean isExtended() {
    return high.length > 0;
  }

  /** Regions of the packet in a memory where its headroom begins at {@code at}. */
  int[] regions(int at) {
    int packet = at + HEADROOM;
    int[] regions = new int[Regions.INTS];
    regions[Regions.ASSOCIATED] = isExtended() ? at + NONCE_BYTES : packet;
    regions[Regions.ASSOCIATED + 1] = HEADER_BYTES + high.length;
    regions[Regions.NONCE] = at;
    regions[Regions.NONCE + 1] = NONCE_BYTES;
    regions[Regions.PAYLOAD] = packet + HEADER_BYTES + IV_BYTES;
    regions[Regions.PAYLOAD + 1] = clear.length;
    regions[Regions.TAG] = packet + HEADER_BYTES + IV_BYTES + clear.length;
    regions[Regions.TAG + 1] = TAG_BYTES;
    return regions;
  }
}
