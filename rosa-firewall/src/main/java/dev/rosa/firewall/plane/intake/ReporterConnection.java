package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.EvidenceLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Connection of a reporter: bytes to lines, and lines that wait to be read by it. Bounded in both
 * directions; one thread's.
 */
final class ReporterConnection {

  /** Result of reading. */
  enum Reading {
    /** There may be more later. */
    OPEN,
    /** There may be more, but a line was one too many. */
    TOO_MANY,
    /** It ended between two lines. */
    ENDED,
    /** It ended within a line. */
    ENDED_WITHIN,
    /** Its line is too long. */
    TOO_LONG
  }

  /** Lines of one turn: what stands behind a flood in the socket's buffer is reached soon. */
  private static final int IN_BYTES = 32 * EvidenceLine.MOST_BYTES;

  private final ReporterUsers.User user;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final int mostUnread;
  private final ByteBuffer in = ByteBuffer.allocate(IN_BYTES);
  private final ArrayDeque<byte[]> unread = new ArrayDeque<>();

  /** Bytes of the first unread line that the reporter has. */
  private int readOfFirst;

  private long lineSinceNanos;
  private boolean paused;

  /** True if the reporter has closed its end. */
  private boolean deaf;

  /** True if the reporter has said that it says no more. */
  private boolean ending;

  /** Lines that the plane did not take, by the reason. */
  private final Map<IntakeEvent, Long> refused = new EnumMap<>(IntakeEvent.class);

  ReporterConnection(
      ReporterUsers.User user, SocketChannel channel, SelectionKey key, int mostUnread) {
    this.user = user;
    this.channel = channel;
    this.key = key;
    this.mostUnread = mostUnread;
  }

  /** The reporter's user. */
  ReporterUsers.User user() {
    return user;
  }

  /**
   * Reads once what has come, up to some lines.
   *
   * @param taker takes a line; false: it was one too many
   */
  Reading read(long nowNanos, Predicate<String> taker) throws IOException {
    boolean within = in.position() > 0;
    if (channel.read(in) < 0) {
      return within ? Reading.ENDED_WITHIN : Reading.ENDED;
    }
    in.flip();
    Reading reading = takeLines(taker);
    boolean lineEnded = in.position() > 0;
    in.compact();
    if (lineEnded || !within) {
      lineSinceNanos = nowNanos;
    }
    return in.position() >= EvidenceLine.MOST_BYTES ? Reading.TOO_LONG : reading;
  }

  /** Gives all whole lines to the taker, and stands behind the last one then. */
  private Reading takeLines(Predicate<String> taker) {
    Reading reading = Reading.OPEN;
    for (int i = in.position(); i < in.limit(); i++) {
      if (in.get(i) != '\n') {
        continue;
      }
      int length = i - in.position();
      if (length >= EvidenceLine.MOST_BYTES) {
        return Reading.TOO_LONG;
      }
      String line = new String(in.array(), in.position(), length, StandardCharsets.ISO_8859_1);
      if (!taker.test(line)) {
        reading = Reading.TOO_MANY;
      }
      in.position(i + 1);
    }
    return reading;
  }

  /** True if a line, or the end, was begun at that time or before, and has not ended. */
  boolean isHalf(long sinceNanos) {
    return (in.position() > 0 || ending) && lineSinceNanos - sinceNanos <= 0;
  }

  /** Adds lines for the reporter; false: too many are unread. */
  boolean tell(List<byte[]> lines) {
    if (deaf) {
      return true;
    }
    if (unread.size() + lines.size() > mostUnread) {
      return false;
    }
    unread.addAll(lines);
    return true;
  }

  /**
   * Writes what the reporter takes now. One that has closed its end may have said something before
   * that, so the connection stays open for reading.
   *
   * @param scratch longer than any line
   */
  void write(ByteBuffer scratch) {
    try {
      boolean takes = true;
      while (takes && !unread.isEmpty()) {
        fill(scratch);
        consume(channel.write(scratch));
        takes = !scratch.hasRemaining();
      }
    } catch (IOException e) {
      deaf = true;
      unread.clear();
    }
    chooseInterest();
  }

  private void fill(ByteBuffer scratch) {
    scratch.clear();
    int from = readOfFirst;
    for (byte[] line : unread) {
      if (scratch.remaining() < line.length - from) {
        break;
      }
      scratch.put(line, from, line.length - from);
      from = 0;
    }
    scratch.flip();
  }

  private void consume(int bytes) {
    readOfFirst += bytes;
    while (!unread.isEmpty() && readOfFirst >= unread.peek().length) {
      readOfFirst -= unread.remove().length;
    }
  }

  /** Counts a line that the plane did not take. */
  void countRefused(IntakeEvent event) {
    refused.merge(event, 1L, Long::sum);
  }

  /**
   * Tells a reporter that says no more what the plane did not take. One that does not read that is
   * as one that hangs within a line.
   *
   * @return true if there is nothing left to write
   */
  boolean finish(long nowNanos, ByteBuffer scratch) {
    ending = true;
    lineSinceNanos = nowNanos;
    refused.forEach((event, count) -> unread.add(refusal(event, count)));
    write(scratch);
    return unread.isEmpty();
  }

  private byte[] refusal(IntakeEvent event, long count) {
    String reason = event.reason(user.claims);
    return "refused %d %s %s\n"
        .formatted(count, event.label(), reason)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** True if it is to end, and the reporter has read all. */
  boolean isFinished() {
    return ending && unread.isEmpty();
  }

  /** Stops reading, or goes on. */
  void pause(boolean pause) {
    paused = pause;
    chooseInterest();
  }

  private void chooseInterest() {
    int read = paused || ending ? 0 : SelectionKey.OP_READ;
    key.interestOps(unread.isEmpty() ? read : read | SelectionKey.OP_WRITE);
  }

  void close() throws IOException {
    channel.close();
  }
}
