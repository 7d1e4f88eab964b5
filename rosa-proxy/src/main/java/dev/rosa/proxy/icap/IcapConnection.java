package dev.rosa.proxy.icap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;

/**
 * Connection to a service, for one request. It reads while it writes, as services answer before
 * they have read all. Everything ends at one time. Owned by one thread.
 */
final class IcapConnection implements AutoCloseable {
  private static final int READ_BYTES = 16_384;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final ByteBuffer[] NOTHING = {};

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final LongSupplier nanos;
  private final long endNanos;
  private final ByteBuffer in = ByteBuffer.allocate(READ_BYTES);
  private ByteBuffer[] out = NOTHING;
  private boolean hasEnded;

  private IcapConnection(SocketChannel channel, Selector selector, LongSupplier nanos, long end)
      throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.nanos = nanos;
    endNanos = end;
    key = channel.register(selector, SelectionKey.OP_CONNECT);
    in.limit(0);
  }

  /**
   * Connects.
   *
   * @param nanos a clock as {@link System#nanoTime}
   * @param endNanos time of it at which all must be done
   * @throws IOException in one line if that cannot be
   */
  static IcapConnection open(InetSocketAddress address, LongSupplier nanos, long endNanos)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    Selector selector = Selector.open();
    try {
      channel.configureBlocking(false);
      IcapConnection connection = new IcapConnection(channel, selector, nanos, endNanos);
      connection.connect(address);
      return connection;
    } catch (IOException e) {
      selector.close();
      channel.close();
      throw e;
    }
  }

  private void connect(InetSocketAddress address) throws IOException {
    try {
      if (channel.connect(address)) {
        return;
      }
      do {
        await(SelectionKey.OP_CONNECT);
      } while (!channel.finishConnect());
    } catch (IcapException e) {
      throw e;
    } catch (IOException e) {
      throw new IcapException("it cannot be reached");
    }
  }

  /** Waits; in time. */
  private void await(int operations) throws IOException {
    long millis = (endNanos - nanos.getAsLong()) / NANOS_PER_MILLI;
    if (millis <= 0) {
      throw new IcapException("it does not answer in time");
    }
    key.interestOps(operations);
    int unused = selector.select(millis);
    selector.selectedKeys().clear();
  }

  /** Sends a request, and reads until it is answered, or more of it is wanted. */
  void exchange(ByteBuffer[] request, IcapReader reader) throws IOException {
    out = request;
    while (!reader.read(in)) {
      if (hasEnded) {
        throw new IcapException("it ends before its answer does");
      }
      write();
      fill(isSent() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  /** True if all of the request was sent. */
  boolean isSent() {
    return out.length == 0 || !out[out.length - 1].hasRemaining();
  }

  private void write() {
    try {
      long unused = isSent() ? 0 : channel.write(out);
    } catch (IOException e) {
      // It has ended: what it has said before can still be read.
      out = NOTHING;
    }
  }

  private void fill(int operations) throws IOException {
    in.clear();
    int count = read();
    if (count == 0) {
      in.limit(0);
      await(operations);
      return;
    }
    in.flip();
    hasEnded = count < 0;
  }

  private int read() {
    try {
      return channel.read(in);
    } catch (IOException e) {
      return -1;
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
