package dev.rosa.as.watch;

import dev.rosa.as.state.RevocationList;
import dev.rosa.control.v1.StandingReason;
import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Session in memory whose Source or recipients have an open stream, by which they are told its
 * standing. Owned by the thread of {@link SessionWatches}.
 */
final class HeldSession {

  /**
   * The session as it is stored.
   *
   * @param caller identity of its Source
   * @param recipients identities that may join it
   * @param codeName name that was asked for
   * @param epoch unsigned
   * @param set SET, Unix seconds
   */
  record Facts(
      long session,
      RosaId caller,
      Set<String> recipients,
      UserId user,
      CodeDigest code,
      String codeName,
      int epoch,
      long rule,
      long set) {

    boolean isHeldBy(RosaId holder) {
      return caller.equals(holder) || recipients.contains(holder.toString());
    }
  }

  private final Facts facts;
  private final Set<SessionStream> streams = new HashSet<>();
  private Optional<StandingReason> revoked;
  private Told told;

  /**
   * A session.
   *
   * @param revoked reason for which it is revoked, as the storage has it
   */
  HeldSession(Facts facts, Optional<StandingReason> revoked) {
    this.facts = facts;
    this.revoked = revoked;
  }

  Facts facts() {
    return facts;
  }

  Set<SessionStream> streams() {
    return streams;
  }

  /** Takes over the streams, and what they were told, of the same session as it was read before. */
  HeldSession inPlaceOf(HeldSession before) {
    streams.addAll(before.streams);
    told = before.told;
    return this;
  }

  /** Notes a revocation that may be of this session. */
  void note(RevocationList.Cause cause) {
    Optional<StandingReason> reason = reason(cause);
    boolean graver = revoked.isEmpty() || revoked.get() == StandingReason.EPOCH_REVOKED;
    if (reason.isPresent() && graver) {
      revoked = reason;
    }
  }

  private Optional<StandingReason> reason(RevocationList.Cause cause) {
    Revoked.Subject subject = cause.subject();
    if (subject instanceof Revoked.Session one) {
      StandingReason reason =
          cause.withRule() ? StandingReason.RULE_REVOKED : StandingReason.SESSION_REVOKED;
      return when(one.number() == facts.session(), reason);
    } else if (subject instanceof Revoked.User one) {
      return when(one.user().equals(facts.user()), StandingReason.USER_REVOKED);
    } else if (subject instanceof Revoked.Code one) {
      return when(one.code().equals(facts.code()), StandingReason.CODE_REVOKED);
    } else if (subject instanceof Revoked.Epochs epochs) {
      boolean included =
          epochs.code().equals(facts.code())
              && Integer.compareUnsigned(facts.epoch(), epochs.upTo()) <= 0;
      return when(included, StandingReason.EPOCH_REVOKED);
    }
    return Optional.empty();
  }

  private static Optional<StandingReason> when(boolean condition, StandingReason reason) {
    return condition ? Optional.of(reason) : Optional.empty();
  }

  /** The standing, which is told now. */
  Told tell(DomainView domain) {
    told = standing(domain);
    return told;
  }

  /** Standing by revocations, and else by the domain's policy and epochs. */
  private Told standing(DomainView domain) {
    if (revoked.isEmpty()) {
      return domain.replaced(facts).map(Told::renew).orElse(Told.CURRENT);
    }
    StandingReason reason = revoked.get();
    return reason == StandingReason.EPOCH_REVOKED ? Told.renewEnded(reason) : Told.revoked(reason);
  }

  /** The standing, if it is another one than was told last. */
  Optional<Told> change(DomainView domain) {
    Told before = told;
    return tell(domain).equals(before) ? Optional.empty() : Optional.of(told);
  }
}
