package dev.rosa.packetio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.wire.ip.FlowShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests of the grouping of packets into trains. */
class PacketTrainsTest {

  private static final int SLOT_BYTES = 2_048;
  private static final int MOST = 256;

  private final FakeRing ring = new FakeRing(SLOT_BYTES, 2 * MOST * 4);
  private final RingReader reader = ring.reader();
  private final PacketBatch batch = new PacketBatch(MOST, SLOT_BYTES);
  private PacketTrains trains = new PacketTrains(ring.memory(), MOST, FlowShape.ACTIVE);
  private final List<byte[]> packets = new ArrayList<>();

  private void arrive(byte[]... arrived) {
    for (byte[] packet : arrived) {
      ring.packet(packet);
      packets.add(packet);
    }
  }

  private void joinAll() {
    reader.fill(batch, 0);
    for (int i = 0; i < batch.size(); i++) {
      batch.buffer(i).proved();
      trains.join(batch.buffer(i));
    }
  }

  /** The trains as the numbers of their packets in the order of arrival. */
  private List<List<Integer>> made() {
    List<List<Integer>> made = new ArrayList<>();
    for (int train = 0; train < trains.count(); train++) {
      List<Integer> numbers = new ArrayList<>();
      for (int i = trains.first(train); i != PacketTrains.NONE; i = trains.after(i)) {
        numbers.add(numberOf(trains.packet(i)));
      }
      assertEquals(numbers.size(), trains.size(train));
      made.add(numbers);
    }
    return made;
  }

  private int numberOf(PacketBuffer packet) {
    for (int i = 0; i < batch.size(); i++) {
      if (batch.buffer(i) == packet) {
        return i;
      }
    }
    throw new AssertionError("a packet of no batch");
  }

  private static byte[] changed(byte[] packet, int at, int value) {
    packet[at] = (byte) value;
    return packet;
  }

  @Test
  void shouldCoupleTheDatagramsOfAFlow() {
    arrive(FlowPackets.ipv4(1, 1, 500), FlowPackets.ipv4(1, 2, 500), FlowPackets.ipv4(1, 3, 500));

    joinAll();

    assertEquals(List.of(List.of(0, 1, 2)), made());
    assertEquals(32, trains.headerBytes(0));
    assertEquals(1_500, trains.payloadBytes(0));
  }

  @Test
  void shouldCoupleNothingThatCameInOnDifferentInterfaces() {
    for (int i = 0; i < 4; i++) {
      ring.from(IngressAddressTest.bytes(1 + i / 2));
      arrive(FlowPackets.ipv4(1, i, 500));
    }

    joinAll();

    assertEquals(List.of(List.of(0, 1), List.of(2, 3)), made());
  }

  @Test
  void shouldCoupleThoseOfIpv6() {
    arrive(FlowPackets.ipv6(1, 1, 300), FlowPackets.ipv6(1, 2, 300));

    joinAll();

    assertEquals(List.of(List.of(0, 1)), made());
    assertEquals(56, trains.headerBytes(0));
    assertEquals(600, trains.payloadBytes(0));
  }

  @Test
  void shouldCoupleThoseThatNeedNoChecksum() {
    for (int mark = 1; mark <= 2; mark++) {
      byte[] packet = FlowPackets.ipv4(1, mark, 300);
      arrive(ByteBuffer.wrap(packet).putShort(30, (short) 0).array());
    }

    joinAll();

    assertEquals(List.of(List.of(0, 1)), made());
  }

  @Test
  void shouldSortFlowsThatArriveMixed() {
    for (int i = 0; i < 9; i++) {
      arrive(i % 3 == 2 ? FlowPackets.ipv6(1, i, 200) : FlowPackets.ipv4(i % 3, i, 200));
    }

    joinAll();

    assertEquals(List.of(List.of(0, 3, 6), List.of(1, 4, 7), List.of(2, 5, 8)), made());
  }

  @Test
  void shouldEndATrainWithAShorterDatagram() {
    arrive(
        FlowPackets.ipv4(1, 1, 500),
        FlowPackets.ipv4(1, 2, 400),
        FlowPackets.ipv4(1, 3, 400),
        FlowPackets.ipv4(1, 4, 401));

    joinAll();

    assertEquals(List.of(List.of(0, 1), List.of(2), List.of(3)), made());
    assertEquals(900, trains.payloadBytes(0));
  }

