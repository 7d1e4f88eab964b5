package dev.rosa.crypto;

import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;

/**
 * Calculation of an active packet's regions for crypto engines: the places of associated data,
 * payload, nonce and tag (PROTOCOL §3). No other class knows them. Stateless.
 */
final class ActivePacketRegions {

  private ActivePacketRegions() {}

  /**
   * Writes the regions of a packet of a known suite. An HMAC covers the nonce; GCM and GMAC take it
   * on its own.
   *
   * @param regions has room for {@value Regions#INTS} ints from {@code at}
   */
  static void write(ActivePacket packet, int[] regions, int at) {
    Suite suite = packet.suite();
    int nonceBytes = suite.nonceBytes();
    int payloadBytes = packet.payloadLength();
    int header = packet.headerOffset();
    int nonce = header + RosaHeader.BYTES;
    int payload = nonce + nonceBytes;
    boolean hmac = suite.macKeyBytes() > 0;
    regions[at + Regions.TAG + 1] = suite.tagBytes();
    regions[at + Regions.TAG] = payload + payloadBytes;
    regions[at + Regions.PAYLOAD + 1] = payloadBytes;
    regions[at + Regions.PAYLOAD] = payload;
    regions[at + Regions.NONCE + 1] = nonceBytes;
    regions[at + Regions.NONCE] = nonce;
    regions[at + Regions.ASSOCIATED + 1] = (hmac ? payload : nonce) - header;
    regions[at + Regions.ASSOCIATED] = header;
  }
}
