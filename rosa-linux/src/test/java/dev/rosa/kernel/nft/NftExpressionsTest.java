package dev.rosa.kernel.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.kernel.netlink.MessageWriter;
import dev.rosa.kernel.netlink.NetlinkAttributes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Expressions of rules, as linux/netfilter/nf_tables.h has their attributes. */
@EnabledOnOs(OS.LINUX)
class NftExpressionsTest {

  private static final int NAME = 1;
  private static final int CONTENT = 2;

  private final MessageWriter writer = new MessageWriter(1 << 12);

  private List<ByteBuffer> items(Consumer<NftExpressions> rule) {
    writer.clear();
    rule.accept(new NftExpressions(writer));
    return NetlinkAttributes.all(ByteBuffer.wrap(writer.toBytes()), NftMessage.LIST_ITEM);
  }

  private static String name(ByteBuffer item) {
    return NetlinkAttributes.text(NetlinkAttributes.first(item, NAME));
  }

  /** Hexadecimal value of an attribute in an item, found by the types on the way to it. */
  private static String hex(ByteBuffer item, int... way) {
    ByteBuffer value = NetlinkAttributes.first(item, CONTENT);
    for (int type : way) {
      value = NetlinkAttributes.first(value, type);
    }
    byte[] bytes = new byte[value.remaining()];
    value.get(0, bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @Test
  void shouldLookUpThePrefixOfASourceAddressAndDrop() {
    List<ByteBuffer> items =
        items(
            rule ->
                rule.protocolIs(0x0800)
                    .load(NftExpressions.Header.NETWORK, 12, 4)
                    .mask((byte) -1, (byte) -1, (byte) -1, (byte) 0)
                    .isIn("s")
                    .count("c")
                    .drop());
    List<String> names = new ArrayList<>();
    items.forEach(item -> names.add(name(item)));
    assertEquals(
        List.of("meta", "cmp", "payload", "bitwise", "lookup", "objref", "immediate"), names);
    assertEquals("00000001", hex(items.get(0), 2), "the protocol");
    assertEquals("0800", hex(items.get(1), 3, 1));
    assertEquals("00000001", hex(items.get(2), 2), "the network header");
    assertEquals("0000000c", hex(items.get(2), 3));
    assertEquals("00000004", hex(items.get(2), 4));
    assertEquals("ffffff00", hex(items.get(3), 4, 1));
    assertEquals("00000000", hex(items.get(3), 5, 1));
    assertEquals("7300", hex(items.get(4), 1));
    assertEquals("6300", hex(items.get(5), 2));
    assertEquals("00000000", hex(items.get(6), 2, 2, 1), "NF_DROP");
  }

  @Test
  void shouldCompareProtocolsForInequalityAndJump() {
    List<ByteBuffer> items = items(rule -> rule.protocolIsNot(0x0806).jump("bans"));
    assertEquals("00000001", hex(items.get(1), 2), "NFT_CMP_NEQ");
    assertEquals("fffffffd", hex(items.get(2), 2, 2, 1), "NFT_JUMP");
    assertEquals("62616e7300", hex(items.get(2), 2, 2, 2));
  }

  @Test
  void shouldLimitPacketsASecond() {
    writer.clear();
    NftExpressions unused = new NftExpressions(writer).isOver(300);
    ByteBuffer limit = ByteBuffer.wrap(writer.toBytes());
    assertEquals("limit", name(limit));
    assertEquals("000000000000012c", hex(limit, 1));
    assertEquals("0000000000000001", hex(limit, 2), "a second");
    assertEquals("0000012c", hex(limit, 3), "as many at once");
    assertEquals("00000001", hex(limit, 5), "beyond it");
  }
}
