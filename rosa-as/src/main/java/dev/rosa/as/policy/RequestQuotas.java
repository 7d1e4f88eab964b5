package dev.rosa.as.policy;

import dev.rosa.identity.RosaId;
import dev.rosa.serving.MinuteRates;
import java.time.Instant;

/**
 * Rate limits for requests a minute: of a user, and of a rule for all its users. A user's joins
 * count apart, up to the same number: unverified packets cause joins, and must not cost requests.
 * Thread-safe.
 */
public final class RequestQuotas {
  private final Quota ofUser;
  private final MinuteRates<RosaId> users = new MinuteRates<>();
  private final MinuteRates<RosaId> joins = new MinuteRates<>();
  private final MinuteRates<RosaId> acts = new MinuteRates<>();
  private final MinuteRates<Long> rules = new MinuteRates<>();

  public RequestQuotas(Quota ofUser) {
    this.ofUser = ofUser;
  }

  /** Takes a request of a user, before anything is computed for it. */
  public void take(RosaId user, Instant now) throws Refusal {
    ofUser.takeRequest(users, user, now);
  }

  /** Takes a join of a user, before anything is computed for it. */
  public void takeJoin(RosaId user, Instant now) throws Refusal {
    ofUser.takeRequest(joins, user, now);
  }

  /** Takes an act of an administrator, before anything is computed for it. */
  public void takeAct(RosaId administrator, Instant now) throws Refusal {
    ofUser.takeRequest(acts, administrator, now);
  }

  /** Takes a request that a rule allows. */
  public void take(Rule rule, Instant now) throws Refusal {
    rule.quota().takeRequest(rules, rule.id(), now);
  }
}
