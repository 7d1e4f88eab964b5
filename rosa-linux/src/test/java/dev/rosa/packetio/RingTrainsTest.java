package dev.rosa.packetio;

import static dev.rosa.packetio.IpPackets.fates;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.kernel.Errno;
import dev.rosa.packetio.PacketBuffer.Fate;
import dev.rosa.wire.ip.FlowShape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of sending several packets as one train, and of the kernel's answers. */
class RingTrainsTest {

  private static final int OFFLOAD = 10;
  private static final int ETHERNET = EthernetFrames.HEADER_BYTES;

  private final FakeKernel kernel = new FakeKernel();
  private final FakeRing ring = new FakeRing(2_048, 2_048);
  private final RingReader reader = ring.reader();
  private final RingSender sender = new RingSender(kernel, 9, ring.memory(), FlowShape.ACTIVE);
  private final PacketBatch batch = new PacketBatch(300, 2_048);
  private final List<byte[]> packets = new ArrayList<>();

  @BeforeEach
  void addressFrames() {
    sender.address(EthernetFrames.DESTINATION, EthernetFrames.SOURCE, 1_500);
  }

  private void receive(byte[]... arrived) {
    receiveUnproven(arrived);
    for (int i = 0; i < batch.size(); i++) {
      batch.buffer(i).proved();
    }
  }

  private void receiveUnproven(byte[]... arrived) {
    for (byte[] packet : arrived) {
      ring.packet(packet);
      packets.add(packet);
    }
    reader.fill(batch, 0);
    for (int i = 0; i < batch.size(); i++) {
      batch.buffer(i).setFate(Fate.FORWARD);
    }
  }

  private static byte[] alone(byte[] packet) {
    byte[] frame = EthernetFrames.returned(packet, FakeRing.FIRST_INTERFACE);
    return ByteBuffer.allocate(OFFLOAD + frame.length).position(OFFLOAD).put(frame).array();
  }

  /** Sum of these bytes as in RFC 1071, not complemented. */
  private static int sum(byte[] bytes, int from, int to, int more) {
    long sum = more;
    for (int i = from; i < to; i++) {
      sum += (long) (bytes[i] & 0xff) << ((i - from & 1) == 0 ? 8 : 0);
    }
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return (int) sum;
  }

  @Test
  void shouldSendAFlowAsOneFrameWithAnOffloadHeader() {
    receive(FlowPackets.ipv4(1, 7, 300), FlowPackets.ipv4(1, 8, 300), FlowPackets.ipv4(1, 9, 200));

    sender.send(batch);

    byte[] frame = kernel.sent().get(0);
    assertEquals(OFFLOAD + ETHERNET + 32 + 800, frame.length);
    ByteBuffer offload = ByteBuffer.wrap(frame).order(ByteOrder.nativeOrder());
    assertEquals(1, offload.get(0), "NEEDS_CSUM");
    assertEquals(5, offload.get(1), "GSO_UDP_L4");
    assertEquals(ETHERNET + 32, offload.getShort(2), "headers");
    assertEquals(300, offload.getShort(4), "segment");
    assertEquals(ETHERNET + 24, offload.getShort(6), "checksum from");
    assertEquals(6, offload.getShort(8), "checksum at");
    assertEquals(List.of(Fate.SENT, Fate.SENT, Fate.SENT), fates(batch));
    assertEquals(1, kernel.sent().size());
  }

  @Test
  void shouldWriteTheHeadersThatTheKernelMakesTheOthersFrom() {
    receive(FlowPackets.ipv4(1, 7, 300), FlowPackets.ipv4(1, 8, 300));

    sender.send(batch);

    byte[] frame = kernel.sent().get(0);
    byte[] ip = Arrays.copyOfRange(frame, OFFLOAD + ETHERNET, frame.length);
    ByteBuffer packet = ByteBuffer.wrap(ip);
    assertEquals(632, packet.getShort(2), "total length");
    assertEquals(7, packet.getShort(4), "identification");
    assertEquals(0xffff, sum(ip, 0, 24, 0), "header checksum");
    assertEquals(608, packet.getShort(28), "UDP length");
    assertEquals(sum(ip, 12, 20, 17 + 608), packet.getShort(30) & 0xffff, "pseudo-header's sum");
    for (int i = 0; i < 600; i++) {
      assertEquals(i < 300 ? 7 : 8, ip[32 + i], "payload at " + i);
    }
  }

  @Test
  void shouldWriteThoseOfIpv6() {
    receive(FlowPackets.ipv6(1, 7, 300), FlowPackets.ipv6(1, 8, 300));

    sender.send(batch);

    byte[] frame = kernel.sent().get(0);
    byte[] ip = Arrays.copyOfRange(frame, OFFLOAD + ETHERNET, frame.length);
    ByteBuffer packet = ByteBuffer.wrap(ip);
    assertEquals(16 + 600, packet.getShort(4), "payload length");
    assertEquals(608, packet.getShort(52), "UDP length");
    assertEquals(sum(ip, 8, 40, 17 + 608), packet.getShort(54) & 0xffff, "pseudo-header's sum");
    assertEquals((short) 0x86dd, ByteBuffer.wrap(frame).getShort(OFFLOAD + 12));
    assertEquals(
        ETHERNET + 48, ByteBuffer.wrap(frame).order(ByteOrder.nativeOrder()).getShort(6), "from");
  }

