package dev.rosa.fuzz;

import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionKey;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Genuine packets of every suite over IPv4 and IPv6, to be mutated. */
final class SealedPackets {

  /** One packet, and a router's data of its session. */
  @SuppressWarnings("ArrayRecordComponent") // Compared by content, never changed.
  record Sealed(SessionParameters parameters, SessionKey key, byte[] bytes) {}

  static final ProviderRegistry PROVIDERS = ProviderRegistry.builtIn();
  private static final int SERVICE_PORT = 5004;
  private static final long SEQUENCE = 7;

  private SealedPackets() {}

  /** Two of each suite. */
  static List<Sealed> all() {
    List<Sealed> packets = new ArrayList<>();
    for (Suite suite : Suite.values()) {
      packets.add(seal(suite, "10.0.1.1", "10.0.2.1"));
      packets.add(seal(suite, "fd00:1::1", "fd00:2::1"));
    }
    return packets;
  }

  private static Sealed seal(Suite suite, String source, String destination) {
    byte[] user = new byte[UserId.BYTES];
    Arrays.fill(user, (byte) 0x55);
    SessionParameters parameters =
        new SessionParameters(
            suite,
            17,
            3,
            1_800_000_000,
            1_800_000_600,
            0x1122334455667788L,
            UserId.of(user),
            CodeDigest.ofBundle(new byte[] {1, 2, 3}),
            new Grant(0, 0, Grant.MODIFY),
            address(source),
            address(destination));
    CodeSecret secret = CodeSecret.of(new byte[32]);
    SessionKey key = new KeyDerivation().derive(parameters, secret);
    PacketSealer sealer = new PacketSealer(parameters, key, PROVIDERS.engineFor(suite));
    ByteBuffer memory = ByteBuffer.allocate(512);
    ByteBuffer payload = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
    int length = sealer.seal(memory, 0, SERVICE_PORT, SEQUENCE, payload);
    return new Sealed(parameters, key, Arrays.copyOf(memory.array(), length));
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
