package dev.rosa.firewall.plane.policy;

import dev.rosa.evidence.Evidence;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Policy that turns evidence into bans. Only proven evidence bans; what is known from evidence
 * without proof is kept apart, so that a forger displaces nothing that is proven. Times are the
 * caller's, of a clock that is never set. One thread's.
 */
public final class Policy {

  /** Last evidence that is kept of a source. */
  private static final int PROVEN_EVIDENCE = 8;

  /** Anybody can forge sources, so each of them has to take little memory. */
  private static final int UNPROVEN_EVIDENCE = 2;

  /** A ban holds at all links. */
  private static final String LINK_LOCAL =
      "by evidence, as a link-local address may be another host's at another link";

  /**
   * A ban by evidence that is younger may be one that would have been refused: addresses of this
   * machine are known seconds after it has them.
   */
  private static final long NEW_MILLIS = 10_000;

  private final PolicySettings settings;
  private final NeverBanned never;
  private final ScoreTable proven;
  private final ScoreTable unproven;
  private final Offences offences;
  private final BanBook bans;
  private final BanBook limits;
  private final Raising raising;
  private final Consumer<Ban> evictedBan;
  private long evictedBans;

  /**
   * A policy that knows no source.
   *
   * @param never sources that are never banned
   * @param evicted gets each ban that makes way before its end
   */
  public Policy(PolicySettings settings, NeverBanned never, Consumer<Ban> evicted) {
    PolicySettings.Bounds bounds = settings.bounds();
    this.settings = settings;
    this.never = never;
    this.evictedBan = evicted;
    this.proven = new ScoreTable(bounds.sources(), PROVEN_EVIDENCE, settings);
    this.unproven = new ScoreTable(bounds.sources(), UNPROVEN_EVIDENCE, settings);
    this.offences = new Offences(bounds.sources(), settings.times());
    this.bans = new BanBook(bounds.bans());
    this.limits = new BanBook(bounds.limits());
    this.raising = new Raising(settings.prefixes());
  }

  /** Decides on a piece of evidence. */
  public Decision decide(Evidence evidence, long now) {
    boolean isProven = settings.canBan(evidence.proof());
    Source address = Source.of(evidence.source());
    Optional<String> allowed = notByEvidence(address);
    if (allowed.isPresent()) {
      return new Decision(
          evidence, address, Verdict.ALLOWED, 0, List.of(), "never banned: " + allowed.get(), now);
    }
    Source source = counted(address);
    Optional<HeldBan> covering = inForce(source, isProven, now);
    if (covering.isPresent()) {
      String reason = "in the ban of " + covering.get().ban().source();
      return new Decision(evidence, source, Verdict.ALREADY_BANNED, 0, List.of(), reason, now);
    }
    ScoreTable table = isProven ? proven : unproven;
    SourceScore score = table.of(source, now);
    int weight = settings.weight(evidence.kind());
    double value = shown(score.add(evidence, weight, now, settings.halfLife().toMillis()));
    boolean isActedOn = isProven || settings.bounds().limits() > 0;
    if (value < settings.thresholds().malicious() || !isActedOn) {
      return new Decision(
          evidence, source, harmless(value), value, List.of(), text(evidence, value), now);
    }
    score.clear();
    return isProven ? ban(evidence, source, value, now) : limit(evidence, source, value, now);
  }

  /** The reason why evidence does not ban a source; empty: none. */
  private Optional<String> notByEvidence(Source source) {
    Optional<String> allowed = never.why(source);
    return allowed.isPresent() || !source.isLinkLocal() ? allowed : Optional.of(LINK_LOCAL);
  }

  /** A score as it is shown, which is what thresholds mean: three times 10 is 30 a moment later. */
  private static double shown(double score) {
    return Math.round(score * 10) / 10.0;
  }

  /** The source that evidence about an address counts for. */
  private Source counted(Source address) {
    if (address.family() != Source.Family.IPV6
        || address.standsForIpv4()
        || address.isLinkLocal()) {
      return address;
    }
    Source prefix = address.prefix(settings.prefixes().ipv6());
    return never.why(prefix).isEmpty() ? prefix : address;
  }

  private Optional<HeldBan> inForce(Source source, boolean isProven, long now) {
    Optional<HeldBan> ban = bans.covering(source);
    Optional<HeldBan> any = ban.isPresent() || isProven ? ban : limits.covering(source);
    return any.filter(held -> held.ban().endMillis() > now);
  }

