package dev.rosa.router;

import dev.rosa.crypto.PreparedKeys;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.wire.ActivePacket;

/** One packet's way through the pipeline: what the steps found out so far. Reused; one worker's. */
final class PacketJob {

  /** Where the packet is. */
  enum State {
    /** On its way: the next step looks at it. */
    WORKING,
    /** None of our business: it is handed back as it came. */
    UNTOUCHED,
    /** Its way ended here. */
    ENDED
  }

  final ActivePacket packet = new ActivePacket();
  PacketBuffer buffer;
  State state = State.ENDED;

  /** Step 8 has accepted its sequence number before it was parked. */
  boolean accepted;

  Catalogue.Entry code;

  /** In the cache; none until the tag has been verified if it was not there. */
  int session = SessionCache.NONE;

  /** What the tag is verified with: the session's, or derived for this packet. */
  PreparedKeys keys;

  /** What is to be run. */
  LoadedCode loaded;

  /** Where the decrypted payload is, or −1: the payload is used as it stands in the packet. */
  int plaintextOffset;

  boolean executed;
  boolean changed;

  void begin(PacketBuffer buffer, boolean accepted) {
    this.buffer = buffer;
    this.accepted = accepted;
    state = State.WORKING;
    code = null;
    session = SessionCache.NONE;
    keys = null;
    loaded = null;
    plaintextOffset = -1;
    executed = false;
    changed = false;
  }

  boolean hasSession() {
    return session != SessionCache.NONE;
  }

  boolean isWorking() {
    return state == State.WORKING;
  }
}
