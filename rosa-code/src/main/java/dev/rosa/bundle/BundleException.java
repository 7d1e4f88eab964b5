package dev.rosa.bundle;

import dev.rosa.bundle.admission.FirstFinding;
import dev.rosa.bundle.admission.PrintableText;

/**
 * Exception for a bundle that is refused; the message is one line that says why, and where in the
 * code it can.
 */
public final class BundleException extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_MESSAGE_CHARS = 600;

  public BundleException(String message) {
    super(oneLine(message));
  }

  public BundleException(String message, Throwable cause) {
    super(oneLine(message), cause);
  }

  BundleException(FirstFinding first) {
    this(first.finding().text(), first);
  }

  /** Names come from the refused bundle itself: nothing in them may forge a second log line. */
  private static String oneLine(String message) {
    return PrintableText.line(message, MAX_MESSAGE_CHARS);
  }
}
