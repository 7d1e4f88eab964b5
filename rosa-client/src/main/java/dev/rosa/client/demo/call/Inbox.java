package dev.rosa.client.demo.call;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Waits;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/**
 * UDP socket in place of the demo's application: it takes the Destination's payloads, one at a
 * call.
 */
public final class Inbox implements AutoCloseable {

  private static final int LARGEST_DATAGRAM = 2_048;
  private static final int BUFFER_BYTES = 1 << 20;

  /** As long as a wait may look away from the nodes. */
  private static final Duration SLICE = Duration.ofSeconds(1);

  private final DatagramSocket socket;
  private final byte[] memory = new byte[LARGEST_DATAGRAM];

  public Inbox(InetSocketAddress address) throws IOException {
    socket = new DatagramSocket(address);
    socket.setReceiveBufferSize(BUFFER_BYTES);
  }

  /** The next datagram, or null if none comes within {@link Waits#LONGEST}. */
  public byte[] next(String awaited, Waits waits) throws DemoException, InterruptedException {
    AtomicReference<byte[]> datagram = new AtomicReference<>();
    waits.comes(
        awaited,
        () -> {
          datagram.set(next(SLICE));
          return datagram.get() != null;
        });
    return datagram.get();
  }

  /** The next datagram, or null if none comes in time. */
  public byte[] next(Duration atMost) throws IOException {
    DatagramPacket datagram = new DatagramPacket(memory, memory.length);
    socket.setSoTimeout((int) Math.max(1, atMost.toMillis()));
    try {
      socket.receive(datagram);
    } catch (SocketTimeoutException e) {
      return null;
    }
    return Arrays.copyOf(memory, datagram.getLength());
  }

  @Override
  public void close() {
    socket.close();
  }
}
