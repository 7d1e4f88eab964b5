package dev.rosa.firewall.plane;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Reporter that finds a new malicious source again and again, and hears of bans. */
final class Flood implements AutoCloseable {

  private static final int TURNS_A_SECOND = 100;
  private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(1) / TURNS_A_SECOND;

  private final SocketChannel channel;
  private final String pattern;
  private final int perTurn;
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final Thread listener = new Thread(this::listen, "flood-listener");
  private int reported;

  /** One that finds 10,000 in a second. */
  Flood(Path socket) throws IOException {
    this(socket, "20.%d.%d.%d", 100);
  }

  /**
   * Another one.
   *
   * @param pattern of the last bytes of its sources
   * @param perTurn sources in ten milliseconds
   */
  Flood(Path socket, String pattern, int perTurn) throws IOException {
    this.pattern = pattern;
    this.perTurn = perTurn;
    this.channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (BufferedReader lines =
        new BufferedReader(Channels.newReader(channel, StandardCharsets.US_ASCII))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ");
        if (words[0].equals("ban") && isOwn(words[1])) {
          told.add(words[1]);
        }
      }
    } catch (IOException e) {
      // It was closed.
      return;
    }
  }

  private boolean isOwn(String source) {
    return source.startsWith(pattern.substring(0, pattern.indexOf('%')));
  }

  /** Reports for some seconds, and no faster than that. */
  void run(int seconds) throws IOException, InterruptedException {
    long began = System.nanoTime();
    for (int turn = 0; turn < seconds * TURNS_A_SECOND; turn++) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < perTurn; i++) {
        lines.append("evidence handshake SCAN ").append(source(reported++)).append(" eth0 80\n");
      }
      ByteBuffer bytes = StandardCharsets.US_ASCII.encode(lines.toString());
      while (bytes.hasRemaining()) {
        int unused = channel.write(bytes);
      }
      long left = began + (turn + 1) * TURN_NANOS - System.nanoTime();
      TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
    }
  }

  private String source(int number) {
    int places = pattern.split("%d", -1).length - 1;
    Integer[] bytes = new Integer[places];
    for (int i = 0; i < places; i++) {
      bytes[i] = (number >> (8 * (places - 1 - i))) & 255;
    }
    return pattern.formatted((Object[]) bytes);
  }

  /** Number of sources that it has reported. */
  int reported() {
    return reported;
  }

  /** Those sources. */
  Set<String> sources() {
    Set<String> sources = new HashSet<>();
    for (int i = 0; i < reported; i++) {
      sources.add(source(i));
    }
    return sources;
  }

  /** Number of its sources that it was told of. */
  int told() {
    return told.size();
  }

  /** Those sources. */
  Set<String> toldSources() {
    return told;
  }

  /** Waits until it has heard all that a plane said that has been killed. */
  void awaitEnd() throws InterruptedException {
    listener.join();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
