package dev.rosa.router.catalogue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import java.util.concurrent.CompletionStage;

/**
 * Where a router gets catalogue, code and secrets: the Code Server, in tests a hand-written one.
 * Thread-safe. The stages complete on threads of the source's own, never exceptionally but with one
 * of the {@link Answer}s.
 */
public interface CodeSource {

  /** How a fetch ended. */
  enum Outcome {
    /** Here it is. */
    FOUND,
    /** The Code Server does not have it (any more). */
    UNKNOWN,
    /** Not for this router. */
    REFUSED,
    /** What came was not what was asked for, or was changed. */
    CORRUPT,
    /** No Code Server answered; asking again later may help. */
    UNAVAILABLE
  }

  /**
   * What a fetch brought.
   *
   * @param value null unless {@link Outcome#FOUND}
   * @param detail one line for the log, never a secret
   */
  record Answer<T>(Outcome outcome, T value, String detail) {

    /** What was asked for. */
    public static <T> Answer<T> found(T value) {
      return new Answer<>(Outcome.FOUND, value, "");
    }

    /** Why there is nothing. */
    public static <T> Answer<T> none(Outcome outcome, String detail) {
      return new Answer<>(outcome, null, detail);
    }
  }

  /** The newest catalogue; {@link Catalogue#EMPTY} until one was pushed. Cheap. */
  Catalogue catalogue();

  /** Asks for Kci of an epoch (unsigned). */
  CompletionStage<Answer<CodeSecret>> fetchSecret(CodeDigest code, int epoch);

  /**
   * Asks for a bundle's bytes. The publisher's signature has been checked when it is found; digest
   * and content have not.
   */
  CompletionStage<Answer<byte[]>> fetchCode(CodeDigest code);
}