  @Test
  void shouldLeaveTheDatagramsThemselvesAsTheyWere() {
    receive(FlowPackets.ipv4(1, 7, 300), FlowPackets.ipv4(1, 8, 300));

    sender.send(batch);

    assertArrayEquals(packets.get(0), IpPackets.bytesOf(batch.buffer(0)));
    assertArrayEquals(packets.get(1), IpPackets.bytesOf(batch.buffer(1)));
  }

  @Test
  void shouldSendWhatIsAloneWithAnEmptyOffloadHeader() {
    receive(FlowPackets.ipv4(1, 7, 300), FlowPackets.ipv4(2, 8, 300), FlowPackets.ipv6(1, 9, 300));
    batch.buffer(1).moveHome();

    sender.send(batch);

    for (int i = 0; i < 3; i++) {
      assertArrayEquals(alone(packets.get(i)), kernel.sent().get(i));
    }
  }

  @Test
  void shouldClearTheOffloadHeaderOfATrainBeforeAPacketAtHomeUsesIt() {
    receive(FlowPackets.ipv4(1, 7, 300), FlowPackets.ipv4(1, 8, 300));
    sender.send(batch);
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(0).proved();
    batch.buffer(0).moveHome();

    sender.send(batch);

    assertArrayEquals(alone(packets.get(0)), kernel.sent().get(1));
  }

  @Test
  void shouldSendOneByOneWhatTheKernelDoesNotTakeTogether() {
    receive(
        FlowPackets.ipv4(2, 1, 300),
        FlowPackets.ipv4(1, 2, 300),
        FlowPackets.ipv4(1, 3, 300),
        FlowPackets.ipv4(2, 4, 300));
    kernel.answers().addAll(List.of(1, -Errno.EINVAL));

    sender.send(batch);

    assertEquals(List.of(Fate.SENT, Fate.SENT, Fate.SENT, Fate.SENT), fates(batch));
    assertEquals(3, kernel.sent().size());
    assertArrayEquals(alone(packets.get(1)), kernel.sent().get(1));
    assertArrayEquals(alone(packets.get(2)), kernel.sent().get(2));
  }

  private static byte[] with(byte[] packet, int at, int value) {
    return ByteBuffer.wrap(packet).putShort(at, (short) value).array();
  }

  @Test
  void shouldSendWhatIsNotProvenAloneAndWithTheChecksumsItCameWith() {
    receiveUnproven(
        with(FlowPackets.ipv4(1, 1, 300), 30, 0x1234),
        with(FlowPackets.ipv4(1, 2, 300), 30, 0),
        with(FlowPackets.ipv4(1, 3, 300), 10, 0x5678),
        with(FlowPackets.ipv6(1, 4, 300), 54, 0x1234));

    sender.send(batch);

    for (int i = 0; i < 4; i++) {
      assertArrayEquals(alone(packets.get(i)), kernel.sent().get(i), "packet " + i);
    }
  }

  @Test
  void shouldLetNoProvenPacketOfAFlowOvertakeOneThatIsNot() {
    receiveUnproven(
        FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300), FlowPackets.ipv4(1, 3, 300));
    batch.buffer(0).proved();
    batch.buffer(2).proved();

    sender.send(batch);

