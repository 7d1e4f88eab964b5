package dev.rosa.router.catalogue;

import dev.rosa.domainstate.Revoked;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeId;
import dev.rosa.keys.UserId;
import dev.rosa.wire.active.ActivePacket;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;

/**
 * Revocations in force (PROTOCOL §5 step 5): sessions, users, codes and epochs that no packet may
 * be of. Immutable; every worker reads it without locks, and without allocating.
 */
public final class Revocations {

  /** No revocations. */
  public static final Revocations NONE = new Revocations(List.of());

  /** The last epoch there can be, unsigned. */
  private static final int EVERY_EPOCH = -1;

  private final SessionNumbers sessions;
  private final NameTable<Boolean> users = new NameTable<>();

  /** Per code the last epoch that was revoked, unsigned. */
  private final NameTable<Integer> codes = new NameTable<>();

  private Revocations(Collection<Segment> segments) {
    int most = segments.stream().mapToInt(Segment::sessions).sum();
    sessions = new SessionNumbers(most, new SecureRandom());
    for (Segment segment : segments) {
      segment.addTo(sessions);
      segment.forOthers(this::add);
    }
  }

  /** The revocations of these subjects. */
  public static Revocations of(Collection<? extends Revoked.Subject> subjects) {
    return ofSegments(List.of(Segment.of(subjects)));
  }

  /** The revocations in all these segments. */
  static Revocations ofSegments(Collection<Segment> segments) {
    return segments.isEmpty() ? NONE : new Revocations(segments);
  }

  private void add(Revoked.Subject subject) {
    if (subject instanceof Revoked.User user) {
      add(user.user());
    } else if (subject instanceof Revoked.Code code) {
      add(code.code(), EVERY_EPOCH);
    } else if (subject instanceof Revoked.Epochs epochs) {
      add(epochs.code(), epochs.upTo());
    }
    // A router is the Code Servers' to refuse: no packet is of one.
  }

  private void add(UserId user) {
    ByteBuffer bytes = ByteBuffer.wrap(user.toBytes());
    users.put(bytes.getLong(), bytes.getLong(), Boolean.TRUE);
  }

  private void add(CodeDigest code, int upTo) {
    CodeId id = code.codeId();
    Integer before = codes.find(id.high(), id.low());
    if (before == null || Integer.compareUnsigned(before, upTo) < 0) {
      codes.put(id.high(), id.low(), upTo);
    }
  }

  /** True if the packet's session, user, code or epoch was revoked. */
  public boolean cover(ActivePacket packet) {
    return coverSession(packet.session())
        || coverUser(packet.userHigh(), packet.userLow())
        || coverEpoch(packet.codeHigh(), packet.codeLow(), packet.epoch());
  }

  /** True if the session with this number was revoked. */
  public boolean coverSession(long session) {
    return sessions.contains(session);
  }

  /** True if all sessions of this user (U) were revoked. */
  public boolean coverUser(long high, long low) {
    return users.find(high, low) != null;
  }

  /** True if this code (Ci), or this epoch of it, was revoked. */
  public boolean coverEpoch(long codeHigh, long codeLow, int epoch) {
    Integer upTo = codes.find(codeHigh, codeLow);
    return upTo != null && Integer.compareUnsigned(epoch, upTo) <= 0;
  }

  /** Number of revoked sessions. */
  public int sessions() {
    return sessions.size();
  }

  /** Number of revoked users. */
  public int users() {
    return users.size();
  }

  /** Number of codes that were revoked, in all or some epochs. */
  public int codes() {
    return codes.size();
  }
}
