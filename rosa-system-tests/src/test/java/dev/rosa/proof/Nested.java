package dev.rosa.proof;

import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.RosaHeader;
import dev.rosa.wire.active.Suite;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Two genuine packets of which one stands in the other's payload: two that overlap. Stateless. */
final class Nested {

  private Nested() {}

  /** The outer packet first. */
  static Traffic draw(Suite suite, int outerPayload, int innerPayload, RandomInput random) {
    TrafficDraw senders = new TrafficDraw(random);
    TestPacket inner = only(senders.one(suite, innerPayload), suite);
    TestPacket outer = only(senders.one(suite, outerPayload), suite);
    ActivePacket packet = outer.packet();
    ByteBuffer memory = packet.memory();
    byte[] ciphertext = random.bytes(outerPayload);
    int length = inner.packet().ipLength();
    inner.packet().memory().get(inner.packet().ipOffset(), ciphertext, 1, length);
    byte[] header = new byte[RosaHeader.BYTES];
    byte[] nonce = new byte[suite.nonceBytes()];
    memory.get(packet.headerOffset(), header);
    memory.get(packet.nonceOffset(), nonce);
    // Sealing what shall be the ciphertext gives its plaintext, in every suite.
    byte[] clear =
        Arrays.copyOf(Reference.seal(outer.session(), header, nonce, ciphertext), outerPayload);
    byte[] sealed = Reference.seal(outer.session(), header, nonce, clear);
    memory.put(packet.payloadOffset(), sealed, 0, outerPayload);
    ActivePacket inside = new ActivePacket();
    inside.wrap(memory, packet.payloadOffset() + 1, length);
    TestPacket whole =
        new TestPacket(
            outer.session(), packet, clear, sealed, Alterations.genuine(outer.session(), true));
    TestPacket part =
        new TestPacket(
            inner.session(),
            inside,
            inner.clear(),
            inner.sealed(),
            Alterations.genuine(inner.session(), true));
    return new Traffic(List.of(memory), List.of(whole, part));
  }

  private static TestPacket only(Traffic traffic, Suite suite) {
    traffic.loadSealed();
    return traffic.of(suite).get(0);
  }
}
