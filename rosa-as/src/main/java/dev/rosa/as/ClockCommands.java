package dev.rosa.as;

import dev.rosa.as.records.ClockFloor;
import dev.rosa.audit.OperatorName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * Commands {@code rosa as --config F clock show|accept}: compare this host's clock with the newest
 * session's time, or accept it as right.
 */
@Command(name = "clock", description = "This host's clock beside the last session's time.")
final class ClockCommands {
  private final InstantSource clock = InstantSource.system();

  @ParentCommand private AuthorizationServerCommand server;

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show the clock and the floor that it must not fall behind.")
  int show() throws Exception {
    server.administer(records -> print(records.clockFloor(), now()));
    return 0;
  }

  private void print(ClockFloor floor, Instant now) {
    Instant last = floor.read();
    server.print("clock " + now);
    server.print("floor " + (last.equals(Instant.EPOCH) ? "none, no session yet" : last));
    server.print(
        floor.isBehind(now)
            ? "behind by %d s: nothing is issued until the clock is right, or 'clock accept'"
                .formatted(Duration.between(now, last).toSeconds())
            : "right: sessions are issued");
  }

  @Command(
      name = "accept",
      mixinStandardHelpOptions = true,
      description = {
        "Lower the floor to this host's clock, after sessions were issued while the clock was"
            + " ahead.",
        "Check first that the clock is right now. What was done is kept in the audit record."
      })
  int accept() throws Exception {
    server.administer(
        records -> {
          Instant now = now();
          Instant before = records.clockFloor().accept(now, OperatorName.ofThisProcess());
          server.print("floor lowered from " + before + " to " + now + ", sessions are issued");
        });
    return 0;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }
}
