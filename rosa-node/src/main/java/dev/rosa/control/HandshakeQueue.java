package dev.rosa.control;

import dev.rosa.serving.SourceNetwork;
import io.netty.channel.Channel;
import io.netty.util.concurrent.FastThreadLocal;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Queue of TLS handshake work that waits for a thread of a control server. The sites that it comes
 * from take turns, so that one site cannot keep the others waiting; the work of connections that
 * are closed is not done. Thread-safe.
 */
final class HandshakeQueue {

  private final FastThreadLocal<Channel> read = new FastThreadLocal<>();
  private final Executor threads;
  private final int most;

  /** By site, the one whose turn is next first. */
  private final Map<SourceNetwork, ArrayDeque<Waiting>> bySite = new LinkedHashMap<>();

  private int waiting;

  /** One task of TLS; no connection is known if it did not come while one was read. */
  private record Waiting(Channel connection, Runnable work) {

    boolean isInVain() {
      return connection != null && !connection.isOpen();
    }
  }

  /**
   * An empty queue.
   *
   * @param threads to do the work
   * @param most tasks that wait; with one more, the site that has most loses its newest
   */
  HandshakeQueue(Executor threads, int most) {
    this.threads = threads;
    this.most = most;
  }

  /** Runs what reads from a connection; work that this adds is the connection's. */
  void whileReading(Channel connection, Runnable reader) {
    read.set(connection);
    try {
      reader.run();
    } finally {
      read.remove();
    }
  }

  /** Adds the work of the connection that this thread reads, and closes the one that gives way. */
  void add(Runnable work) {
    Channel connection = read.get();
    Waiting gone = add(new Waiting(connection, work));
    if (gone != null && gone.connection != null) {
      ConnectionGate.close(gone.connection);
    }
    try {
      threads.execute(this::runNext);
    } catch (RejectedExecutionException e) {
      // The server stops, and ends every connection.
    }
  }

  /** Work that came without a connection has the site of peers without an IP address. */
  private static SourceNetwork site(Channel connection) {
    SocketAddress peer = connection == null ? null : connection.remoteAddress();
    return SourceNetwork.of(peer).site();
  }

  private synchronized Waiting add(Waiting task) {
    bySite.computeIfAbsent(site(task.connection), unused -> new ArrayDeque<>()).add(task);
    waiting++;
    return waiting > most ? newestOfLargest() : null;
  }

  private Waiting newestOfLargest() {
    ArrayDeque<Waiting> largest =
        bySite.values().stream().max(Comparator.comparingInt(ArrayDeque::size)).orElseThrow();
    waiting--;
    return largest.removeLast();
  }

  private void runNext() {
    Waiting next = next();
    if (next != null) {
      next.work.run();
    }
  }

  private synchronized Waiting next() {
    while (!bySite.isEmpty()) {
      SourceNetwork site = bySite.keySet().iterator().next();
      ArrayDeque<Waiting> tasks = bySite.remove(site);
      Waiting task = tasks.poll();
      if (!tasks.isEmpty()) {
        bySite.put(site, tasks);
      }
      if (task != null) {
        waiting--;
        if (!task.isInVain()) {
          return task;
        }
      }
    }
    return null;
  }

  /** True if work waits. */
  synchronized boolean isBusy() {
    return waiting > 0;
  }
}