  @Test
  void shouldLeaveAloneWhatDiffersInMoreThanTheKernelSets() {
    arrive(
        FlowPackets.ipv4(1, 1, 300),
        changed(FlowPackets.ipv4(1, 2, 300), 1, 0x03), // ECN
        changed(FlowPackets.ipv4(1, 3, 300), 8, 63), // TTL
        changed(FlowPackets.ipv4(1, 4, 300), 19, 9), // destination
        changed(FlowPackets.ipv4(1, 5, 300), 25, 9)); // source port

    joinAll();

    assertEquals(5, trains.count());
  }

  @Test
  void shouldLeaveAloneIpv6WhoseHeadersDiffer() {
    arrive(
        FlowPackets.ipv6(1, 1, 300),
        changed(FlowPackets.ipv6(1, 2, 300), 3, 1), // flow label
        changed(FlowPackets.ipv6(1, 3, 300), 7, 63), // hop limit
        changed(FlowPackets.ipv6(1, 4, 300), 23, 9), // source
        changed(FlowPackets.ipv6(1, 5, 300), 39, 9), // destination
        changed(FlowPackets.ipv6(1, 6, 300), 47, 1), // padding
        changed(FlowPackets.ipv6(1, 7, 300), 49, 9)); // source port

    joinAll();

    assertEquals(7, trains.count());
  }

  @Test
  void shouldLeaveAloneWhatTheKernelWouldMakeAnotherPacketOf() {
    byte[] fragmentable = changed(FlowPackets.ipv4(1, 2, 300), 6, 0);
    byte[] noOption = FlowPackets.ipv4(1, 3, 300);
    ByteBuffer.wrap(noOption).putInt(20, 0x01010101);
    byte[] otherProtocol = changed(FlowPackets.ipv4(1, 4, 300), 9, 6);
    byte[] longerSaid = FlowPackets.ipv4(1, 5, 300);
    ByteBuffer.wrap(longerSaid).putShort(28, (short) 309);
    byte[] noChecksumV6 = FlowPackets.ipv6(1, 6, 300);
    ByteBuffer.wrap(noChecksumV6).putShort(54, (short) 0);
    for (byte[] odd : List.of(fragmentable, noOption, otherProtocol, longerSaid, noChecksumV6)) {
      arrive(odd, odd.clone());
    }

    joinAll();

    assertEquals(10, trains.count());
  }

  @Test
  void shouldTakeNoMoreThanTheKernelCutsUp() {
    for (int i = 0; i < 100; i++) {
      arrive(FlowPackets.ipv4(1, i, 100), FlowPackets.ipv4(2, i, 1_400));
    }

    joinAll();

    for (int train = 0; train < trains.count(); train++) {
      int bytes = trains.headerBytes(train) + trains.payloadBytes(train);
      assertEquals(true, trains.size(train) <= 64 && bytes <= 65_000, train + ": " + bytes);
    }
    assertEquals(5, trains.count());
  }

