package dev.rosa.examples.transcoder;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.Counter;
import dev.rosa.api.Packet;
import dev.rosa.api.PermissionDeniedException;
import dev.rosa.api.RouterContext;

/**
 * Active application that transcodes RTP audio (RFC 3550) from 16-bit linear PCM to G.711 µ-law
 * (RFC 3551), half the bytes. It takes dynamic payload type 96, mono, 8 kHz, big-endian, and gives
 * static payload type 0.
 *
 * <p>The RTP header stays as it is, with its contributing sources and extension, but for the
 * payload type. Padding keeps its length: a packet that ends in padding still does. Everything else
 * passes unchanged, and so does all if the grant lets nothing be read or modified.
 *
 * <p>Counts {@code transcoded} and {@code passed} packets.
 */
public final class Transcoder implements ActiveApplication {

  private static final int LINEAR_PCM = 96;
  private static final int MU_LAW = 0;
  private static final int FIXED_HEADER_BYTES = 12;

  /** More than any IP packet carries; made once, as one worker calls one instance. */
  private final byte[] bytes = new byte[0x10000];

  private Counter transcoded;
  private Counter passed;

  @Override
  public void start(RouterContext router) {
    transcoded = router.counter("transcoded");
    passed = router.counter("passed");
  }

  @Override
  public void onPacket(Packet packet) {
    boolean changed = packet.isPayloadReadable() && replace(packet);
    (changed ? transcoded : passed).add(1);
  }

  private boolean replace(Packet packet) {
    int length = packet.payloadLength();
    if (length < FIXED_HEADER_BYTES || length > bytes.length) {
      return false;
    }
    packet.copyPayload(0, bytes, 0, length);
    int newLength = transcode(length);
    if (newLength == 0) {
      return false;
    }
    try {
      packet.replacePayload(bytes, 0, newLength);
      return true;
    } catch (PermissionDeniedException e) {
      // The user was not granted changes: the audio goes on as it is.
      return false;
    }
  }

  /** Changes {@link #bytes} in place; returns their new length, or 0 if nothing is to be done. */
  private int transcode(int length) {
    int audio = headerBytes(length);
    int padding = paddingBytes(length);
    int audioBytes = length - audio - padding;
    if (audio == 0 || padding < 0 || audioBytes <= 0 || audioBytes % 2 != 0) {
      return 0;
    }
    for (int i = 0; i < audioBytes / 2; i++) {
      int sample = (bytes[audio + 2 * i] << 8) | (bytes[audio + 2 * i + 1] & 0xff);
      bytes[audio + i] = MuLaw.encode(sample);
    }
    System.arraycopy(bytes, length - padding, bytes, audio + audioBytes / 2, padding);
    bytes[1] = (byte) ((bytes[1] & 0x80) | MU_LAW);
    return audio + audioBytes / 2 + padding;
  }

  /** RTP header with contributing sources and extension, or 0 if this is no PCM in RTP. */
  private int headerBytes(int length) {
    boolean linearPcm = (bytes[0] & 0xc0) == 0x80 && (bytes[1] & 0x7f) == LINEAR_PCM;
    int header = FIXED_HEADER_BYTES + 4 * (bytes[0] & 0x0f);
    boolean extended = (bytes[0] & 0x10) != 0;
    if (!linearPcm || header + (extended ? 4 : 0) > length) {
      return 0;
    }
    if (extended) {
      int words = ((bytes[header + 2] & 0xff) << 8) | (bytes[header + 3] & 0xff);
      header += 4 + 4 * words;
    }
    return header <= length ? header : 0;
  }

  /** Bytes of padding, whose last says how many; −1 if it says more than there can be. */
  private int paddingBytes(int length) {
    if ((bytes[0] & 0x20) == 0) {
      return 0;
    }
    int padding = bytes[length - 1] & 0xff;
    return padding == 0 || padding > length - FIXED_HEADER_BYTES ? -1 : padding;
  }
}