  private Verdict harmless(double score) {
    if (score <= settings.thresholds().tolerated()) {
      return Verdict.TOLERATED;
    }
    return score < settings.thresholds().suspicious() ? Verdict.NOTICED : Verdict.SUSPICIOUS;
  }

  private String text(Evidence evidence, double score) {
    return String.format(
        Locale.ROOT,
        "%s of weight %d, proof %s: score %.1f of %.1f",
        evidence.kind(),
        settings.weight(evidence.kind()),
        evidence.proof().word(),
        score,
        settings.thresholds().malicious());
  }

  private Decision ban(Evidence evidence, Source source, double score, long now) {
    String reason = text(evidence, score);
    long end = now + offences.nextBanMillis(source, now);
    Ban ban = new Ban(source, Ban.Action.DROP, now, end, banReason(evidence, score));
    if (settings.observe()) {
      return new Decision(evidence, source, Verdict.OBSERVED, score, List.of(), reason, now);
    }
    Optional<Ban> held = put(bans, ban, false);
    if (held.isEmpty()) {
      return new Decision(evidence, source, Verdict.NO_ROOM, score, List.of(), reason, now);
    }
    Offence unused = offences.note(source, now, held.get().endMillis());
    List<Ban> made = new ArrayList<>(List.of(held.get()));
    raising.add(source).ifPresent(prefix -> raise(prefix, now).ifPresent(made::add));
    return new Decision(evidence, source, Verdict.BANNED, score, made, reason, now);
  }

  /** A prefix with an address that is never banned is left alone, and so is one that is banned. */
  private Optional<Ban> raise(Source prefix, long now) {
    if (bans.covering(prefix).isPresent() || never.why(prefix).isPresent()) {
      return Optional.empty();
    }
    String reason = settings.prefixes().raiseAt() + " sources of it are banned";
    long end = now + offences.nextBanMillis(prefix, now);
    Optional<Ban> held = put(bans, new Ban(prefix, Ban.Action.DROP, now, end, reason), false);
    held.ifPresent(ban -> noteOffence(prefix, now, ban));
    return held;
  }

  private void noteOffence(Source source, long now, Ban ban) {
    Offence unused = offences.note(source, now, ban.endMillis());
  }

  private static String banReason(Evidence evidence, double score) {
    String why = evidence.reason().isEmpty() ? "" : ": " + evidence.reason();
    return String.format(Locale.ROOT, "%s, score %.1f%s", evidence.kind(), score, why);
  }

  private Decision limit(Evidence evidence, Source source, double score, long now) {
    String reason = text(evidence, score);
    if (settings.observe()) {
      return new Decision(evidence, source, Verdict.OBSERVED, score, List.of(), reason, now);
    }
    long end = now + settings.times().limit().toMillis();
    Ban limit = new Ban(source, Ban.Action.LIMIT, now, end, banReason(evidence, score));
    Optional<Ban> held = put(limits, limit, false);
    Verdict verdict = held.isPresent() ? Verdict.LIMITED : Verdict.NO_ROOM;
    return new Decision(
        evidence, source, verdict, score, held.map(List::of).orElse(List.of()), reason, now);
  }

  private Optional<Ban> put(BanBook book, Ban ban, boolean byOperator) {
    List<Ban> evicted = new ArrayList<>(1);
    Optional<HeldBan> held = book.put(ban, byOperator, evicted);
    for (Ban each : evicted) {
      evictedBans++;
      raising.remove(each.source());
      evictedBan.accept(each);
    }
    return held.map(HeldBan::ban);
  }

  /**
   * Bans a source because an operator asks for it, also while the plane only observes.
   *
   * @return the ban in force: an earlier one that lasts longer stays
   * @throws BanRefusedException in one line: it is never banned, or there is no room
   */
  public Ban ban(Source source, long millis, String reason, long now) throws BanRefusedException {
    Optional<String> refusal = refusal(source);
    if (refusal.isPresent()) {
      throw new BanRefusedException(Map.of(source, refusal.get()));
    }
    Ban ban = new Ban(source, Ban.Action.DROP, now, now + millis, reason);
    return put(bans, ban, true)
        .orElseThrow(
            () -> new BanRefusedException(source + ": all " + bans.size() + " bans are in use"));
  }

  /** Refuses more bans than there is room for, if none of them replaces another. */
  public void requireRoom(int count) throws BanRefusedException {
    if (count > bans.room()) {
      throw new BanRefusedException(
          "no room for "
              + count
              + " bans: "
              + bans.size()
              + " are in force, and "
              + bans.room()
              + " more have room");
    }
  }

