package dev.rosa.router.setup;

import dev.rosa.config.BadValueException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The element {@code <firewall>} of a router's configuration. {@code config/router.xml} explains
 * every key. Immutable.
 *
 * @param socket the plane's socket for reporters
 */
public record Firewall(Path socket) {

  /** The most that Linux takes as a socket's address. */
  private static final int MOST_BYTES = 107;

  public Firewall {
    if (socket != null && socket.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
      throw new BadValueException(
          "socket", "is %s, expected a path of at most %d bytes".formatted(socket, MOST_BYTES));
    }
  }
}
