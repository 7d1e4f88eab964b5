package dev.rosa.control;

import java.util.concurrent.CompletionException;

/**
 * Unwrapping of failures of {@link java.util.concurrent.CompletionStage}s, which wrap what a stage
 * before threw.
 */
public final class Stages {

  private Stages() {}

  /** The failure itself. */
  public static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
