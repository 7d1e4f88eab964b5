package dev.rosa.client.endpoint;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeId;
import dev.rosa.keys.KdfContext;
import dev.rosa.keys.UserId;
import dev.rosa.session.ReplayWindow;
import dev.rosa.wire.active.ActivePacket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A session that a Destination may open packets of, with its replay window. One thread. */
final class JoinedSession {
  private final SuiteEngine engine;
  private final PreparedKeys keys;
  private final CodeDigest code;
  private final CodeId codeId;
  private final byte[] context;
  private final byte[] seen = new byte[KdfContext.BYTES];
  private final ReplayWindow window;
  private final SequenceRecord record;
  private final SessionNumbers numbers;
  private final UserId user;
  private long lastUse;
  private boolean revoked;

  /**
   * Takes the session's key, which is wiped.
   *
   * @param numbers its part of the record
   */
  JoinedSession(
      ActiveSession session, SuiteEngine engine, SequenceRecord record, SessionNumbers numbers) {
    this.engine = engine;
    this.keys = engine.prepare(session.key());
    session.key().destroy();
    this.code = session.parameters().code();
    this.codeId = code.codeId();
    this.context = KdfContext.encode(session.parameters());
    this.user = session.parameters().user();
    this.record = record;
    this.numbers = numbers;
    long highest = numbers.highest();
    this.window = highest == 0 ? new ReplayWindow() : ReplayWindow.startingAfter(highest);
  }

  UserId user() {
    return user;
  }

  /** Its part of the record. */
  SessionNumbers numbers() {
    return numbers;
  }

  /** Place of its last verified packet in the order of all; the least is the oldest. */
  long lastUse() {
    return lastUse;
  }

  void setLastUse(long lastUse) {
    this.lastUse = lastUse;
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

  /**
   * Notes the sequence of a verified packet, once it is on the disk; one that cannot be is not used
   * up.
   *
   * @return why the packet must not be delivered, or null
   */
  DestinationEvent admit(ActivePacket packet) {
    long sequence = packet.sequence();
    if (isTooFarAhead(sequence)) {
      return DestinationEvent.REPLAYED;
    }
    DestinationEvent refusal =
        switch (record.reserve(numbers, sequence)) {
          case DONE -> null;
          case BUSY -> DestinationEvent.RECORD_BUSY;
          case FAILED -> DestinationEvent.RECORD_FAILED;
        };
    if (refusal != null) {
      return refusal;
    }
    if (!window.accept(sequence)) {
      return DestinationEvent.REPLAYED;
    }
    numbers.accepted(window.highest());
    return null;
  }

  /** Not worth a writing: the window would refuse it. */
  private boolean isTooFarAhead(long sequence) {
    long highest = window.highest();
    return Long.compareUnsigned(sequence, highest) > 0
        && Long.compareUnsigned(sequence - highest, ReplayWindow.MOST_AHEAD) > 0;
  }

  /** False while its next number has to wait for the record; sees to it that it is written. */
  boolean isReady() {
    long next = window.highest() + 1;
    return record.reserve(numbers, next) != SequenceRecord.Reservation.BUSY;
  }

  /** The payload in clear of the verified packet in {@code batch}; valid until its next use. */
  ByteBuffer payload(ActivePacket packet, CryptoBatch batch) {
    if (!engine.suite().encrypts()) {
      return packet.memory().slice(packet.payloadOffset(), packet.payloadLength());
    }
    engine.open(batch);
    return batch.plaintext().slice(batch.plaintextOffset(0), packet.payloadLength());
  }

  void destroy() {
    if (!revoked) {
      keys.destroy();
    }
  }
}
