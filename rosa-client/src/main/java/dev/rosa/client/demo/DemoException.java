package dev.rosa.client.demo;

/** The demo cannot go on; the message is for a person. */
public final class DemoException extends Exception {

  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }

  DemoException(String message, Throwable cause) {
    super(message, cause);
  }
}
