package dev.rosa.vectors;

/**
 * Exception for a file of test vectors that cannot be used; the message is one line with file, and
 * index if known.
 */
public final class VectorFileException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Makes one from a finished sentence. */
  public VectorFileException(String message) {
    super(message);
  }
}
