package dev.rosa.testkit;

import dev.rosa.control.ControlLimits;
import dev.rosa.serving.ConnectionLimits;
import java.time.Duration;

/**
 * Limits of servers in tests: the defaults, but handshakes may take as long as on a busy machine.
 */
public final class TestLimits {

  /** For peers. */
  public static final ConnectionLimits CONNECTIONS =
      new ConnectionLimits(null, null, null, null, Duration.ofSeconds(10), null);

  /** For a control server. */
  public static final ControlLimits CONTROL = ControlLimits.DEFAULT.withConnections(CONNECTIONS);

  private TestLimits() {}
}
