package dev.rosa.packetio;

import static dev.rosa.packetio.EthernetFrames.returned;
import static dev.rosa.packetio.IpPackets.fates;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.kernel.Errno;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.wire.ip.FlowShape;
import dev.rosa.wire.ip.Ip;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests of the messages that {@link RingSender} hands to the kernel, and of its reaction to the
 * answers.
 */
class RingSenderTest {

  private final FakeKernel kernel = new FakeKernel();
  private final FakeRing ring = new FakeRing(512, 2048);
  private final RingReader reader = ring.reader();
  private final RingSender sender = new RingSender(kernel, 9, ring.memory(), FlowShape.NONE);
  private final PacketBatch batch = new PacketBatch(300, 512);

  @BeforeEach
  void addressFrames() {
    sender.address(EthernetFrames.DESTINATION, EthernetFrames.SOURCE, 1_500);
  }

  /** Packets from the ring, all to be forwarded. */
  private void receive(int count) {
    for (int i = 0; i < count; i++) {
      ring.packet(FakeRing.ipv4(i, 100));
    }
    reader.fill(batch, 0);
    for (int i = 0; i < count; i++) {
      batch.buffer(i).setFate(Fate.FORWARD);
      batch.buffer(i).proved();
    }
  }

  @Test
  void shouldSendFromTheRingWithOtherAddresses() {
    receive(3);

    sender.send(batch);

    assertEquals(1, kernel.calls());
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(returned(FakeRing.ipv4(i, 100), 1), kernel.sent().get(i));
    }
    assertEquals(List.of(Fate.SENT, Fate.SENT, Fate.SENT), fates(batch));
  }

  @Test
  void shouldSendPacketWhoseHeaderWasMadeShorterInAFrameOfItsType() {
    byte[] genuine = FlowPackets.ipv4(1, 1, 100);
    Ip.refreshChecksumV4(ByteBuffer.wrap(genuine), 0);
    ByteBuffer copy = ByteBuffer.allocate(genuine.length + 8);
    copy.put(genuine, 0, 24).putLong(0x0101_0101_0101_0101L);
    copy.put(genuine, 24, genuine.length - 24);
    copy.put(0, (byte) 0x48).putShort(2, (short) copy.capacity());
    Ip.refreshChecksumV4(copy, 0);
    ring.packet(copy.array());
    reader.fill(batch, 0);
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(0).proved();
    assertEquals(8, batch.buffer(0).restoreHeader());

    sender.send(batch);

    assertArrayEquals(returned(genuine, 1), kernel.sent().get(0));
  }

  @Test
  void shouldPutAHeaderBeforeWhatIsNotInTheRing() {
    receive(2);
    batch.buffer(0).moveHome();
    byte[] ipv6 = new byte[60];
    Arrays.fill(ipv6, (byte) 0x6a);
    PacketBuffer other = new PacketBuffer(ByteBuffer.allocateDirect(100), 20, 80);
    other.memory().put(20, ipv6);
    other.arrived(60, 0);
    PacketBuffer third = batch.add();
    third.copyFrom(other);
    third.setFate(Fate.FORWARD);
    third.proved();

    sender.send(batch);

    assertArrayEquals(returned(FakeRing.ipv4(0, 100), 1), kernel.sent().get(0));
    assertArrayEquals(returned(FakeRing.ipv4(1, 100), 1), kernel.sent().get(1));
    assertArrayEquals(EthernetFrames.of(ipv6), kernel.sent().get(2));
  }

  @Test
  void shouldReturnTheSourceAddressThatTheDiversionHasWritten() {
    ring.from(IngressAddressTest.bytes(0x1281)).packet(FakeRing.ipv4(0, 100));
    ring.from(IngressAddressTest.bytes(1)).packet(FakeRing.ipv4(1, 100));
    reader.fill(batch, 0);
    batch.buffer(1).moveHome();
    batch.add().copyFrom(batch.buffer(1));
    for (int i = 0; i < batch.size(); i++) {
      batch.buffer(i).setFate(Fate.FORWARD);
    }

    sender.send(batch);

    assertArrayEquals(returned(FakeRing.ipv4(0, 100), 0x1281), kernel.sent().get(0));
    assertArrayEquals(returned(FakeRing.ipv4(1, 100), 1), kernel.sent().get(1));
    assertArrayEquals(returned(FakeRing.ipv4(1, 100), 1), kernel.sent().get(2));
  }

  @Test
  void shouldLeaveAloneWhatIsNotToBeForwarded() {
    receive(3);
    batch.buffer(1).setFate(Fate.HELD);

    sender.send(batch);

    assertEquals(2, kernel.sent().size());
    assertEquals(List.of(Fate.SENT, Fate.HELD, Fate.SENT), fates(batch));
  }

  @Test
  void shouldAskNothingOfTheKernelWhenThereIsNothingToSend() {
    receive(1);
    batch.buffer(0).setFate(Fate.HELD);

    sender.send(batch);

    assertEquals(0, kernel.calls());
  }

  @Test
  void shouldGoOnAfterAPartialSend() {
    receive(5);
    kernel.answers().addAll(List.of(2, 1));

    sender.send(batch);

    assertEquals(3, kernel.calls());
    assertEquals(5, kernel.sent().size());
    assertTrue(fates(batch).stream().allMatch(Fate.SENT::equals));
  }

  @Test
  void shouldRefuseThePacketThatIsTooLongAndSendTheRest() {
    receive(4);
    kernel.answers().addAll(List.of(1, -Errno.EMSGSIZE));

    sender.send(batch);

    assertEquals(List.of(Fate.SENT, Fate.LINK_REFUSED, Fate.SENT, Fate.SENT), fates(batch));
  }

  @Test
  void shouldTryAgainWhenTheQueueIsFull() {
    receive(2);
    kernel.answers().addAll(List.of(-Errno.ENOBUFS, -Errno.EAGAIN, 1, -Errno.ENOBUFS));

    sender.send(batch);

    assertEquals(List.of(Fate.SENT, Fate.SENT), fates(batch));
  }

  @Test
  void shouldGiveUpWhenTheQueueStaysFull() {
    receive(2);
    for (int i = 0; i < 1_000; i++) {
      kernel.answers().add(-Errno.ENOBUFS);
    }

    sender.send(batch);

    assertEquals(List.of(Fate.LINK_REFUSED, Fate.LINK_REFUSED), fates(batch));
    assertTrue(kernel.calls() < 20);
  }

  @Test
  void shouldRefuseTheRestOnceWhenTheInterfaceIsDown() {
    receive(4);
    kernel.answers().addAll(List.of(1, -Errno.ENETDOWN));

    sender.send(batch);

    assertEquals(
        List.of(Fate.SENT, Fate.LINK_REFUSED, Fate.LINK_REFUSED, Fate.LINK_REFUSED), fates(batch));
    assertEquals(2, kernel.calls());
  }

  @Test
  void shouldSendMoreThanOneCallTakes() {
    receive(290);

    sender.send(batch);

    assertEquals(2, kernel.calls());
    assertEquals(290, kernel.sent().size());
    assertTrue(fates(batch).stream().allMatch(Fate.SENT::equals));
  }
}
