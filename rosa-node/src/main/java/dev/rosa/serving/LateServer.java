package dev.rosa.serving;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;

/**
 * Server that serves from the start or as soon as its port is free. Any local user can bind a port
 * above 1023 first: that is not to keep a role from its work. Thread-safe.
 */
public final class LateServer implements AutoCloseable, WatchedPart {

  private static final Duration RETRY_EVERY = Duration.ofSeconds(1);

  private final Words words;
  private final Start start;
  private final Logger log;

  /** Null: another socket has the port. */
  private PortServer server;

  /** Null: there was no need. */
  private RegularTask retries;

  private boolean closed;

  private LateServer(Words words, Start start, Logger log) {
    this.words = words;
    this.start = start;
    this.log = log;
  }

  /** Starts a server. */
  @FunctionalInterface
  public interface Start {
    /**
     * Starts it.
     *
     * @throws PortInUseException if another socket has the port
     */
    PortServer start() throws IOException;
  }

  /**
   * Words of the log's lines.
   *
   * @param thread name of the thread that tries again
   * @param served what is served, e.g. {@code the status}
   * @param missing what there is not until then, e.g. {@code status pages}
   * @param listen where
   * @param setting what names another port, e.g. {@code give this node another <status>}
   */
  public record Words(
      String thread, String served, String missing, HostPort listen, String setting) {}

  /**
   * Begins to serve, if need be later; then the log says so.
   *
   * @param log has a warning if the port is in use, and a line when it is no more
   * @throws IOException in one line if the address cannot be had for another reason
   */
  public static LateServer start(Words words, Start start, Logger log) throws IOException {
    LateServer late = new LateServer(words, start, log);
    late.begin();
    return late;
  }

  private synchronized void begin() throws IOException {
    try {
      server = start.start();
    } catch (PortInUseException e) {
      log.warn(
          "{}; running without {} and trying again each second: end the program that has the port"
              + " (see ss -ltnp), or {}",
          e.getMessage(),
          words.missing,
          words.setting);
      retries =
          RegularTask.start(
              words.thread, RETRY_EVERY, log, "still no " + words.missing, this::retry);
    }
  }

  private synchronized void retry() {
    if (closed || server != null) {
      return;
    }
    try {
      server = start.start();
    } catch (PortInUseException e) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    retries.close();
    log.info("the port is free: serving {} on {}", words.served, words.listen);
  }

  /** The address that it serves on, with the port it got; empty: another socket has the port. */
  public synchronized Optional<InetSocketAddress> address() {
    return Optional.ofNullable(server).map(PortServer::address);
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
}
