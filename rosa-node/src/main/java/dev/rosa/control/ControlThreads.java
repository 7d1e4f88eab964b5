package dev.rosa.control;

import dev.rosa.serving.WatchedPart;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The threads that one control server owns.
 *
 * @param accepting accepts connections
 * @param io reads and writes them
 * @param calls runs the methods of services
 * @param tls runs {@code handshakes}
 * @param handshakes the work of handshakes that waits
 */
record ControlThreads(
    EventLoopGroup accepting,
    EventLoopGroup io,
    ExecutorService calls,
    ExecutorService tls,
    HandshakeQueue handshakes) {

  private static final int IO_THREADS = 2;
  private static final int CALL_THREADS = 8;

  /** No more than there are processors: they share them with the threads that read and write. */
  private static final int TLS_THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

  private static final int GRACE_SECONDS = 2;

  static ControlThreads start(int mostHandshakes) {
    ExecutorService tls = fixed("control-tls", TLS_THREADS);
    return new ControlThreads(
        group("control-accept", 1),
        group("control-io", IO_THREADS),
        fixed("control", CALL_THREADS),
        tls,
        new HandshakeQueue(tls, mostHandshakes));
  }

  /** Runs what gRPC hands over. Calls do not wait behind the work of handshakes. */
  void run(Runnable work) {
    if (work.getClass().getEnclosingClass() == SslHandler.class) {
      handshakes.add(work);
    } else {
      calls.execute(work);
    }
  }

  private static ExecutorService fixed(String name, int threads) {
    return Executors.newFixedThreadPool(threads, new DefaultThreadFactory(name, true));
  }

  private static EventLoopGroup group(String name, int threads) {
    return new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  /** True if a thread that accepts, reads or writes has ended. */
  boolean anyEnded() {
    return WatchedPart.anyEnded(accepting) || WatchedPart.anyEnded(io);
  }

  private static void stop(EventLoopGroup group) {
    group
        .shutdownGracefully(0, GRACE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(GRACE_SECONDS, TimeUnit.SECONDS);
  }

  /** First, because what calls still say needs the other threads. */
  private void finishCalls() {
    calls.shutdown();
    try {
      if (!calls.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        calls.shutdownNow();
      }
    } catch (InterruptedException e) {
      calls.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    finishCalls();
    tls.shutdownNow();
    stop(accepting);
    stop(io);
  }
}
