package dev.rosa.firewall.plane.intake;

import dev.rosa.evidence.Evidence;
import dev.rosa.evidence.EvidenceLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * Connections of reporters, served by one thread: whose they are, what they say, what they are
 * told. All but {@link #size} is that thread's.
 */
final class Reporters {

  private static final int SCRATCH_BYTES = 16 << 10;

  /** Connections that are accepted in one turn, so that a crowd delays neither new nor old ones. */
  private static final int MOST_ACCEPTED = 128;

  private static final long LOOK_MILLIS = 1_000;

  /** Time for which a connection is not read that has said too much: it bounds the CPU time. */
  private static final long PAUSE_MILLIS = 20;

  private static final List<byte[]> GREETING =
      List.of((EvidenceLine.GREETING + "\n").getBytes(StandardCharsets.US_ASCII));

  private final Selector selector;
  private final IntakeLimits limits;
  private final ReporterUsers users;
  private final BanLines banLines;
  private final BoundedEvidenceQueue queue;
  private final IntakeCounts counts;
  private final Set<ReporterConnection> all = new LinkedHashSet<>();
  private final Set<ReporterConnection> paused = new LinkedHashSet<>();
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(SCRATCH_BYTES);
  private long lookedNanos = System.nanoTime();
  private long pausedNanos;
  private boolean endedSome;
  private volatile int size;

  Reporters(
      Selector selector,
      IntakeLimits limits,
      ReporterClaims claims,
      BanLines banLines,
      BoundedEvidenceQueue queue,
      IntakeCounts counts) {
    this.selector = selector;
    this.limits = limits;
    this.users = new ReporterUsers(limits, claims);
    this.banLines = banLines;
    this.queue = queue;
    this.counts = counts;
  }

  /** Connections come from there. */
  void listen(ServerSocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    SelectionKey unused = channel.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Connections now. From any thread. */
  int size() {
    return size;
  }

  /** Waits for something to do, and does it. */
  void turn() throws IOException {
    select();
    List<SelectionKey> ready = new ArrayList<>(selector.selectedKeys());
    selector.selectedKeys().clear();
    for (SelectionKey key : ready) {
      if (key.isValid() && key.attachment() instanceof ReporterConnection connection) {
        serve(connection, key);
      }
    }
    for (SelectionKey key : ready) {
      if (key.isValid() && key.channel() instanceof ServerSocketChannel listening) {
        accept(listening);
      }
    }
    tellBans();
    resume();
    look();
  }

  /** A channel that has been closed is gone only when the selector has looked again. */
  private void select() throws IOException {
    if (endedSome) {
      endedSome = false;
      selector.selectNow();
    } else {
      selector.select(paused.isEmpty() ? LOOK_MILLIS : PAUSE_MILLIS);
    }
  }

  private void accept(ServerSocketChannel listening) throws IOException {
    SocketChannel channel = listening.accept();
    for (int i = 0; channel != null; i++) {
      take(channel);
      channel = i < MOST_ACCEPTED ? listening.accept() : null;
    }
  }

  private void take(SocketChannel channel) throws IOException {
    try {
      Optional<ReporterUsers.User> user = admit(channel);
      if (user.isPresent()) {
        add(user.get(), channel);
      } else {
        channel.close();
      }
    } catch (IOException | RuntimeException e) {
      channel.close();
      counts.count(IntakeEvent.NO_REPORTER, "?");
    }
  }

  /** The reporter behind a connection, counted as connected; empty: it is refused. */
  private Optional<ReporterUsers.User> admit(SocketChannel channel) throws IOException {
    String name = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    ReporterUsers.User user = users.find(name, System.nanoTime());
    IntakeEvent refusal = null;
    if (user == null) {
      refusal = IntakeEvent.NO_REPORTER;
    } else if (all.size() >= limits.connections()) {
      refusal = IntakeEvent.ALL_CONNECTIONS;
    } else if (!users.connect(user)) {
      refusal = IntakeEvent.CONNECTIONS_OF_USER;
    }
    counts.count(refusal == null ? IntakeEvent.CONNECTED : refusal, name);
    return refusal == null ? Optional.of(user) : Optional.empty();
  }

  private void add(ReporterUsers.User user, SocketChannel channel) throws IOException {
    ReporterConnection connection = null;
    try {
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      int mostUnread = 1 + limits.toldAtStart() + limits.unreadLines();
      connection = new ReporterConnection(user, channel, key, mostUnread);
      key.attach(connection);
      all.add(connection);
      size = all.size();
    } finally {
      if (connection == null) {
        users.disconnect(user);
      }
    }
    // Before the greeting: what comes after it is told in its order, and once.
    List<byte[]> start = new ArrayList<>(GREETING);
    start.addAll(banLines.inForce());
    boolean unused = tell(connection, start);
  }

  private void serve(ReporterConnection connection, SelectionKey key) {
    try {
      if (key.isReadable()) {
        read(connection);
      }
      if (key.isValid() && key.isWritable()) {
        connection.write(scratch);
      }
      if (connection.isFinished()) {
        end(connection);
      }
    } catch (IOException e) {
      endWithin(connection);
    }
  }

  /**
   * A reporter that closes its end without having read all leaves an error behind its last byte.
   */
  private void endWithin(ReporterConnection connection) {
    if (connection.isHalf(System.nanoTime())) {
      counts.count(IntakeEvent.HALF_LINE, connection.user().name);
    }
    end(connection);
  }

  private void read(ReporterConnection connection) throws IOException {
    long now = System.nanoTime();
    ReporterUsers.User user = connection.user();
    switch (connection.read(now, line -> take(connection, line, now))) {
      case OPEN -> {}
      case TOO_MANY -> pause(connection, now);
      case ENDED -> finish(connection, now);
      case ENDED_WITHIN -> {
        counts.count(IntakeEvent.HALF_LINE, user.name);
        connection.countRefused(IntakeEvent.HALF_LINE);
        finish(connection, now);
      }
      case TOO_LONG -> end(connection, IntakeEvent.LONG_LINE);
    }
  }

  private void finish(ReporterConnection connection, long now) {
    if (connection.finish(now, scratch)) {
      end(connection);
    }
  }

  /** False if the user reports too much. */
  private boolean take(ReporterConnection connection, String line, long now) {
    ReporterUsers.User user = connection.user();
    IntakeEvent event =
        ReporterUsers.take(user, line, now) ? verdict(user, line, now) : IntakeEvent.OVER_RATE;
    counts.count(event, user.name);
    if (event != IntakeEvent.TAKEN) {
      connection.countRefused(event);
    }
    return event != IntakeEvent.OVER_RATE;
  }

  private IntakeEvent verdict(ReporterUsers.User user, String line, long now) {
    Evidence evidence;
    try {
      evidence = EvidenceLine.read(line);
    } catch (IllegalArgumentException e) {
      return IntakeEvent.BAD_LINE;
    }
    if (!user.claims.contains(evidence.proof())) {
      return IntakeEvent.CLAIM_REFUSED;
    }
    boolean taken = queue.add(new ReportedEvidence(evidence, user.name, now));
    return taken ? IntakeEvent.TAKEN : IntakeEvent.QUEUE_FULL;
  }

  private void pause(ReporterConnection connection, long now) {
    if (paused.isEmpty()) {
      pausedNanos = now;
    }
    paused.add(connection);
    connection.pause(true);
  }

  private void resume() {
    long pausedFor = System.nanoTime() - pausedNanos;
    if (!paused.isEmpty() && pausedFor >= TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS)) {
      paused.forEach(connection -> connection.pause(false));
      paused.clear();
    }
  }

  /** A reporter that has missed a line connects anew, and is told what is in force. */
  private void tellBans() {
    if (banLines.takeOverflow()) {
      List.copyOf(all).forEach(each -> end(each, IntakeEvent.SLOW_READER));
    }
    List<byte[]> lines = banLines.take();
    if (!lines.isEmpty()) {
      for (ReporterConnection connection : List.copyOf(all)) {
        boolean unused = tell(connection, lines);
      }
    }
  }

  /** False if the connection has ended over it. */
  private boolean tell(ReporterConnection connection, List<byte[]> lines) {
    if (!connection.tell(lines)) {
      end(connection, IntakeEvent.SLOW_READER);
      return false;
    }
    connection.write(scratch);
    return true;
  }

  private void look() {
    long now = System.nanoTime();
    if (now - lookedNanos < TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS)) {
      return;
    }
    lookedNanos = now;
    for (ReporterConnection connection : List.copyOf(all)) {
      if (connection.isHalf(now - limits.halfLine().toNanos())) {
        end(connection, IntakeEvent.HALF_LINE);
      }
    }
    counts.tellIfDue();
  }

  private void end(ReporterConnection connection, IntakeEvent why) {
    counts.count(why, connection.user().name);
    end(connection);
  }

  private void end(ReporterConnection connection) {
    if (all.remove(connection)) {
      size = all.size();
      endedSome = true;
      paused.remove(connection);
      users.disconnect(connection.user());
      try {
        connection.close();
      } catch (IOException e) {
        // Nothing is left to be done with it.
      }
    }
  }

  /** Ends all connections. */
  void end() {
    List.copyOf(all).forEach(this::end);
  }
}
