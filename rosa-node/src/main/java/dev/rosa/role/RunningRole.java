package dev.rosa.role;

import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.control.ControlChannel;
import dev.rosa.identity.CertificateWatch;
import dev.rosa.identity.Identity;
import dev.rosa.serving.NodeVitals;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusServer;
import dev.rosa.serving.StatusService;
import dev.rosa.serving.WatchedPart;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A role that serves: its parts, its status pages, the watches over certificate and node. {@link
 * #close} ends all of them, the newest first. Started and closed by one thread each.
 */
public abstract class RunningRole implements AutoCloseable {

  private final Logger log = LoggerFactory.getLogger(getClass());
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final NodeVitals vitals;
  private final PartWatch parts = new PartWatch(NodeWatch::endNode);

  /** A role that has opened nothing but its watches. */
  protected RunningRole(Identity self, InstantSource clock) {
    vitals = NodeVitals.of(getClass(), self.certificate(), clock);
    open.push(CertificateWatch.start(self.certificate(), clock));
    parts.add(ControlChannel.threads());
    watchNode();
  }

  /** The same without a certificate: a role that no node of the domain talks to. */
  protected RunningRole(InstantSource clock) {
    vitals = NodeVitals.of(getClass(), clock);
    watchNode();
  }

  private void watchNode() {
    open.push(NodeWatch.start(List.of(HeapWatch.ofJvm()::look, parts::look)));
  }

  /**
   * Opens the parts and logs the ready line.
   *
   * @throws ConfigException if something that the configuration names cannot be used
   * @throws IOException in one line, for instance because a port is in use
   */
  protected abstract void begin() throws ConfigException, IOException;

  /** Lets a role begin; closes what it has opened if that fails. */
  protected static <R extends RunningRole> R started(R role) throws ConfigException, IOException {
    try {
      role.begin();
      return role;
    } catch (ConfigException | IOException | RuntimeException e) {
      role.close();
      throw e;
    }
  }

  /** A part that ends with this role, before all that were opened earlier. */
  protected final <T extends AutoCloseable> T opened(T part) {
    open.push(part);
    if (part instanceof WatchedPart watched) {
      parts.add(watched);
    }
    return part;
  }

  /** Facts for the status pages. */
  protected final NodeVitals vitals() {
    return vitals;
  }

  /**
   * Serves the status pages until this role is closed: from now on, or as soon as the port is free.
   *
   * @param listen null: nowhere
   * @param names as {@link StatusServer#names} takes them
   * @throws IOException in one line if the address cannot be had though its port is free
   */
  protected final Optional<StatusService> serveStatus(
      HostPort listen, String names, Map<String, StatusPage> pages) throws IOException {
    return listen == null
        ? Optional.empty()
        : Optional.of(opened(StatusService.start(listen, StatusServer.names(names), pages, log)));
  }

  /** Logs that a part failed to end. */
  protected void report(Exception failure) {
    log.warn("did not close cleanly: {}", ConfigException.oneLine(failure));
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        report(e);
      }
    }
  }
}
