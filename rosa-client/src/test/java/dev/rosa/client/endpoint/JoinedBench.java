package dev.rosa.client.endpoint;

import dev.rosa.config.ConfigException;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Joined sessions on clocks that a test sets, and sealed packets of them. */
final class JoinedBench {
  static final Duration SKEW = Duration.ofSeconds(2);
  static final int DAY = 86_400;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SuiteEngine engine = ProviderRegistry.builtIn().engineFor(Suite.HMAC_SHA256);
  private final ByteBuffer memory = ByteBuffer.allocate(Ip.MAX_BYTES);
  private final ActivePacket packet = new ActivePacket();
  private final CryptoBatch one = new CryptoBatch(1, Ip.MAX_BYTES);
  final List<Long> left = new ArrayList<>();
  Instant now = Instant.ofEpochSecond(1_000_000);
  long nanos = -7 * NANOS_PER_MILLI;

  /** What every look at the monotonic clock takes. */
  long slowNanos;

  JoinedSessions sessions;

  private long nanoTime() {
    nanos += slowNanos;
    return nanos;
  }

  JoinedBench inMemory(int most) {
    sessions =
        new JoinedSessions(
            most, SequenceRecord.inMemory(() -> now, this::nanoTime, SKEW), left::add);
    return this;
  }

  JoinedBench onDisk(Path file) throws ConfigException {
    sessions =
        new JoinedSessions(
            4_096, SequenceRecord.open(file, () -> now, this::nanoTime, SKEW), left::add);
    return this;
  }

  /** Time passes by both clocks. */
  void pass(long millis) {
    now = now.plusMillis(millis);
    nanos += millis * NANOS_PER_MILLI;
  }

  private static ActiveSession session(long number, int user, long set) {
    byte[] id = new byte[UserId.BYTES];
    id[0] = (byte) user;
    SessionParameters parameters =
        new SessionParameters(
            Suite.HMAC_SHA256,
            17,
            1,
            0,
            (int) set,
            number,
            UserId.of(id),
            CodeDigest.ofBundle(new byte[] {1}),
            Grant.ofBits(0),
            address(1),
            address(2));
    byte[] macKey = new byte[Suite.HMAC_SHA256.macKeyBytes()];
    macKey[0] = (byte) number;
    return new ActiveSession("counter", parameters, SessionKey.of(macKey, new byte[0]));
  }

  private static InetAddress address(int last) {
    try {
      return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** Joins a session that ends in five minutes. */
  DestinationEvent join(long number, int user) {
    return join(number, user, now.getEpochSecond() + 300);
  }

  DestinationEvent join(long number, int user, long set) {
    return sessions.hold(session(number, user, set), engine);
  }

  /**
   * Treats a sealed packet of a session that is joined.
   *
   * @return why it is dropped, or null
   */
  DestinationEvent take(long number, long sequence) {
    JoinedSession joined = sessions.get(number);
    ActiveSession sender = session(number, joined.user().toBytes()[0], joined.numbers().set());
    PacketSealer sealer = new PacketSealer(sender.parameters(), sender.key(), engine);
    ByteBuffer payload = ByteBuffer.wrap(new byte[] {1});
    packet.wrap(memory, 0, sealer.seal(memory, 0, 6004, sequence, payload));
    if (!joined.verify(packet, one)) {
      return DestinationEvent.BAD_TAG;
    }
    sessions.noteUse(joined);
    return joined.admit(packet);
  }
}
