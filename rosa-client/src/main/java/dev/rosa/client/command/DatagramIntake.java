package dev.rosa.client.command;

import dev.rosa.client.link.UdpSockets;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queue of an application's datagrams, filled by a thread of its own while the sender waits. It is
 * bounded in datagrams and in bytes; beyond that, datagrams are dropped and counted.
 */
final class DatagramIntake implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatagramIntake.class);
  private static final int MAX_WAITING = 16_384;
  static final int MAX_WAITING_BYTES = 32 << 20;
  private static final int MAX_DATAGRAM = 65_535;

  private final DatagramChannel channel;
  private final BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicInteger waitingBytes = new AtomicInteger();
  private final AtomicLong overflowed = new AtomicLong();

  /** Reason why no more datagrams are taken; null: they are, or the intake was closed. */
  private volatile String failure;

  private final Thread reader = new Thread(this::read, "datagram-intake");

  private DatagramIntake(DatagramChannel channel) {
    this.channel = channel;
  }

  /**
   * Listens, and starts to read on a thread of its own.
   *
   * @throws IOException in one line if the address cannot be had
   */
  static DatagramIntake start(HostPort listen) throws IOException {
    DatagramChannel channel = UdpSockets.listen(listen);
    DatagramIntake intake = new DatagramIntake(channel);
    intake.reader.setDaemon(true);
    intake.reader.start();
    return intake;
  }

  // An error of the JVM ends this thread: the sender has to know.
  @SuppressWarnings("CatchThrowable")
  private void read() {
    try {
      ByteBuffer memory = ByteBuffer.allocateDirect(MAX_DATAGRAM);
      while (true) {
        memory.clear();
        channel.receive(memory);
        keep(memory.flip());
      }
    } catch (ClosedChannelException e) {
      LOG.debug("no more datagrams are taken");
    } catch (IOException e) {
      failure = e.getMessage();
    } catch (Throwable e) {
      failure = e.getClass().getName();
    }
  }

  private void keep(ByteBuffer datagram) {
    int bytes = datagram.remaining();
    if (waitingBytes.get() + bytes > MAX_WAITING_BYTES || waiting.remainingCapacity() == 0) {
      overflowed.incrementAndGet();
      return;
    }
    waitingBytes.addAndGet(bytes);
    waiting.add(ByteBuffer.allocate(bytes).put(datagram).flip());
  }

  /**
   * The next datagram, or null if none comes within the time.
   *
   * @throws IOException if none will come any more, though the intake was not closed
   */
  ByteBuffer next(long waitMillis) throws IOException, InterruptedException {
    ByteBuffer next = waiting.poll(waitMillis, TimeUnit.MILLISECONDS);
    if (next != null) {
      waitingBytes.addAndGet(-next.remaining());
    } else if (failure != null) {
      throw new IOException("no more datagrams are taken: " + failure);
    }
    return next;
  }

  /** Datagrams that were dropped because too many waited. */
  long overflowed() {
    return overflowed.get();
  }

  /** Datagrams that wait; no more come once it is closed. */
  int waiting() {
    return waiting.size();
  }

  HostPort address() throws IOException {
    return UdpSockets.address(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
