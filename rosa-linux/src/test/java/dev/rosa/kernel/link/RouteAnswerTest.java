package dev.rosa.kernel.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers as rtnetlink(7) has them; links 2 and 3 carry 1500 bytes, of IPv6 1300 and 1400. */
class RouteAnswerTest {

  private static final int OIF = 4;
  private static final int METRICS = 8;
  private static final int MULTIPATH = 9;
  private static final int GATEWAY = 5;
  private static final int ENCAP_TYPE = 21;
  private static final int ENCAP = 22 | 0x8000;
  private static final int METRIC_MTU = 2;

  private static final Map<Integer, Integer> OF_IPV6 = Map.of(2, 1300, 3, 1400);

  private final RouteAnswer answer =
      new RouteAnswer(
          (index, ipv4) -> OF_IPV6.containsKey(index) ? ipv4 ? 1500 : OF_IPV6.get(index) : 0);

  private static byte[] attribute(int type, byte[]... parts) {
    byte[] value = joined(parts);
    return in(4 + (value.length + 3 & ~3))
        .putShort((short) (4 + value.length))
        .putShort((short) type)
        .put(value)
        .array();
  }

  private static byte[] path(int link, byte[]... attributes) {
    byte[] rest = joined(attributes);
    return in(8 + rest.length)
        .putShort((short) (8 + rest.length))
        .putShort((short) 0)
        .putInt(link)
        .put(rest)
        .array();
  }

  private static byte[] joined(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(1_000);
    for (byte[] part : parts) {
      all.put(part);
    }
    byte[] joined = new byte[all.position()];
    all.get(0, joined);
    return joined;
  }

  private static byte[] number(int value) {
    return in(4).putInt(value).array();
  }

  private static ByteBuffer in(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private int smallest(boolean ipv4, byte[]... attributes) {
    byte[] all = joined(attributes);
    byte[] header = in(28).putInt(28 + all.length).putShort((short) 24).array();
    header[16] = (byte) (ipv4 ? 2 : 10);
    System.arraycopy(header, 0, answer.bytes(), 0, header.length);
    System.arraycopy(all, 0, answer.bytes(), header.length, all.length);
    return answer.smallest(header.length + all.length);
  }

  @Test
  void shouldTakeTheMtuOfTheLinkForTheFamilyOfTheRoute() {
    assertEquals(1500, smallest(true, attribute(OIF, number(2))));
    assertEquals(1300, smallest(false, attribute(OIF, number(2))));
  }

  @Test
  void shouldTakeALesserMtuOfTheRoute() {
    byte[] metrics = attribute(METRICS, attribute(METRIC_MTU, number(900)));
    assertEquals(900, smallest(true, attribute(OIF, number(2)), metrics));
    byte[] greater = attribute(METRICS, attribute(METRIC_MTU, number(9_000)));
    assertEquals(1300, smallest(false, greater, attribute(OIF, number(2))));
  }

  @Test
  void shouldTakeTheSmallestOfSeveralPaths() {
    byte[] gateway = attribute(GATEWAY, new byte[16]);
    assertEquals(1300, smallest(false, attribute(MULTIPATH, path(3, gateway), path(2, gateway))));
    assertEquals(1400, smallest(false, attribute(MULTIPATH, path(3, gateway))));
  }

  @Test
  void shouldLeaveNoRoomWhereTheRouteAddsHeaders() {
    byte[] type = attribute(ENCAP_TYPE, in(2).putShort((short) 5).array());
    byte[] headers = attribute(ENCAP, attribute(1, new byte[24]));
    assertEquals(RouteAnswer.NO_ROOM, smallest(false, attribute(OIF, number(2)), headers, type));
    byte[] paths = attribute(MULTIPATH, path(3), path(2, headers, type));
    assertEquals(RouteAnswer.NO_ROOM, smallest(true, paths));
  }

  @Test
  void shouldSayNothingWithoutARouteOrALinkThatIsKnown() {
    assertEquals(RouteAnswer.NONE, answer.smallest(-1));
    assertEquals(RouteAnswer.NONE, smallest(true, attribute(OIF, number(7))));
    assertEquals(RouteAnswer.NONE, smallest(true));
  }

  @Test
  void shouldReadNothingBehindAnAnswerThatIsCutShort() {
    byte[] oif = attribute(OIF, number(2));
    oif[0] = 9;
    assertEquals(RouteAnswer.NONE, smallest(true, oif));
    assertEquals(RouteAnswer.NONE, smallest(true, attribute(MULTIPATH, new byte[] {8, 0, 0, 0})));
  }
}
