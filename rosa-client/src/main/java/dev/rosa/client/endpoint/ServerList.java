package dev.rosa.client.endpoint;

import dev.rosa.config.HostPort;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** Addresses of servers that do the same work: a few, and each one once. */
public record ServerList(List<HostPort> addresses) {
  private static final int MOST = 8;

  /**
   * Reads {@code HOST:PORT,HOST:PORT}.
   *
   * @throws IllegalArgumentException with a sentence for the operator
   */
  public static ServerList parse(String text) {
    List<HostPort> addresses = Arrays.stream(text.split(",", -1)).map(HostPort::parse).toList();
    if (addresses.size() > MOST) {
      throw new IllegalArgumentException(
          "%d servers, expected at most %d".formatted(addresses.size(), MOST));
    }
    if (new HashSet<>(addresses).size() < addresses.size()) {
      throw new IllegalArgumentException("'" + text + "', expected each server once");
    }
    return new ServerList(addresses);
  }
}
