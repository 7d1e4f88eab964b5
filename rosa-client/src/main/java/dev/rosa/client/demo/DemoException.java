package dev.rosa.client.demo;

/** The demo cannot go on; the message is one line for a person. */
public final class DemoException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String details;

  DemoException(String message) {
    this(message, "");
  }

  /** With the lines that explain it, such as the end of a log. */
  DemoException(String message, String details) {
    super(message);
    this.details = details;
  }

  DemoException(String message, Throwable cause) {
    super(message, cause);
    this.details = "";
  }

  /** What explains it, several lines or none. */
  public String details() {
    return details;
  }
}
