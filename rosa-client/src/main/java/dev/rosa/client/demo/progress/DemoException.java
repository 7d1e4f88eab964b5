package dev.rosa.client.demo.progress;

import java.io.IOException;

/** Exception for a demo that cannot go on; the message is one line for a person. */
public final class DemoException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String details;
  private final boolean badInput;

  public DemoException(String message) {
    this(message, "");
  }

  /** With the lines that explain it, such as the end of a log. */
  public DemoException(String message, String details) {
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
  public static DemoException badInput(String message, Throwable cause) {
    return new DemoException(message, cause, true);
  }

  /** The loopback or a file of this machine cannot be used. */
  public static DemoException ofMachine(IOException failure) {
    return new DemoException(
        "this machine's loopback or disk failed: " + failure.getMessage(), failure);
  }

  public DemoException(String message, Throwable cause) {
    this(message, cause, false);
  }

  /** True if the request was impossible, and nothing was started. */
  public boolean isBadInput() {
    return badInput;
  }

  /** Lines that explain it, several or none. */
  public String details() {
    return details;
  }
}
