package dev.rosa.client.demo;

/** The demo cannot go on; the message is one line for a person. */
public final class DemoException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String details;
  private final boolean badInput;

  DemoException(String message) {
    this(message, "");
  }

  /** With the lines that explain it, such as the end of a log. */
  DemoException(String message, String details) {
    super(message);
    this.details = details;
    this.badInput = false;
  }

  private DemoException(String message, Throwable cause, boolean badInput) {
    super(message, cause);
    this.details = "";
    this.badInput = badInput;
  }

  /** The demo was asked for something impossible; nothing was started. */
  static DemoException badInput(String message, Throwable cause) {
    return new DemoException(message, cause, true);
  }

  DemoException(String message, Throwable cause) {
    this(message, cause, false);
  }

  /** Whether what was asked for was impossible, and nothing was started. */
  public boolean isBadInput() {
    return badInput;
  }

  /** What explains it, several lines or none. */
  public String details() {
    return details;
  }
}
