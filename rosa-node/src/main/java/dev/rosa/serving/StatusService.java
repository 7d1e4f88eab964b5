package dev.rosa.serving;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;

/**
 * Status pages of a role, served from the start or as soon as their port is free. Any local user
 * can bind a port above 1023 first: that is not to keep a role from its work. Thread-safe.
 */
public final class StatusService implements AutoCloseable, WatchedPart {

  private static final Duration RETRY_EVERY = Duration.ofSeconds(1);

  private final HostPort listen;
  private final Set<String> names;
  private final Map<String, StatusPage> pages;
  private final Logger log;

  /** Null: another socket has the port. */
  private StatusServer server;

  /** Null: there was no need. */
  private RegularTask retries;

  private boolean closed;

  private StatusService(
      HostPort listen, Set<String> names, Map<String, StatusPage> pages, Logger log) {
    this.listen = listen;
    this.names = names;
    this.pages = pages;
    this.log = log;
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
    StatusService service = new StatusService(listen, names, pages, log);
    service.begin();
    return service;
  }

  private synchronized void begin() throws IOException {
    try {
      server = StatusServer.start(listen, names, pages);
    } catch (PortInUseException e) {
      log.warn(
          "{}; running without status pages and trying again each second: end the program that has"
              + " the port (see ss -ltnp), or give this node another <status>",
          e.getMessage());
      retries =
          RegularTask.start("status-port", RETRY_EVERY, log, "still no status pages", this::retry);
    }
  }

  private synchronized void retry() {
    if (closed || server != null) {
      return;
    }
    try {
      server = StatusServer.start(listen, names, pages);
    } catch (PortInUseException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    retries.close();
    log.info("the port is free: serving the status on {}", listen);
  }

  /** The address that it serves on, with the port it got; empty: another socket has the port. */
  public synchronized Optional<InetSocketAddress> address() {
    return Optional.ofNullable(server).map(StatusServer::address);
  }

  @Override
  public synchronized boolean hasFailed() {
    return server != null && server.hasFailed();
  }

  /** Ends every connection, and tries no more. */
  @Override
  public synchronized void close() {
    closed = true;
    if (retries != null) {
      retries.close();
    }
    if (server != null) {
      server.close();
    }
  }

  /** As the line about a start has it. */
  @Override
  public String toString() {
    return address()
        .map(address -> HostPort.of(address).toString())
        .orElse(listen + "(port in use)");
  }
}
