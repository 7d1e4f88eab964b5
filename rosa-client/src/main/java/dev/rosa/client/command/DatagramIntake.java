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
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounded queue of an application's datagrams, filled by a thread of its own while the sender
 * waits. Beyond the bound datagrams are dropped and counted.
 */
final class DatagramIntake implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatagramIntake.class);
  private static final int MAX_WAITING = 16_384;
  private static final int MAX_DATAGRAM = 65_535;

  private final DatagramChannel channel;
  private final BlockingQueue<ByteBuffer> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong overflowed = new AtomicLong();
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

  private void read() {
    ByteBuffer memory = ByteBuffer.allocateDirect(MAX_DATAGRAM);
    try {
      while (true) {
        memory.clear();
        channel.receive(memory);
        memory.flip();
        ByteBuffer copy = ByteBuffer.allocate(memory.remaining()).put(memory).flip();
        if (!waiting.offer(copy)) {
          overflowed.incrementAndGet();
        }
      }
    } catch (ClosedChannelException e) {
      LOG.debug("no more datagrams are taken");
    } catch (IOException e) {
      LOG.error("no more datagrams are taken: {}", e.getMessage());
    }
  }

  /** The next datagram, or null if none comes within the time. */
  ByteBuffer next(long waitMillis) throws InterruptedException {
    return waiting.poll(waitMillis, TimeUnit.MILLISECONDS);
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
