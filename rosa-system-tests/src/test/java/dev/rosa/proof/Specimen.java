package dev.rosa.proof;

import dev.rosa.wire.ActivePacket;

/**
 * One packet of which everything is known: where it stands, what it says, what sealing must make of
 * it, and what happens to it before it is verified.
 *
 * @param packet in its memory
 * @param clear the payload
 * @param sealed what stands behind the nonce when it is sealed: payload or ciphertext, and tag
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, never changed.
record Specimen(Session session, ActivePacket packet, byte[] clear, byte[] sealed, Fate fate) {

  /**
   * What happens to it on its way.
   *
   * @param as whose key it is verified with
   * @param at where in memory bytes change
   * @param change what is XORed to them; empty if nothing changes
   * @param genuine whether its tag is still right
   * @param wanted whether somebody wants to read it
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never changed.
  record Fate(Session as, int at, byte[] change, boolean genuine, boolean wanted) {}

  boolean genuine() {
    return fate.genuine();
  }

  /** Whether its payload is to be opened, if it turns out to be authentic. */
  boolean wanted() {
    return fate.wanted() && session.suite().encrypts();
  }

  @Override
  public String toString() {
    return "%s of %d bytes at %d in %s"
        .formatted(session.suite(), clear.length, packet.ipOffset(), packet.memory());
  }
}
