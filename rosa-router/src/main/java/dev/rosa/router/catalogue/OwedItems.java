package dev.rosa.router.catalogue;

import dev.rosa.domainstate.StateContent;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Record of the items that a Code Server owes and did not give. It owes what its catalogue names
 * for this router, when it is asked. It owes a place in its catalogue to each epoch that the
 * domain's state names, if it permits the code here. A code that it does not list is no debt: its
 * publisher may have withdrawn it. Time is counted in ticks; one in which a secret was away at any
 * moment counts, so a server cannot hide it between them. A debt is paid slowly: a server that
 * hides a secret again and again owes it by and by. One thread's.
 */
final class OwedItems {

  /** Time after which an item that has not come since counts again, at first. */
  private static final Duration FORGIVEN_AFTER = Duration.ofMinutes(2);

  /** The same of a secret that no server has had for long: the time doubles up to this one. */
  private static final Duration FORGIVEN_AT_LAST = Duration.ofHours(1);

  /** Ticks that pay one of debt: a secret may be away for that part of the time. */
  private static final long PAYING_TICKS = 16;

  private static final Comparator<AwaitedItem.Secret> ORDER =
      Comparator.comparing((AwaitedItem.Secret secret) -> secret.code().hex())
          .thenComparing(secret -> Integer.toUnsignedLong(secret.epoch()));

  /** Forgiveness of a secret for which a server was blamed. */
  private record Forgiven(long untilTick, long ticks) {}

  /** Debt for which a server is blamed when it exceeds it; a tick away is {@link #PAYING_TICKS}. */
  private final long patience;

  private final long leastTicks;
  private final long mostTicks;
  private long now;

  /** Secrets that the stream's newest catalogue lacks. */
  private Set<AwaitedItem.Secret> missing = Set.of();

  /** Secrets that one of the stream's catalogues lacked since the last tick. */
  private final Set<AwaitedItem.Secret> away = new HashSet<>();

  /** Debts of the stream's catalogues. */
  private final Map<AwaitedItem.Secret, Long> owed = new HashMap<>();

  private final Map<AwaitedItem.Secret, Forgiven> forgiven = new HashMap<>();

  /** Items that were asked for in vain under a catalogue. */
  private final Set<AwaitedItem> refused = new HashSet<>();

  private Catalogue refusedUnder;
  private long refusedUntilTick;

  /** A record in which nothing is owed yet. */
  OwedItems(Duration patience, Duration tick) {
    this.patience = PAYING_TICKS * patience.dividedBy(tick);
    this.leastTicks = FORGIVEN_AFTER.dividedBy(tick);
    this.mostTicks = FORGIVEN_AT_LAST.dividedBy(tick);
  }

  /** The stream has ended: the next server owes anew. */
  void streamEnded() {
    missing = Set.of();
    away.clear();
    owed.clear();
  }

  /** A catalogue of the stream was taken. */
  void taken(InForce inForce) {
    StateContent state = inForce.state().content();
    Set<AwaitedItem.Secret> lacking = new HashSet<>();
    for (Catalogue.Entry entry : inForce.catalogue().entries()) {
      for (int epoch : state.epochsOf(entry.digest())) {
        AwaitedItem.Secret secret = new AwaitedItem.Secret(entry.digest(), epoch);
        if (entry.announces(epoch) && inForce.catalogue().obeys(entry)) {
          forgetBlame(secret);
        } else if (entry.permitted()) {
          lacking.add(secret);
        }
      }
    }
    missing = lacking;
    away.addAll(lacking);
    away.removeIf(secret -> !isNamed(secret, state));
    owed.keySet().removeIf(secret -> !isNamed(secret, state));
    forgiven.keySet().removeIf(secret -> !isNamed(secret, state));
  }

  /** A server that only shows a secret for a moment still owes it, and is not blamed anew. */
  private void forgetBlame(AwaitedItem.Secret secret) {
    if (!owed.containsKey(secret)) {
      forgiven.remove(secret);
    }
  }

  private static boolean isNamed(AwaitedItem.Secret secret, StateContent state) {
    return state.epochsOf(secret.code()).contains(secret.epoch());
  }

  /**
   * Counts a tick.
   *
   * @return the secrets for which the server is to be blamed now: each once, until its debt is paid
   *     or some minutes are over
   */
  List<AwaitedItem.Secret> tick() {
    now++;
    away.forEach(secret -> owed.putIfAbsent(secret, 0L));
    owed.replaceAll(this::owedNow);
    owed.values().removeIf(debt -> debt <= 0);
    List<AwaitedItem.Secret> overdue = away.stream().filter(this::isOverdue).toList();
    overdue.forEach(this::forgive);
    away.clear();
    away.addAll(missing);
    return overdue.stream().sorted(ORDER).toList();
  }

  private long owedNow(AwaitedItem.Secret secret, long debt) {
    return away.contains(secret) ? Math.min(debt, patience) + PAYING_TICKS : debt - 1;
  }

  private boolean isOverdue(AwaitedItem.Secret secret) {
    Forgiven known = forgiven.get(secret);
    return owed.get(secret) > patience && (known == null || known.untilTick() <= now);
  }

  private void forgive(AwaitedItem.Secret secret) {
    Forgiven known = forgiven.get(secret);
    long ticks = known == null ? leastTicks : Math.min(mostTicks, 2 * known.ticks());
    forgiven.put(secret, new Forgiven(now + ticks, ticks));
  }

  /**
   * Takes notice of an item that a server did not give although its catalogue names it.
   *
   * @return true if it counts: once in some minutes under one catalogue
   */
  boolean refused(AwaitedItem item, Catalogue inForce) {
    if (refusedUnder != inForce || refusedUntilTick <= now) {
      refusedUnder = inForce;
      refused.clear();
      refusedUntilTick = now + leastTicks;
    }
    return refused.add(item);
  }
}