    for (int i = 0; i < 3; i++) {
      assertArrayEquals(alone(packets.get(i)), kernel.sent().get(i), "packet " + i);
    }
  }

  @Test
  void shouldSetTheChecksumRightOfWhatIsProvenAndTravelsAlone() {
    byte[] four = FlowPackets.ipv4(1, 1, 300);
    byte[] six = FlowPackets.ipv6(1, 2, 301);
    byte[] without = with(FlowPackets.ipv4(2, 3, 300), 30, 0);
    receive(with(four.clone(), 30, 0x1234), with(six.clone(), 54, 0x1234), without);

    sender.send(batch);

    assertArrayEquals(alone(four), kernel.sent().get(0));
    assertArrayEquals(alone(six), kernel.sent().get(1));
    assertArrayEquals(alone(without), kernel.sent().get(2));
  }

  @Test
  void shouldNotAskAgainBeforeTheLinkIsAnother() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    kernel.answers().add(-Errno.EINVAL);
    sender.send(batch);
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(0).proved();
    batch.buffer(1).setFate(Fate.FORWARD);
    batch.buffer(1).proved();
    sender.send(batch);
    assertEquals(4, kernel.sent().size());

    sender.address(EthernetFrames.DESTINATION, EthernetFrames.SOURCE, 1_500);
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(0).proved();
    batch.buffer(1).setFate(Fate.FORWARD);
    batch.buffer(1).proved();
    sender.send(batch);

    assertEquals(5, kernel.sent().size());
  }

  @Test
  void shouldSendOneByOneWhenTheLinkHasNeverRoomForATrain() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    for (int i = 0; i < 9; i++) {
      kernel.answers().add(-Errno.ENOBUFS);
    }

    sender.send(batch);

    assertEquals(List.of(Fate.SENT, Fate.SENT), fates(batch));
    assertEquals(2, kernel.sent().size());
  }

  @Test
  void shouldSendTrainsAgainAfterALinkThatWasFullForATrainOnly() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    for (int i = 0; i < 9; i++) {
      kernel.answers().add(-Errno.ENOBUFS);
    }
    sender.send(batch);
    assertEquals(2, kernel.sent().size());
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(1).setFate(Fate.FORWARD);

    sender.send(batch);

    assertEquals(3, kernel.sent().size());
  }

  @Test
  void shouldSendOneByOneFromNowOnWhenALinkHasHadNoRoomForATrainManyTimes() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    for (int times = 0; times < 16; times++) {
      for (int i = 0; i < 9; i++) {
        kernel.answers().add(-Errno.ENOBUFS);
      }
      sender.send(batch);
      batch.buffer(0).setFate(Fate.FORWARD);
      batch.buffer(1).setFate(Fate.FORWARD);
    }
    assertEquals(32, kernel.sent().size());

    sender.send(batch);

    assertEquals(34, kernel.sent().size());
  }

  @Test
  void shouldSendAloneWhatSomeLinkDoesNotCarry() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    sender.limit(packets.get(0).length - 1);
    sender.send(batch);
    assertEquals(2, kernel.sent().size());
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(1).setFate(Fate.FORWARD);

    sender.limit(packets.get(0).length);
    sender.send(batch);

    assertEquals(3, kernel.sent().size());
  }

  @Test
  void shouldSendTrainsAgainAfterALinkThatWasFullForEveryPacket() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    for (int i = 0; i < 18; i++) {
      kernel.answers().add(-Errno.ENOBUFS);
    }
    sender.send(batch);
    assertEquals(List.of(Fate.LINK_REFUSED, Fate.LINK_REFUSED), fates(batch));
    batch.buffer(0).setFate(Fate.FORWARD);
    batch.buffer(0).proved();
    batch.buffer(1).setFate(Fate.FORWARD);
    batch.buffer(1).proved();

    sender.send(batch);

    assertEquals(1, kernel.sent().size());
    assertEquals(List.of(Fate.SENT, Fate.SENT), fates(batch));
  }

  @Test
  void shouldRefuseAWholeTrainOnceWhenTheInterfaceIsDown() {
    receive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    kernel.answers().add(-Errno.ENETDOWN);

    sender.send(batch);

    assertEquals(List.of(Fate.LINK_REFUSED, Fate.LINK_REFUSED), fates(batch));
    assertEquals(1, kernel.calls());
  }

  @Test
  void shouldSendMoreThanOneCallTakes() {
    for (int i = 0; i < 290; i++) {
      receive(FlowPackets.ipv4(i % 50, i, 200));
    }

    sender.send(batch);

    assertEquals(2, kernel.calls());
    assertTrue(fates(batch).stream().allMatch(Fate.SENT::equals));
  }

  @Test
  void shouldSendPlainDatagramsAsOneFrameWhereTheyAreTheShape() {
    RingSender plain = new RingSender(kernel, 9, ring.memory(), FlowShape.UDP);
    plain.address(EthernetFrames.DESTINATION, EthernetFrames.SOURCE, 1_500);
    receive(FlowPackets.plainIpv4(1, 7, 300), FlowPackets.plainIpv4(1, 8, 200));

    plain.send(batch);

    byte[] frame = kernel.sent().get(0);
    ByteBuffer offload = ByteBuffer.wrap(frame).order(ByteOrder.nativeOrder());
    assertEquals(ETHERNET + 28, offload.getShort(2), "headers");
    assertEquals(300, offload.getShort(4), "segment");
    assertEquals(ETHERNET + 20, offload.getShort(6), "checksum from");
    byte[] ip = Arrays.copyOfRange(frame, OFFLOAD + ETHERNET, frame.length);
    ByteBuffer packet = ByteBuffer.wrap(ip);
    assertEquals(528, ip.length);
    assertEquals(528, packet.getShort(2), "total length");
    assertEquals(0xffff, sum(ip, 0, 20, 0), "header checksum");
    assertEquals(508, packet.getShort(24), "UDP length");
    assertEquals(sum(ip, 12, 20, 17 + 508), packet.getShort(26) & 0xffff, "pseudo-header's sum");
    assertEquals(7, ip[28]);
    assertEquals(8, ip[527]);
  }
}
