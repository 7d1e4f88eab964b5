package dev.rosa.client.demo.attack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.rosa.client.demo.node.DemoDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.keys.KeyDerivation;
import dev.rosa.keys.SessionParameters;
import dev.rosa.keys.UserId;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.session.PacketSealer;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PacketAttackTest {

  private byte[] genuine;

  @BeforeEach
  void sealOne() throws UnknownHostException {
    SessionParameters parameters =
        new SessionParameters(
            Suite.HMAC_SHA256,
            DemoDomain.NUMBER,
            1,
            1_000,
            2_000,
            0x1234L,
            UserId.of(new byte[16]),
            CodeDigest.ofBundle(new byte[] {1, 2, 3}),
            new Grant(0, 0, 0),
            InetAddress.getByName("10.0.1.1"),
            InetAddress.getByName("10.0.2.1"));
    PacketSealer sealer =
        new PacketSealer(
            parameters,
            new KeyDerivation().derive(parameters, CodeSecret.of(new byte[32])),
            ProviderRegistry.builtIn().engineFor(Suite.HMAC_SHA256));
    ByteBuffer memory = ByteBuffer.allocate(512);
    int length = sealer.seal(memory, 0, 6004, 1, ByteBuffer.wrap(new byte[] {4, 5, 6}));
    genuine = Arrays.copyOf(memory.array(), length);
  }

  @Test
  void shouldLeaveAWellFormedPacketThatDiffersWhenOneThingIsChanged() {
    for (PacketAttack attack : PacketAttack.ON_ONE_PACKET) {
      byte[] changed = attack.applyTo(genuine);
      ActivePacket packet = new ActivePacket();
      assertEquals(
          Structure.ACTIVE,
          packet.wrap(ByteBuffer.wrap(changed), 0, changed.length),
          attack.name());
      assertNotEquals(-1, Arrays.mismatch(genuine, changed), attack.name());
    }
  }

  @Test
  void shouldMoveTheEndByAnHourWhenTheWindowIsExtended() {
    byte[] changed = named("window extended").applyTo(genuine);
    ActivePacket packet = new ActivePacket();
    packet.wrap(ByteBuffer.wrap(changed), 0, changed.length);
    assertEquals(2_000 + 3_600, packet.set());
  }

  @Test
  void shouldNotTouchAByteWhenReplayed() {
    assertArrayEquals(genuine, PacketAttack.REPLAY.applyTo(genuine));
  }

  private static PacketAttack named(String name) {
    return PacketAttack.ON_ONE_PACKET.stream()
        .filter(attack -> attack.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
