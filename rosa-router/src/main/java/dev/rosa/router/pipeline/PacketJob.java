package dev.rosa.router.pipeline;

import dev.rosa.crypto.PreparedKey;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.packetio.PacketBuffer;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.session.SessionCache;
import dev.rosa.router.session.SessionMemory;
import dev.rosa.wire.active.ActivePacket;

/**
 * Record of one packet on its way through the pipeline, with the results of the steps so far.
 * Reused; one worker's.
 */
final class PacketJob {

  /** Location of the packet. */
  enum State {
    /** On its way: the next step looks at it. */
    WORKING,
    /** Not for this router: it is handed back as it came. */
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

  /** Key that verifies the tag, see {@link PreparedKeys}: the session's, or derived. */
  PreparedKey mac;

  PreparedKey cipher;

  /** Derived for this packet and not the session's yet; null if the session was remembered. */
  PreparedKeys derived;

  /** The code to run. */
  LoadedCode loaded;

  /** Offset of the decrypted payload, or −1: the payload is used as it stands in the packet. */
  int plaintextOffset;

  boolean executed;
  boolean changed;

  void begin(PacketBuffer buffer, boolean accepted) {
    this.buffer = buffer;
    this.accepted = accepted;
    state = State.WORKING;
    code = null;
    session = SessionCache.NONE;
    mac = null;
    cipher = null;
    derived = null;
    loaded = null;
    plaintextOffset = -1;
    executed = false;
    changed = false;
  }

  /** Takes keys that were derived for this packet. */
  void use(PreparedKeys keys) {
    derived = keys;
    mac = keys.mac();
    cipher = keys.cipher();
  }

  /** Takes a session that is remembered, with all that its packets need. */
  void use(int session, SessionMemory remembered) {
    this.session = session;
    mac = remembered.mac(session);
    cipher = remembered.cipher(session);
    loaded = remembered.code(session);
  }

  /** Before its code runs, which may use the room that further options would take. */
  void restoreHeader() {
    packet.beginLater(buffer.restoreHeader());
  }

  /** A packet that is to grow out of the frame it came in goes on in memory of its buffer's own. */
  void makeRoomFor(int payloadLength) {
    if (packet.ipLength() - packet.payloadLength() + payloadLength > buffer.room()) {
      buffer.moveHome();
      packet.relocate(buffer.memory(), buffer.offset());
    }
  }

  /** Destroys keys that no session has got. */
  void destroyDerived() {
    if (derived != null) {
      derived.destroy();
      derived = null;
    }
  }

  boolean hasSession() {
    return session != SessionCache.NONE;
  }

  boolean isWorking() {
    return state == State.WORKING;
  }
}
