package dev.rosa.client.demo.call;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * RTP packet: the header of twelve bytes and its payload (RFC 3550; payload types: RFC 3551).
 *
 * @param payloadType 0–127
 * @param sequence 0–65535
 * @param timestamp in samples, unsigned
 * @param payload never null
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
record RtpPacket(int payloadType, int sequence, int timestamp, byte[] payload) {

  /** G.711 µ-law, 8 kHz. */
  static final int PCMU = 0;

  /** The first of the numbers that two ends agree on; here 16-bit big-endian PCM, 8 kHz, mono. */
  static final int L16 = 96;

  static final int HEADER_BYTES = 12;
  private static final int VERSION_2 = 0x80;
  private static final int SOURCE_ID = 0x524f5341;

  byte[] toBytes() {
    return ByteBuffer.allocate(HEADER_BYTES + payload.length)
        .put((byte) VERSION_2)
        .put((byte) payloadType)
        .putShort((short) sequence)
        .putInt(timestamp)
        .putInt(SOURCE_ID)
        .put(payload)
        .array();
  }

  /** Null if it is not RTP as this demo sends it. */
  static RtpPacket parse(byte[] datagram) {
    if (datagram.length < HEADER_BYTES || (datagram[0] & 0xff) != VERSION_2) {
      return null;
    }
    ByteBuffer bytes = ByteBuffer.wrap(datagram);
    return new RtpPacket(
        bytes.get(1) & 0x7f,
        bytes.getShort(2) & 0xffff,
        bytes.getInt(4),
        Arrays.copyOfRange(datagram, HEADER_BYTES, datagram.length));
  }
}
