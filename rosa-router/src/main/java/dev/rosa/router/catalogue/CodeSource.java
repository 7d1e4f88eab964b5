package dev.rosa.router.catalogue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.util.concurrent.CompletionStage;

/**
 * Source of catalogue, code and secrets: the Code Server, in tests a hand-written one. Thread-safe.
 * The stages complete on threads of the source's own, never exceptionally but with one of the
 * {@link Answer}s.
 */
public interface CodeSource {

  /** Result of a fetch. */
  public enum Outcome {
    /** Here it is. */
    FOUND,
    /** The Code Server does not have it (any more). */
    UNKNOWN,
    /** Not for this router. */
    REFUSED,
    /** The answer did not match the request, or was changed. */
    CORRUPT,
    /** The bundle that was asked for, signed by no publisher that this router accepts. */
    UNACCEPTED,
    /** A secret to which the domain's state does not commit; another Code Server may have it. */
    FALSE,
    /** No Code Server answered; asking again later may help. */
    UNAVAILABLE
  }

  /**
   * Answer to a fetch.
   *
   * @param value null unless {@link Outcome#FOUND}
   * @param detail one line for the log, never a secret
   */
  record Answer<T>(Outcome outcome, T value, String detail) {

    /** The value that was asked for. */
    public static <T> Answer<T> found(T value) {
      return new Answer<>(Outcome.FOUND, value, "");
    }

    /** The reason for a missing value. */
    public static <T> Answer<T> none(Outcome outcome, String detail) {
      return new Answer<>(outcome, null, detail);
    }
  }

  /** The catalogue in force; {@link Catalogue#EMPTY} until one was pushed. Cheap. */
  Catalogue catalogue();

  /**
   * Code Server that answers now, compared by identity; null if there is none. One that is
   * connected anew counts as another: it may have been mended.
   */
  default Object server() {
    return null;
  }

  /** True if the state of the domain that the catalogue agrees with has ended by then. Cheap. */
  default boolean isStale(long nowMillis) {
    return false;
  }

  /** Asks for Kci of an epoch (unsigned). */
  CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch);

  /**
   * Asks for a bundle. The publisher's signature has been checked when it is found; digest and
   * content have not.
   */
  CompletionStage<Answer<FetchedBundle>> fetchCode(CodeDigest code);
}
