package dev.rosa.client.endpoint;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeId;
import dev.rosa.keys.KdfContext;
import dev.rosa.session.ReplayWindow;
import dev.rosa.wire.active.ActivePacket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A session that a Destination may open packets of, with its replay window. One thread. */
final class JoinedSession {
  private static final long LEAST_RESERVED = 64;
  private static final long MOST_RESERVED = 100_000;

  private final SuiteEngine engine;
  private final PreparedKeys keys;
  private final CodeDigest code;
  private final CodeId codeId;
  private final byte[] context;
  private final byte[] seen = new byte[KdfContext.BYTES];
  private final ReplayWindow window;
  private final SequenceRecord record;
  private final long session;
  private final long set;

  /** Numbers that are reserved at a time. */
  private final long step;

  /** The highest number that the record has. */
  private long recorded;

  private boolean revoked;

  /**
   * Takes the session's key, which is wiped.
   *
   * @param record what was delivered of it before a restart
   */
  JoinedSession(ActiveSession session, SuiteEngine engine, SequenceRecord record) {
    this.engine = engine;
    this.keys = engine.prepare(session.key());
    session.key().destroy();
    this.code = session.parameters().code();
    this.codeId = code.codeId();
    this.context = KdfContext.encode(session.parameters());
    this.set = Integer.toUnsignedLong(session.parameters().set());
    this.record = record;
    this.session = session.parameters().session();
    this.step = step(session.parameters().grant().packetsPerSecond());
    this.recorded = record.floor(this.session);
    this.window = recorded == 0 ? new ReplayWindow() : ReplayWindow.startingAfter(recorded);
  }

  /** Numbers of about a second. */
  private static long step(int packetsPerSecond) {
    long rate = packetsPerSecond == 0 ? MOST_RESERVED : Integer.toUnsignedLong(packetsPerSecond);
    return Math.max(LEAST_RESERVED, Math.min(MOST_RESERVED, rate));
  }

  /** Service end time, Unix seconds. */
  long set() {
    return set;
  }

  /** Its keys are wiped: no packet of it is opened any more. */
  void revoke() {
    destroy();
    revoked = true;
  }

  boolean isRevoked() {
    return revoked;
  }

  /** True if parameters and tag are right; {@code batch} then holds the packet. */
  boolean verify(ActivePacket packet, CryptoBatch batch) {
    batch.clear();
    if (packet.codeHigh() != codeId.high() || packet.codeLow() != codeId.low()) {
      return false;
    }
    KdfContext.encode(packet, code, seen);
    if (!Arrays.equals(seen, context)) {
      return false;
    }
    if (engine.suite().encrypts()) {
      batch.addToOpen(packet, keys);
    } else {
      batch.add(packet, keys);
    }
    engine.verify(batch);
    return batch.isAuthentic(0);
  }

  /** Notes the sequence of a verified packet; false if it was seen before. */
  boolean isFresh(ActivePacket packet) {
    return window.accept(packet.sequence());
  }

  /** True if the record has the sequence of a fresh packet, so that it may be delivered. */
  boolean isRecorded(ActivePacket packet) {
    long sequence = packet.sequence();
    if (Long.compareUnsigned(sequence, recorded) <= 0) {
      return true;
    }
    long highest = sequence > -1 - step && sequence < 0 ? -1 : sequence + step;
    boolean isThere = record.reserve(session, highest, set);
    if (isThere) {
      recorded = highest;
    }
    return isThere;
  }

  /** The payload in clear of the verified packet in {@code batch}; valid until its next use. */
  ByteBuffer payload(ActivePacket packet, CryptoBatch batch) {
    if (!engine.suite().encrypts()) {
      return packet.memory().slice(packet.payloadOffset(), packet.payloadLength());
    }
    engine.open(batch);
    return batch.plaintext().slice(batch.plaintextOffset(0), packet.payloadLength());
  }

  /** Notes in the record what was delivered, as no more will be. */
  void settle() {
    if (window.highest() != 0) {
      record.settle(session, window.highest(), set);
    }
  }

  void destroy() {
    if (!revoked) {
      keys.destroy();
    }
  }
}
