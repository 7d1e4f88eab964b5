package dev.rosa.serving;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;

/** Status pages of a role, served from the start or as soon as their port is free. Thread-safe. */
public final class StatusService implements AutoCloseable, WatchedPart {

  private final HostPort listen;
  private final LateServer server;

  private StatusService(HostPort listen, LateServer server) {
    this.listen = listen;
    this.server = server;
  }

  /**
   * Begins to serve, if need be later; then the log says so.
   *
   * @param listen port 0 takes a free one
   * @param names as {@link StatusServer#start} takes them
   * @param log has a warning if the port is in use, and a line when it is no more
   * @throws IOException in one line if the address cannot be had for another reason
   */
  public static StatusService start(
      HostPort listen, Set<String> names, Map<String, StatusPage> pages, Logger log)
      throws IOException {
    LateServer.Words words =
        new LateServer.Words(
            "status-port", "the status", "status pages", listen, "give this node another <status>");
    LateServer.Start start = () -> StatusServer.start(listen, names, pages);
    return new StatusService(listen, LateServer.start(words, start, log));
  }

  /** The address that it serves on, with the port it got; empty: another socket has the port. */
  public Optional<InetSocketAddress> address() {
    return server.address();
  }

  @Override
  public boolean hasFailed() {
    return server.hasFailed();
  }

  /** Ends every connection, and tries no more. */
  @Override
  public void close() {
    server.close();
  }

  /** As the line about a start has it. */
  @Override
  public String toString() {
    return address()
        .map(address -> HostPort.of(address).toString())
        .orElse(listen + "(port in use)");
  }
}
