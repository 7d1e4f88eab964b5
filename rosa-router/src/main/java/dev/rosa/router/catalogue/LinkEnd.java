package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.control.ControlFailure;
import dev.rosa.identity.Identity;
import dev.rosa.router.catalogue.Verdict.Refused;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;

/**
 * Reason for which a stream from a Code Server has ended, in words for status and log.
 *
 * @param line for the status
 * @param logged what the log says
 * @param severity for the log
 * @param lasts true if nothing changes before a person has done something
 */
record LinkEnd(String line, String logged, Severity severity, boolean lasts) {

  private LinkEnd(String line, Severity severity, boolean lasts) {
    this(line, line, severity, lasts);
  }

  /** Level at which the log says it. */
  enum Severity {
    INFO,
    WARN,
    ERROR
  }

  /** The server, or the way to it, has ended the link. */
  static LinkEnd of(HostPort address, Status status, Identity self) {
    boolean lasts =
        switch (status.getCode()) {
          case ALREADY_EXISTS, PERMISSION_DENIED, UNAUTHENTICATED -> true;
          default -> false;
        };
    return new LinkEnd(
        sentence(address, status, self), lasts ? Severity.ERROR : Severity.WARN, lasts);
  }

  private static String sentence(HostPort address, Status status, Identity self) {
    String reason = ControlFailure.describe(status.asRuntimeException());
    return switch (status.getCode()) {
      case OK -> "code server " + address + " ended the connection";
      case ALREADY_EXISTS ->
          "code server %s refuses this router, %s with node id %s: %s; issue one of the two a certificate with a node id of its own"
              .formatted(address, self.id(), Integer.toUnsignedString(self.nodeId()), reason);
      case PERMISSION_DENIED, UNAUTHENTICATED ->
          "code server %s refuses this router, %s: %s".formatted(address, self.id(), reason);
      case UNAVAILABLE -> "code server " + address + " not reachable: " + reason;
      default -> "code server " + address + " failed: " + reason;
    };
  }

  /** This router has not taken the server's catalogue. */
  static LinkEnd of(HostPort address, Refused refused) {
    String line = "code server %s is refused by this router: %s".formatted(address, refused.text());
    return refused.mayPass()
        ? new LinkEnd(line, Severity.WARN, false)
        : new LinkEnd(line, Severity.ERROR, true);
  }

  /** The server has no state that is up to date; another one may have. */
  static LinkEnd ofStale(HostPort address, Instant end) {
    String line = "code server %s has a state of the domain that ended".formatted(address);
    return new LinkEnd(
        line + " at " + end, line + "; compare the nodes' clocks", Severity.WARN, false);
  }

  /** The server leaves fetches of code and secrets without an answer; another one may not. */
  static LinkEnd ofUnanswered(HostPort address, int fetches) {
    return new LinkEnd(
        "code server %s has not answered %d fetches of code or secrets".formatted(address, fetches),
        Severity.WARN,
        false);
  }

  /** The server does not give what it says that it has; another one may. */
  static LinkEnd ofContradiction(HostPort address) {
    return new LinkEnd(
        "code server %s does not give code or a secret that its catalogue names".formatted(address),
        Severity.WARN,
        false);
  }

  /**
   * The server lacks secrets that the domain's state names; another one may have them.
   *
   * @param code of the first one, as people know it
   * @param epoch of the first one, unsigned
   * @param more how many there are beside it
   */
  static LinkEnd ofOwed(HostPort address, String code, int epoch, int more) {
    String line =
        "code server %s has no secret for epoch %s of %s%s, which the domain's state names"
            .formatted(
                address,
                Integer.toUnsignedString(epoch),
                code,
                more == 0 ? "" : " and for %d more".formatted(more));
    return new LinkEnd(line, Severity.WARN, false);
  }

  /** The server has answered with a secret that is not the domain's. */
  static LinkEnd ofFalseSecret(HostPort address) {
    return new LinkEnd(
        "code server %s gave a secret to which the domain's state does not commit: it is not used"
            .formatted(address),
        Severity.ERROR,
        true);
  }

  /** The server has not sent a catalogue, or not all that belongs to it, in time. */
  static LinkEnd ofSlow(HostPort address, Duration patience) {
    return new LinkEnd(
        "code server %s has sent no whole catalogue for %d s"
            .formatted(address, patience.toSeconds()),
        Severity.WARN,
        false);
  }

  /** An error of this router itself; its text may be a stranger's. */
  static LinkEnd ofError(HostPort address, Throwable error) {
    return new LinkEnd(
        "the link to code server %s failed in this router: %s"
            .formatted(address, error.getClass().getName()),
        Severity.ERROR,
        false);
  }

  /** This end where a domain starts for the first time: it is no trouble yet. */
  LinkEnd whileStarting(HostPort address, String reason) {
    String waiting = "waiting for code server " + address + ": " + reason;
    return new LinkEnd(line, waiting, Severity.INFO, false);
  }
}
