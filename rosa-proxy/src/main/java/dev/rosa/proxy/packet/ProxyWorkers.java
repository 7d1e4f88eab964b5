package dev.rosa.proxy.packet;

import dev.rosa.packetio.RingPacketIo;
import dev.rosa.proxy.cache.KernelCache;
import dev.rosa.proxy.divert.ProxyDiversion;
import dev.rosa.proxy.ftp.DataConnection;
import dev.rosa.proxy.ftp.relay.Holes;
import dev.rosa.proxy.journal.OpenConnection;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.serving.PacketThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All workers of a proxy, each with its thread and its packet ring. They share nothing that changes
 * but the rules, the logins and the log. Thread-safe.
 */
public final class ProxyWorkers implements LoggedIn.Listener, Holes, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyWorkers.class);
  private static final long END_MILLIS = 5_000;
  private static final long ANSWER_MILLIS = 5_000;

  private final List<RingPacketIo> rings = new ArrayList<>();
  private final List<ProxyWorker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong opened = new AtomicLong();
  private final Optional<KernelCache> cache;
  private final Runnable failed;

  private ProxyWorkers(Optional<KernelCache> cache, Runnable failed) {
    this.cache = cache;
    this.failed = failed;
  }

  /**
   * Attaches the rings; no thread runs yet.
   *
   * @param failed runs when a worker has ended by a mistake: traffic must not pass unjudged
   */
  public static ProxyWorkers attach(
      ProxyDiversion diversion, ProxyWorker.Setup setup, Runnable failed) throws IOException {
    ProxyWorkers all = new ProxyWorkers(setup.cache(), failed);
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
      Thread thread = new Thread(() -> work(worker), PacketThreads.name(i));
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
    // Each packet of a client asks who it is, but for those that pass in the kernel.
    cache.ifPresent(kernel -> kernel.forget(client));
  }

  @Override
  public void loggedOut(InetAddress client, int user) {
    cache.ifPresent(kernel -> kernel.takeBack(client, workers.size()));
    // Each has connections of it.
    workers.forEach(worker -> worker.forget(client));
  }

  @Override
  public void open(DataConnection data) throws IOException {
    // Any worker can tell the kernel.
    await(workers.get(0).open(data));
    opened.incrementAndGet();
  }

  private static void await(CountDownLatch isDone) throws IOException {
    try {
      if (!isDone.await(ANSWER_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new IOException("a worker is too busy to answer");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  /**
   * Connections that go on, in the order of their numbers.
   *
   * @param client whose they are; null: anybody's
   * @param most that many; which ones is left open if there are more
   * @throws IOException in one line if a worker does not answer
   */
  public List<OpenConnection> connections(InetAddress client, int most) throws IOException {
    List<OpenConnection> all = new ArrayList<>();
    for (ProxyWorker worker : workers) {
      List<OpenConnection> some = Collections.synchronizedList(new ArrayList<>());
      await(worker.connections(client, most - all.size(), some::addAll));
      all.addAll(some);
    }
    all.sort(Comparator.comparingLong(open -> open.soFar().connection()));
    return all;
  }

  @Override
  public void close(DataConnection data) {
    workers.get(0).close(data);
  }

  /** A number that no other connection of this proxy has. */
  public static long nextNumber() {
    return Flows.nextNumber();
  }

  /** Holes that were opened. */
  public long holes() {
    return opened.get();
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