  @Test
  void shouldLetWhatIsNotInTheRingTravelAloneAndBeOvertakenByNone() {
    arrive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300), FlowPackets.ipv4(1, 3, 300));
    reader.fill(batch, 0);
    batch.buffer(1).moveHome();
    for (int i = 0; i < 3; i++) {
      batch.buffer(i).proved();
      trains.join(batch.buffer(i));
    }

    assertEquals(List.of(List.of(0), List.of(1), List.of(2)), made());
  }

  @Test
  void shouldLetWhatGrewTooLongTravelAloneSoThatItCanBeRefused() {
    arrive(FlowPackets.ipv4(1, 1, 500), FlowPackets.ipv4(1, 2, 500), FlowPackets.ipv4(1, 3, 500));
    trains.limit(531);

    joinAll();

    assertEquals(List.of(List.of(0), List.of(1), List.of(2)), made());
  }

  @Test
  void shouldKeepTheOrderOfEachFlowWhateverArrives() {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      packets.clear();
      trains.clear();
      reader.release();
      batch.setSize(0);
      for (int i = 0; i < MOST; i++) {
        int bytes = random.nextInt(10) == 0 ? 90 + random.nextInt(40) : 130;
        int flow = random.nextInt(120);
        arrive(
            random.nextBoolean()
                ? FlowPackets.ipv4(flow, i, bytes)
                : FlowPackets.ipv6(flow, i, bytes));
      }
      joinAll();
      requireOrder();
    }
  }

  private void requireOrder() {
    TreeMap<String, Integer> lastOf = new TreeMap<>();
    int seen = 0;
    for (List<Integer> train : made()) {
      for (int number : train) {
        byte[] packet = packets.get(number);
        int version = packet[0] >>> 4;
        String flow = version + " " + packet[version == 4 ? 15 : 23] + " " + packet[22];
        Integer before = lastOf.put(flow, number);
        assertEquals(true, before == null || before < number, flow);
        seen++;
      }
    }
    assertEquals(MOST, seen);
  }

  @Test
  void shouldDissolveTheRestInOrder() {
    arrive(
        FlowPackets.ipv4(1, 0, 300),
        FlowPackets.ipv4(2, 1, 300),
        FlowPackets.ipv4(1, 2, 300),
        FlowPackets.ipv4(2, 3, 300));
    joinAll();

    trains.dissolveFrom(1, new PacketBuffer[MOST]);

    assertEquals(List.of(List.of(1), List.of(3)), made());
  }

  private void joinAllOfPlainUdp() {
    trains = new PacketTrains(ring.memory(), MOST, FlowShape.UDP);
    joinAll();
  }

  @Test
  void shouldCouplePlainDatagramsWhereTheyAreTheShape() {
    arrive(
        FlowPackets.plainIpv4(1, 1, 500),
        FlowPackets.plainIpv6(1, 2, 500),
        FlowPackets.plainIpv4(1, 3, 500),
        FlowPackets.plainIpv6(1, 4, 400),
        FlowPackets.plainIpv4(2, 5, 500),
        FlowPackets.plainIpv4(1, 6, 500));

    joinAllOfPlainUdp();

    assertEquals(List.of(List.of(0, 2, 5), List.of(1, 3), List.of(4)), made());
    assertEquals(28, trains.headerBytes(0));
    assertEquals(1_500, trains.payloadBytes(0));
    assertEquals(48, trains.headerBytes(1));
    assertEquals(900, trains.payloadBytes(1));
  }

  @Test
  void shouldLeaveAloneWhatIsOfAnotherShape() {
    arrive(FlowPackets.plainIpv4(1, 1, 300), FlowPackets.plainIpv4(1, 2, 300));
    arrive(FlowPackets.plainIpv6(1, 3, 300), FlowPackets.plainIpv6(1, 4, 300));
    joinAll();
    assertEquals(4, trains.count());

    reader.release();
    batch.setSize(0);
    arrive(FlowPackets.ipv4(1, 1, 300), FlowPackets.ipv4(1, 2, 300));
    arrive(FlowPackets.ipv6(1, 3, 300), FlowPackets.ipv6(1, 4, 300));
    joinAllOfPlainUdp();
    assertEquals(4, trains.count());
  }

  @Test
  void shouldLeaveAlonePlainDatagramsThatTheKernelWouldChange() {
    byte[] fragmentable = changed(FlowPackets.plainIpv4(1, 2, 300), 6, 0);
    byte[] otherProtocol = changed(FlowPackets.plainIpv4(1, 4, 300), 9, 6);
    byte[] longerSaid = FlowPackets.plainIpv4(1, 5, 300);
    ByteBuffer.wrap(longerSaid).putShort(24, (short) 309);
    byte[] noChecksumV6 = FlowPackets.plainIpv6(1, 6, 300);
    ByteBuffer.wrap(noChecksumV6).putShort(46, (short) 0);
    byte[] otherPort = changed(FlowPackets.plainIpv4(1, 7, 300), 21, 9);
    for (byte[] odd : List.of(fragmentable, otherProtocol, longerSaid, noChecksumV6)) {
      arrive(odd, odd.clone());
    }
    arrive(FlowPackets.plainIpv4(1, 7, 300), otherPort);

    joinAllOfPlainUdp();

    assertEquals(10, trains.count());
  }
}
