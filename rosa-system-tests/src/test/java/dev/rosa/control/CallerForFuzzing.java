package dev.rosa.control;

import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import java.time.InstantSource;

/** Calls of a service by a fuzz target under a given identity, without a connection. */
public final class CallerForFuzzing {

  private static final CallerLog REFUSALS = new CallerLog(InstantSource.system());

  private CallerForFuzzing() {}

  /** Runs a call of which {@code caller} is at the other end. */
  public static void run(Identity caller, Runnable call) {
    try {
      Caller.bind(caller.certificate(), "fuzzed", REFUSALS).run(call);
    } catch (IdentityException e) {
      throw new IllegalStateException(e);
    }
  }
}
