package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.serving.MinuteRates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Report of the link to the Code Servers: its status, and one line in the log when something
 * changes. One thread's; {@link #status} may be used by any.
 */
final class LinkReport {

  private static final Duration BETWEEN_ACCUSATIONS = Duration.ofHours(1);

  /** Lines about catalogues: so many at once after a pause, then evenly. */
  private static final int CATALOGUES_PER_MINUTE = 6;

  /** An accusation: false secrets and missing ones differ in their severity. */
  private record Accusation(HostPort at, LinkEnd.Severity severity) {}

  private final Logger log;
  private final InstantSource clock;

  /** The last line about each Code Server that is not connected. */
  private final Map<HostPort, String> reported = new HashMap<>();

  /** Times of the last lines about what Code Servers do that stay connected. */
  private final Map<Accusation, Instant> accused = new HashMap<>();

  /** The catalogue and its server that were announced last; null: there is none, or it failed. */
  private Catalogue announced;

  private HostPort announcedFrom;

  /** The last line about a catalogue, if it is not told yet. */
  private String untold;

  private int leftOut;
  private final MinuteRates<String> rates = new MinuteRates<>();
  private final LostCodes lost = new LostCodes();
  private boolean stale;
  private boolean ahead;
  private volatile CodeServerStatus status;

  /** A report that begins with a link that is not there. */
  LinkReport(Logger log, HostPort first, InstantSource clock) {
    this.log = log;
    this.clock = clock;
    this.status = CodeServerStatus.unconnected(first.toString(), clock.instant());
  }

  /** State of the link now. */
  CodeServerStatus status() {
    return status;
  }

  /** A Code Server keeps the catalogue up to date. */
  void answered(HostPort from, InForce inForce) {
    status = status.answered(from.toString(), clock.instant());
    reported.remove(from);
    Catalogue catalogue = inForce.catalogue();
    if (catalogue == announced && from.equals(announcedFrom)) {
      return; // Only the state was signed anew.
    }
    announced = catalogue;
    announcedFrom = from;
    lost.taken(from, inForce);
    if (untold != null) {
      leftOut++;
    }
    untold = line(from, inForce);
    tellWhatMayBe();
  }

  private static String line(HostPort from, InForce inForce) {
    int codes = inForce.catalogue().entries().size();
    return "catalogue %s: %d %s from %s"
        .formatted(
            Long.toUnsignedString(inForce.version()), codes, codes == 1 ? "code" : "codes", from);
  }

  /** Tells what was held back, as far as it may be told now. */
  private void tellWhatMayBe() {
    Instant now = clock.instant();
    if (untold != null && rates.take("catalogues", CATALOGUES_PER_MINUTE, now).isPresent()) {
      log.info("{}{}", untold, leftOut == 0 ? "" : " (%d left out)".formatted(leftOut));
      forgetUntold();
    }
    for (String line : lost.lines(now)) {
      log.warn("{}", line);
      status = status.blamed(line, now);
    }
  }

  private void forgetUntold() {
    untold = null;
    leftOut = 0;
  }

  /** A Code Server gave a false secret, or lacks one: a line an hour, however often it does. */
  void accuse(HostPort at, LinkEnd end) {
    Instant now = clock.instant();
    Accusation accusation = new Accusation(at, end.severity());
    if (!isWithinAnHourOf(accused.get(accusation), now)) {
      accused.put(accusation, now);
      if (end.severity() == LinkEnd.Severity.ERROR) {
        log.error("{}", end.logged());
      } else {
        log.warn("{}", end.logged());
      }
    }
    status = status.blamed(end.line(), now);
    String unused = reported.put(at, end.logged());
  }

  /** A line from the future is none: the clock was ahead, and is right again. */
  private static boolean isWithinAnHourOf(Instant last, Instant now) {
    return last != null && !now.isBefore(last) && !now.isAfter(last.plus(BETWEEN_ACCUSATIONS));
  }

  /** The link was lost, or could not be made; {@code inForce} stays. */
  void failed(HostPort at, LinkEnd end, InForce inForce) {
    announced = null;
    forgetUntold();
    status = status.failed(at.toString(), end.line(), clock.instant());
    if (end.logged().equals(reported.put(at, end.logged()))) {
      return;
    }
    String keeping =
        inForce.hasCatalogue()
            ? ", catalogue " + Long.toUnsignedString(inForce.version()) + " stays"
            : "";
    switch (end.severity()) {
      case INFO -> log.info("{}", end.logged());
      case WARN -> log.warn("{}; trying again{}", end.logged(), keeping);
      case ERROR -> log.error("{}; trying again{}", end.logged(), keeping);
    }
  }

  /**
   * The state in force has ended or not. To be called regularly: it tells what was held back.
   *
   * @param issuedAhead whether it was issued ahead of this router's clock
   */
  void tell(boolean now, boolean issuedAhead, InForce inForce) {
    tellWhatMayBe();
    tellIfAhead(issuedAhead, inForce);
    if (now && !stale) {
      log.warn(
          "the state of the domain ended at {} and there is no newer one: revocations since are not"
              + " known here",
          inForce.state().validUntil());
    } else if (stale && !now) {
      log.info("the state of the domain is up to date again");
    }
    stale = now;
  }

  private void tellIfAhead(boolean now, InForce inForce) {
    if (now && !ahead) {
      log.warn(
          "the state of the domain was issued at {}, ahead of this router's clock: it ends as if it"
              + " was issued at its receipt; compare the nodes' clocks",
          inForce.state().issuedAt());
    } else if (ahead && !now) {
      log.info("the state of the domain is not ahead of this router's clock any more");
    }
    ahead = now;
  }
}
