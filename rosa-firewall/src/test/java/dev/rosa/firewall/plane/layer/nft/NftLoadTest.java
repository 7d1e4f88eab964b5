package dev.rosa.firewall.plane.layer.nft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many bans. Rates are printed, not judged: machines differ. */
class NftLoadTest {

  private BanNetwork net;
  private BanNetwork.Program program;

  @BeforeEach
  void makeNetwork() throws Exception {
    net = BanNetwork.create();
    program = net.enforcement();
  }

  @AfterEach
  void end() {
    net.close();
  }

  private int elements() throws Exception {
    String list = "nft list set netdev rosaban_p drop_ipv4_32_1 | grep -o expires | wc -l";
    return Integer.parseInt(net.shell("v", list));
  }

  private long rate(String line) throws Exception {
    long perSecond = Long.parseLong(program.say(line));
    System.out.println(line + ": " + perSecond + " bans a second");
    return perSecond;
  }

  @Test
  void shouldPutAHundredThousandBansInForceAndRestoreThem() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    assertTrue(rate("many 20 100000 100000") > 0);
    assertEquals(100_001, elements());
    net.shell("v", "nft flush ruleset");
    long began = System.nanoTime();
    assertEquals("true", program.say("mend"));
    System.out.println("restored in " + (System.nanoTime() - began) / 1_000_000 + " ms");
    assertEquals(100_001, elements());
    assertTrue(net.isDropped("a", "10.0.0.1"));
    assertTrue(net.reaches("b", "10.0.0.1"));
    program.done("lift 10.0.0.2");
    assertTrue(net.reaches("a", "10.0.0.1"));
  }

  @Test
  void shouldTakeBansOneByOneInBatchesAndAgain() throws Exception {
    program.done("begin p KEEP ip 10");
    assertTrue(rate("many 20 20000 1") > 0);
    assertTrue(rate("many 21 20000 100") > 0);
    assertTrue(rate("many 21 20000 20000") > 0);
    assertEquals(40_000, elements());
  }

  @Test
  void shouldKeepWhatIsInForceWhenThereIsRoomForNoMore() throws Exception {
    program.done("begin p KEEP ip 10");
    program.done("ban 10.0.0.2 600");
    String refusal = program.say("many 20 150000 150000");
    assertEquals(
        "refused: 1 bans are not in force: there are 150,000 already, as many as a plane can have",
        refusal);
    assertEquals(150_000, elements());
    assertTrue(net.isDropped("a", "10.0.0.1"));
    program.done("lift 20.0.0.1");
    program.done("ban 10.0.0.3 600");
    assertTrue(net.isDropped("b", "10.0.0.1"));
  }
}
