package dev.rosa.api;

/** Exception for an operation of active code that the packet's grant does not cover. */
public final class PermissionDeniedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public PermissionDeniedException(String message) {
    super(message);
  }
}
