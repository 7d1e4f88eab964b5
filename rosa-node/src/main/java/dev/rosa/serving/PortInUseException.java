package dev.rosa.serving;

import java.io.IOException;
import java.io.Serial;

/** Another socket has the port that a server was to listen on; the message is one line. */
public final class PortInUseException extends IOException {

  @Serial private static final long serialVersionUID = 1;

  PortInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
