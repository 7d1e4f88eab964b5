package dev.rosa.domainstate;

import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;

/**
 * One revocation: a session, user, code, range of epochs or router, and its end. Immutable.
 *
 * @param until Unix seconds; no valid packet can be of the subject after it; 0: no end
 */
public record Revoked(Subject subject, long until) {

  private static final long MOST_SECONDS = 0xFFFF_FFFFL;

  /** Checks the time. */
  public Revoked {
    if (until < 0 || until > MOST_SECONDS) {
      throw new IllegalArgumentException("a revocation ends at " + until + ", expected 32 bits");
    }
  }

  /** True if the revocation has no effect any more. */
  public boolean hasEnded(long nowSeconds) {
    return until != 0 && until < nowSeconds;
  }

  /** Part of the domain that a revocation takes away. */
  public sealed interface Subject {}

  /** One session, by number. */
  public record Session(long number) implements Subject {}

  /** Every session of a user. */
  public record User(UserId user) implements Subject {}

  /** A code, in every epoch. */
  public record Code(CodeDigest code) implements Subject {}

  /**
   * Epochs of a code.
   *
   * @param upTo this epoch, unsigned, and all earlier ones
   */
  public record Epochs(CodeDigest code, int upTo) implements Subject {}

  /** A router, which Code Servers serve no longer. */
  public record Router(RosaId router) implements Subject {}
}
