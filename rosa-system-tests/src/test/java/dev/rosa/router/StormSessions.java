package dev.rosa.router;

import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.testkit.router.SyntheticDomain;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sessions of all suites over IPv4 and IPv6, and the last packets that they have sealed, which
 * mutations begin with. Owned by one thread.
 */
final class StormSessions {

  /** Packets that are kept. */
  static final int KEPT = 256;

  /** The most bytes of one of them. */
  static final int PACKET_BYTES = 512;

  private static final int MOST_PAYLOAD = 200;
  private static final int SESSIONS_EACH = 2;
  private static final int SERVICE_PORT = 5_004;

  private final List<PacketSealer> sealers = new ArrayList<>();
  private final List<SessionParameters> parameters = new ArrayList<>();
  private final long[] sequences;
  private final ByteBuffer memory = ByteBuffer.allocateDirect(KEPT * PACKET_BYTES);
  private final int[] lengths = new int[KEPT];
  private final boolean[] accepted = new boolean[KEPT];
  private final ByteBuffer payload = ByteBuffer.allocate(MOST_PAYLOAD);
  private long sealed;

  StormSessions(SyntheticDomain domain, ProviderRegistry providers) {
    KeyDerivation derivation = new KeyDerivation();
    for (Suite suite : Suite.values()) {
      for (int i = 0; i < SESSIONS_EACH * 2; i++) {
        SessionParameters session = domain.session(suite, suite.id() * 16 + i);
        session = i % 2 == 0 ? session : overIpv6(session);
        SessionKey key = derivation.derive(session, domain.secret());
        sealers.add(new PacketSealer(session, key, providers.engineFor(suite)));
        parameters.add(session);
      }
    }
    sequences = new long[sealers.size()];
  }

  private static SessionParameters overIpv6(SessionParameters v4) {
    return new SessionParameters(
        v4.suite(),
        v4.domain(),
        v4.epoch(),
        v4.sst(),
        v4.set(),
        v4.session(),
        v4.user(),
        v4.code(),
        v4.grant(),
        ipv6(v4.source()),
        ipv6(v4.destination()));
  }

  private static InetAddress ipv6(InetAddress v4) {
    byte[] bytes = new byte[16];
    bytes[0] = (byte) 0xfd;
    System.arraycopy(v4.getAddress(), 0, bytes, 12, 4);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }

  int count() {
    return sealers.size();
  }

  /** Seals the next packet of a session; it takes the place of the oldest one kept. */
  int seal(int session, SplittableRandom random) {
    int place = (int) (sealed++ % KEPT);
    payload.clear().limit(random.nextInt(MOST_PAYLOAD));
    for (int i = 0; i < payload.limit(); i++) {
      payload.put(i, (byte) (random.nextInt() >>> 8));
    }
    lengths[place] =
        sealers
            .get(session)
            .seal(memory, place * PACKET_BYTES, SERVICE_PORT, ++sequences[session], payload);
    accepted[place] = false;
    return place;
  }

  /** Count of the places that hold a packet. */
  int filled() {
    return (int) Math.min(KEPT, sealed);
  }

  /** One of the packets, those sealed last more often. */
  int choose(SplittableRandom random) {
    int back = random.nextInt() < 0 ? random.nextInt(4) : random.nextInt(filled());
    return (int) ((sealed - 1 - Math.min(back, filled() - 1)) % KEPT);
  }

  ByteBuffer memory() {
    return memory;
  }

  int offset(int place) {
    return place * PACKET_BYTES;
  }

  int length(int place) {
    return lengths[place];
  }

  /** True if a packet with its sequence number has been accepted already. */
  boolean isAccepted(int place) {
    return accepted[place];
  }

  void setAccepted(int place) {
    accepted[place] = true;
  }
}
