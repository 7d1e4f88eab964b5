package dev.rosa.packetio;

import dev.rosa.kernel.socket.PacketSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Linux packet sockets (AF_PACKET) of a router's workers, one to receive and one to send for each.
 * Only opening them needs a privilege (CAP_NET_RAW). They survive execve(2), so the process that
 * opens them can drop it. Thread-safe.
 */
public final class PacketSockets implements AutoCloseable {

  private static final Pattern PAIR = Pattern.compile("(\\d{1,9}):(\\d{1,9})");

  /** A worker's two sockets. */
  static final class Pair implements AutoCloseable {

    private final PacketSocket receive;
    private final PacketSocket send;
    private boolean closed;

    Pair(PacketSocket receive, PacketSocket send) {
      this.receive = receive;
      this.send = send;
    }

    PacketSocket receive() {
      return receive;
    }

    PacketSocket send() {
      return send;
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        receive.close();
        send.close();
      }
    }
  }

  private final List<Pair> pairs;

  private PacketSockets(List<Pair> pairs) {
    this.pairs = List.copyOf(pairs);
  }

  /**
   * Opens the sockets of so many workers. They receive nothing before they are attached.
   *
   * @throws IOException in one line, if e.g. the process lacks CAP_NET_RAW
   */
  public static PacketSockets open(int workers) throws IOException {
    List<Pair> pairs = new ArrayList<>();
    try {
      for (int i = 0; i < workers; i++) {
        pairs.add(openPair());
      }
      return new PacketSockets(pairs);
    } catch (IOException e) {
      pairs.forEach(Pair::close);
      throw e;
    }
  }

  private static Pair openPair() throws IOException {
    PacketSocket receive = PacketSocket.open();
    try {
      return new Pair(receive, PacketSocket.open());
    } catch (IOException e) {
      receive.close();
      throw e;
    }
  }

  /**
   * Gives everything that is sent from now on a mark, by which this machine's kernel tells it from
   * what others send. Needs a privilege; the mark outlives it.
   *
   * @throws IOException in one line, if e.g. the process lacks CAP_NET_ADMIN
   */
  public void markSent(int mark) throws IOException {
    for (Pair pair : pairs) {
      pair.send().mark(mark);
    }
  }

  /**
   * Takes over the sockets of a process that became this one.
   *
   * @param text what its {@link #text} was
   * @throws IllegalArgumentException if it is none
   */
  public static PacketSockets inherited(String text) {
    List<Pair> pairs = new ArrayList<>();
    for (String pair : text.split(",", -1)) {
      Matcher numbers = PAIR.matcher(pair);
      if (!numbers.matches()) {
        throw new IllegalArgumentException(
            "'%s' names no packet sockets, expected RECEIVE:SEND,RECEIVE:SEND…".formatted(text));
      }
      pairs.add(new Pair(inherited(numbers, 1), inherited(numbers, 2)));
    }
    return new PacketSockets(pairs);
  }

  private static PacketSocket inherited(Matcher numbers, int group) {
    return PacketSocket.ofDescriptor(Integer.parseInt(numbers.group(group)));
  }

  /** The file descriptors, {@code RECEIVE:SEND} for each worker, separated by commas. */
  public String text() {
    return pairs.stream()
        .map(pair -> pair.receive().descriptor() + ":" + pair.send().descriptor())
        .collect(Collectors.joining(","));
  }

  /** The same as numbers. */
  public Set<Integer> descriptors() {
    return pairs.stream()
        .flatMap(pair -> Stream.of(pair.receive().descriptor(), pair.send().descriptor()))
        .collect(Collectors.toSet());
  }

  /** Count of the workers that they are for. */
  public int workers() {
    return pairs.size();
  }

  Pair pair(int worker) {
    return pairs.get(worker);
  }

  /** Closes what is still open. Rings that are attached are to be closed before. */
  @Override
  public void close() {
    pairs.forEach(Pair::close);
  }
}
