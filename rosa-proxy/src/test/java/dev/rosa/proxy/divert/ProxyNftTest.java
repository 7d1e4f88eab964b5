package dev.rosa.proxy.divert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.firewall.assistant.LinkPair;
import dev.rosa.firewall.assistant.ReturnMark;
import dev.rosa.firewall.assistant.Source;
import dev.rosa.network.OwnershipMark;
import dev.rosa.proxy.divert.ProxyNft.Fate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the plan as a command line, and of its rules as text. */
class ProxyNftTest {
  private static final ProxyPlan PLAN =
      new ProxyPlan(
          new LinkPair(new OwnershipMark(ProxyPlan.ROLE, "p-1"), "rosap0", "rosap1"),
          List.of("r0", "r1"),
          List.of("r2"),
          List.of(23, 80),
          List.of(443),
          1000,
          Optional.empty(),
          Optional.empty(),
          false,
          new ProxyPlan.Bypass(true, Duration.ofSeconds(1), 2));

  private static final List<Source> SOURCES =
      List.of(
          new Source(1, "r0", "r0", 7, true),
          new Source(2, "r1", "r1", 8, true),
          new Source(3, "r2", "r2", 9, true));

  @Test
  void shouldBeTheSamePlanAfterACommandLine() {
    assertEquals(PLAN, ProxyPlan.parse(PLAN.arguments()));
  }

  @Test
  void shouldHaveNoMarkThatIsNotTakenOffWhatOtherNamespacesSend() {
    for (int mark : List.of(ProxyPlan.RETURN_MARK, ProxyPlan.HOLE_MARK, ProxyPlan.CACHE_MARK)) {
      assertTrue(ReturnMark.isOwn(mark), ReturnMark.text(mark));
    }
    assertTrue(ReturnMark.isOwn(ReturnMark.DEFAULT));
    assertFalse(ReturnMark.isOwn(0x524f0008));
  }

  @Test
  void shouldHandTheWorkersWhatIsJudgedWithTheNumberOfItsLink() {
    String script = ProxyNft.script(PLAN, SOURCES, true, Fate.DIVERT, false);
    assertTrue(script.startsWith("add table netdev rosa_proxy_p_1\ndelete table"), script);
    assertTrue(script.contains("ether saddr set 02:52:4f:00:00:02 fwd to \"rosap0\""), script);
    assertTrue(script.contains("tcp dport { 23, 80 } goto judged_2"), script);
    assertTrue(script.contains("tcp sport != { 23, 80 } accept"), script);
    assertFalse(script.contains("known_3"), script);
    assertEquals(
        2, script.split("udp dport \\{ 443 \\} counter name \"quic\" reject", -1).length - 1);
  }

  /** A bridge takes frames that are another machine's at its port, and may take tags off. */
  @Test
  void shouldLetNothingPassUnjudgedAtAPortWhoseBridgeTakesThePackets() {
    List<Source> sources = List.of(SOURCES.get(0), new Source(2, "r1", "r1", 8, false));
    String script = ProxyNft.script(PLAN, sources, true, Fate.DIVERT, false);
    String own = script.substring(script.indexOf("chain from_1 "), script.indexOf("judged_2 "));
    String port = script.substring(script.indexOf("chain from_2 "));
    port = port.substring(0, port.indexOf("  chain returned"));
    assertTrue(own.contains("meta pkttype != host accept"), own);
    assertFalse(port.contains("pkttype"), port);
    assertFalse(port.contains("jump tagged"), port);
    assertTrue(port.contains("meta protocol { 8021q, 8021ad } counter name"), port);
    assertTrue(script.contains("chain judged_2 {\n    counter name \"unjudged\" drop"), script);
    assertTrue(
        ProxyNft.change(PLAN, sources, Fate.DIVERT)
            .contains("judged_2 counter name \"unjudged\" drop"),
        script);
  }

  @Test
  void shouldRefuseQuicInFragmentsToo() {
    String script = ProxyNft.script(PLAN, SOURCES, true, Fate.DIVERT, false);
    String hook = script.substring(script.indexOf("chain from_1 "));
    assertTrue(hook.indexOf("udp dport") < hook.indexOf("jump fragments"), hook);
  }

  @Test
  void shouldLetNoClientUseFtpUnjudged() {
    String script = ProxyNft.script(PLAN, SOURCES, true, Fate.DIVERT, false);
    assertEquals(
        2, script.split("tcp dport 21 counter name \"ftp\" reject", -1).length - 1, script);
  }

  @Test
  void shouldChangeTheFateWithoutTouchingSets() {
    String script = ProxyNft.change(PLAN, SOURCES, Fate.DROP);
    assertEquals(6, script.lines().count());
    assertTrue(
        script
            .lines()
            .allMatch(line -> line.matches("(flush chain|add rule) netdev \\S+ judged_.*")),
        script);
    assertFalse(ProxyNft.script(PLAN, SOURCES, true, Fate.DROP, true).contains("delete table"));
  }

  @Test
  void shouldDropWhatASetHasNoRoomForUnlessThePacketItselfWasAllowed() {
    List<String> lines =
        ProxyNft.script(PLAN, SOURCES, true, Fate.DIVERT, false)
            .lines()
            .map(String::strip)
            .toList();
    assertEquals("counter name \"sets_full\" accept", behind(lines, "update @users6"));
    assertEquals("counter name \"sets_full\" drop", behind(lines, "update @await6"));
    assertEquals("accept", behind(lines, "update @pass6"));
  }

  private static String behind(List<String> lines, String beginning) {
    for (int i = 0; i + 1 < lines.size(); i++) {
      if (lines.get(i).startsWith(beginning)) {
        return lines.get(i + 1);
      }
    }
    throw new AssertionError("no " + beginning);
  }
}