  /** Why a source is never banned, in one line. A ban that is in force may be made longer. */
  public Optional<String> refusal(Source source) {
    Optional<String> allowed =
        bans.find(source).isPresent() ? never.whyEnds(source, true) : never.why(source);
    return allowed.map(why -> source + " is never banned: " + why);
  }

  /** Lifts the ban and the limit of this very source, and forgets its offences. */
  public List<Ban> lift(Source source) {
    List<Ban> lifted = remove(source);
    proven.forget(source);
    unproven.forget(source);
    offences.forget(source);
    return lifted;
  }

  private List<Ban> remove(Source source) {
    List<Ban> removed = new ArrayList<>(2);
    bans.remove(source).ifPresent(held -> removed.add(held.ban()));
    limits.remove(source).ifPresent(held -> removed.add(held.ban()));
    raising.remove(source);
    return removed;
  }

  /** Lifts the bans that end as their sources have become ones that are never banned. */
  public List<Ban> liftAllowed(long now) {
    List<Ban> lifted = new ArrayList<>();
    for (HeldBan held : all()) {
      if (endsEarly(held, now)) {
        end(held.ban());
        lifted.add(held.ban());
      }
    }
    return lifted;
  }

  /** A limit and a ban of one source end each for itself. */
  private void end(Ban ban) {
    Source source = ban.source();
    if (ban.action() == Ban.Action.LIMIT) {
      Optional<HeldBan> unused = limits.remove(source);
    } else {
      Optional<HeldBan> unused = bans.remove(source);
      raising.remove(source);
    }
  }

  private boolean endsEarly(HeldBan held, long now) {
    Ban ban = held.ban();
    boolean isNew = !held.byOperator() && now - ban.startMillis() < NEW_MILLIS;
    return isNew
        ? never.why(ban.source()).isPresent()
        : never.whyEnds(ban.source(), held.byOperator()).isPresent();
  }

  /** Forgets the bans that have ended, and returns them. */
  public List<Ban> removeEnded(long now) {
    List<Ban> ended = bans.removeEnded(now);
    ended.forEach(ban -> raising.remove(ban.source()));
    ended.addAll(limits.removeEnded(now));
    return ended;
  }

  /** Takes over a ban that was in force before a restart; false if it is not to be any more. */
  public boolean restore(HeldBan held, long now) {
    Ban ban = held.ban();
    boolean isLinkLocal = !held.byOperator() && ban.source().isLinkLocal();
    if (ban.endMillis() <= now || isLinkLocal || endsEarly(held, now)) {
      return false;
    }
    boolean isHeld = put(bans, ban, held.byOperator()).isPresent();
    if (isHeld && !held.byOperator()) {
      Optional<Source> unused = raising.add(ban.source());
    }
    return isHeld;
  }

  /** Takes over offences from before a restart. */
  public void restore(Offence offence) {
    offences.put(offence);
  }

  /** The ban of this very source, limits left out. */
  public Optional<HeldBan> held(Source source) {
    return bans.find(source);
  }

  /** Offences of a source that are not forgotten; empty: there are none. */
  public Optional<Offence> offence(Source source, long now) {
    return offences.find(source).filter(each -> offences.count(source, now) > 0);
  }

  /** All bans and limits in force, a snapshot. */
  public Collection<HeldBan> all() {
    Collection<HeldBan> all = bans.all();
    all.addAll(limits.all());
    return all;
  }

  /** All that is known of a source. */
  public SourceState describe(Source asked, long now) {
    Source source = asked.isAddress() ? counted(asked) : asked;
    long halfLife = settings.halfLife().toMillis();
    Optional<SourceScore> score = Optional.ofNullable(proven.find(source));
    Optional<SourceScore> unprovenScore = Optional.ofNullable(unproven.find(source));
    List<Evidence> evidence = new ArrayList<>();
    unprovenScore.ifPresent(known -> evidence.addAll(known.evidence()));
    score.ifPresent(known -> evidence.addAll(known.evidence()));
    return new SourceState(
        source,
        bans.covering(asked),
        limits.covering(asked),
        notByEvidence(asked),
        score.map(known -> known.value(now, halfLife)).orElse(0.0),
        unprovenScore.map(known -> known.value(now, halfLife)).orElse(0.0),
        score.map(SourceScore::reports).orElse(0L)
            + unprovenScore.map(SourceScore::reports).orElse(0L),
        offences.count(source, now),
        evidence);
  }

  /** Figures for status pages. */
  public PolicySize size() {
    return new PolicySize(
        bans.size(),
        limits.size(),
        proven.size(),
        unproven.size(),
        evictedBans,
        proven.evicted() + unproven.evicted());
  }
}
