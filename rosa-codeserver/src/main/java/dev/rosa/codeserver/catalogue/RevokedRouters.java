package dev.rosa.codeserver.catalogue;

import dev.rosa.control.Caller;
import dev.rosa.identity.RosaId;
import io.grpc.Status;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Check for routers that the domain's signed state at this Code Server revokes: they are served no
 * longer. Thread-safe.
 */
public final class RevokedRouters {

  private static final Logger LOG = LoggerFactory.getLogger(RevokedRouters.class);

  private final StateRepository states;
  private final InstantSource clock;

  /** The revoked routers in a storage. */
  public RevokedRouters(StateRepository states, InstantSource clock) {
    this.states = states;
    this.clock = clock;
  }

  /** True for a router that was revoked. */
  public boolean contains(RosaId router) {
    return states.revokes(router, clock.instant());
  }

  /**
   * Refuses a call of a router that was revoked.
   *
   * @throws io.grpc.StatusRuntimeException PERMISSION_DENIED
   */
  public void requireNot(RosaId router) {
    if (contains(router)) {
      Caller.log().warn(LOG, router, "refused router=%s reason=\"revoked\"".formatted(router));
      throw refusal().asRuntimeException();
    }
  }

  /** The answer to a router that was revoked. */
  public static Status refusal() {
    return Status.PERMISSION_DENIED.withDescription("this router was revoked");
  }
}
