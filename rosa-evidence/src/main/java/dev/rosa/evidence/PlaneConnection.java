package dev.rosa.evidence;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Connection to a plane: evidence goes out in lines, notices come in. One thread's.
 *
 * <p>Nothing is sent before the plane has greeted.
 */
final class PlaneConnection implements AutoCloseable {

  private static final int OUT_BYTES = 16 << 10;
  private static final int IN_BYTES = 16 << 10;
  private static final Pattern REFUSED =
      Pattern.compile("refused (\\d{1,18}) (\\S{1,40}) ([ -~]{0,200})");

  private final SocketChannel channel;
  private final SelectionKey key;
  private final Runnable onGreeting;
  private final Consumer<BanNotice> notices;
  private final Map<String, Long> refused = new LinkedHashMap<>();
  private final ByteBuffer out = ByteBuffer.allocate(OUT_BYTES);
  private final ByteBuffer in = ByteBuffer.allocate(IN_BYTES);
  private boolean greeted;
  private boolean outEnded;
  private boolean ended;
  private int linesInOut;

  private PlaneConnection(
      SocketChannel channel, SelectionKey key, Runnable onGreeting, Consumer<BanNotice> notices) {
    this.channel = channel;
    this.key = key;
    this.onGreeting = onGreeting;
    this.notices = notices;
  }

  /** Connects; ends with an interrupt of the thread. */
  static PlaneConnection open(
      UnixDomainSocketAddress plane,
      Selector selector,
      Runnable onGreeting,
      Consumer<BanNotice> notices)
      throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(plane);
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      return new PlaneConnection(channel, key, onGreeting, notices);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Takes what has come.
   *
   * @throws IOException if the connection has ended, or the peer speaks something else
   */
  void read() throws IOException {
    if (channel.read(in) < 0) {
      ended = outEnded;
      throw new IOException("the plane has closed the connection");
    }
    in.flip();
    int begin = 0;
    for (int i = 0; i < in.limit(); i++) {
      if (in.get(i) == '\n') {
        takeLine(new String(in.array(), begin, i - begin, StandardCharsets.US_ASCII));
        begin = i + 1;
      }
    }
    in.position(begin);
    in.compact();
    if (in.position() >= EvidenceLine.MOST_BYTES) {
      throw new IOException("the plane's line is too long");
    }
  }

  private void takeLine(String line) throws IOException {
    if (!greeted) {
      if (!line.equals(EvidenceLine.GREETING)) {
        throw new IOException("the peer is no plane of this version");
      }
      greeted = true;
      onGreeting.run();
      return;
    }
    Matcher refusal = REFUSED.matcher(line);
    if (outEnded && refusal.matches()) {
      String reason = refusal.group(2) + ": " + refusal.group(3);
      refused.merge(reason, Long.valueOf(refusal.group(1)), Long::sum);
      return;
    }
    try {
      BanNotice.read(line).ifPresent(notices);
    } catch (IllegalArgumentException e) {
      throw new IOException(e);
    }
  }

  /** True once the plane has greeted. */
  boolean isGreeted() {
    return greeted;
  }

  /** True if another line fits. */
  boolean hasRoom() {
    return out.remaining() >= EvidenceLine.MOST_BYTES;
  }

  /** Adds a line to what is to be sent. */
  void add(Evidence evidence) {
    out.put(EvidenceLine.write(evidence).getBytes(StandardCharsets.US_ASCII)).put((byte) '\n');
    linesInOut++;
  }

  /**
   * Sends what the plane takes now.
   *
   * @return lines that have been handed over
   */
  int flush() throws IOException {
    out.flip();
    try {
      channel.write(out);
    } finally {
      out.compact();
    }
    boolean done = out.position() == 0;
    key.interestOps(done ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    if (!done) {
      return 0;
    }
    int sent = linesInOut;
    linesInOut = 0;
    return sent;
  }

  /** Tells the plane that nothing more will be sent; it ends the connection then. */
  void endOutput() throws IOException {
    if (!outEnded) {
      outEnded = true;
      channel.shutdownOutput();
    }
  }

  /** True after {@link #endOutput}. */
  boolean isOutputEnded() {
    return outEnded;
  }

  /** True if the plane has ended the connection after {@link #endOutput}. */
  boolean isEnded() {
    return ended;
  }

  /** Evidence that the plane has refused, by its words for the reason. */
  Map<String, Long> refused() {
    return refused;
  }

  /** Lines that the plane may not have. */
  int unsent() {
    return linesInOut;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
