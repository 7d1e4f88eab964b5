package dev.rosa.client.demo.firewall.traffic;

import dev.rosa.kernel.process.NetworkNamespaces;
import java.io.IOException;

/** A thread in the network namespace of a host. It works until it is closed. */
public final class HostThread implements AutoCloseable {

  private final Thread thread;
  private final Work work;
  private volatile boolean closed;
  private volatile IOException failure;

  private HostThread(String host, Work work) {
    this.work = work;
    this.thread = new Thread(() -> run(host), "host " + host);
    thread.setDaemon(true);
  }

  /** Work of a host, repeated until its end. */
  @FunctionalInterface
  public interface Work {
    /** One round: a request, or some frames; then a pause. */
    void round() throws IOException, InterruptedException;
  }

  /** Starts a host's work in the network namespace of that name. */
  public static HostThread start(String host, Work work) {
    HostThread started = new HostThread(host, work);
    started.thread.start();
    return started;
  }

  private void run(String host) {
    try {
      NetworkNamespaces.enter(host);
      while (!closed) {
        work.round();
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      // Closed in a pause.
      return;
    }
  }

  /**
   * Ends the work after the present round.
   *
   * @throws IOException if it had failed before
   */
  @Override
  public void close() throws IOException {
    closed = true;
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }
}
