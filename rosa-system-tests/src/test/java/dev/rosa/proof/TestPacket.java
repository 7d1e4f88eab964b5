package dev.rosa.proof;

import dev.rosa.wire.active.ActivePacket;

/**
 * One packet of which everything is known: its place, its content, its sealed bytes, and its
 * treatment before it is verified.
 *
 * @param packet in its memory
 * @param clear the payload
 * @param sealed bytes behind the nonce after sealing: payload or ciphertext, and tag
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, never changed.
record TestPacket(Session session, ActivePacket packet, byte[] clear, byte[] sealed, Fate fate) {

  /**
   * Treatment of a specimen on its way.
   *
   * @param as session whose key verifies it
   * @param at offset in memory where bytes change
   * @param change bytes that are XORed to them; empty if nothing changes
   * @param genuine true if its tag is still right
   * @param wanted true if its plaintext is wanted
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never changed.
  record Fate(Session as, int at, byte[] change, boolean genuine, boolean wanted) {}

  boolean genuine() {
    return fate.genuine();
  }

  /** True if its payload is to be opened, if it turns out to be authentic. */
  boolean wanted() {
    return fate.wanted() && session.suite().encrypts();
  }

  @Override
  public String toString() {
    return "%s of %d bytes at %d in %s"
        .formatted(session.suite(), clear.length, packet.ipOffset(), packet.memory());
  }
}
