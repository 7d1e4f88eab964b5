package dev.rosa.api;

/** The packet's grant does not cover what the code tried. */
public final class PermissionDeniedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public PermissionDeniedException(String message) {
    super(message);
  }
}
