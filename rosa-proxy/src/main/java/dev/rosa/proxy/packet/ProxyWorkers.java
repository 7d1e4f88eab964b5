package dev.rosa.proxy.packet;

import dev.rosa.packetio.RingPacketIo;
import dev.rosa.proxy.divert.ProxyDiversion;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.stream.RefusalReason;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All workers of a proxy, each with its thread and its packet ring. They share nothing that changes
 * but the rules, the logins and the log. Thread-safe.
 */
public final class ProxyWorkers implements LoggedIn.Listener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyWorkers.class);
  private static final long END_MILLIS = 5_000;

  private final List<RingPacketIo> rings = new ArrayList<>();
  private final List<ProxyWorker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final Runnable failed;

  private ProxyWorkers(Runnable failed) {
    this.failed = failed;
  }

  /**
   * Attaches the rings; no thread runs yet.
   *
   * @param failed runs when a worker has ended by a mistake: traffic must not pass unjudged
   */
  public static ProxyWorkers attach(
      ProxyDiversion diversion, ProxyWorker.Setup setup, Runnable failed) throws IOException {
    ProxyWorkers all = new ProxyWorkers(failed);
    try {
      for (int i = 0; i < diversion.sockets().workers(); i++) {
        RingPacketIo ring = RingPacketIo.attach(diversion.sockets(), i, diversion.ringOptions());
        all.rings.add(ring);
        all.workers.add(new ProxyWorker(ring, setup, System::nanoTime));
      }
      return all;
    } catch (IOException | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  /** Lets all of them work. */
  public void start() {
    for (int i = 0; i < workers.size(); i++) {
      ProxyWorker worker = workers.get(i);
      Thread thread = new Thread(() -> work(worker), "proxy-worker-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void work(ProxyWorker worker) {
    try {
      worker.run();
    } catch (IOException | RuntimeException | Error e) {
      // Without memory as well: a proxy without a worker would only drop, and not be started again.
      LOG.error("a worker has failed, the proxy ends", e);
      failed.run();
    }
  }

  @Override
  public void loggedIn(InetAddress client, int user, long seconds) {
    // Each packet of a client asks who it is.
  }

  @Override
  public void loggedOut(InetAddress client, int user) {
    // Each has connections of it.
    workers.forEach(worker -> worker.forget(client));
  }

  /** How often something was refused for a reason. */
  public long refused(RefusalReason reason) {
    return sum(worker -> worker.counts().refusals().of(reason));
  }

  /** Sum of a count of all workers. */
  public long sum(ToLongFunction<ProxyWorker> count) {
    return workers.stream().mapToLong(count).sum();
  }

  /** How many there are. */
  public int size() {
    return workers.size();
  }

  /** Packets that found no room in a ring. */
  public long droppedByRings() {
    return rings.stream().mapToLong(RingPacketIo::droppedByRing).sum();
  }

  /** Ends the threads, and closes the rings with a last beat. */
  @Override
  public void close() throws IOException {
    for (RingPacketIo ring : rings) {
      ring.close();
    }
    for (Thread thread : threads) {
      try {
        thread.join(END_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
