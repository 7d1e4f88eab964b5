package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.keys.CodeDigest;
import dev.rosa.router.pipeline.RouterCounters.Event;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PROTOCOL §4 and §5 step 12: budgets of code on packets. */
@Tag("jdk")
class CodeBudgetsOnPacketsTest {

  private final RouterBench bench = new RouterBench();

  private static CompiledBundle app(String members) {
    return CompiledBundle.of(
        "net.example.App",
        """
        package net.example;
        import dev.rosa.api.*;
        public class App implements ActiveApplication {
          %s
        }
        """
            .formatted(members));
  }

  private RouterBench.Flow flow(CompiledBundle bundle) {
    CodeDigest digest = bench.source.admit(bundle.jar());
    return bench.flow(digest);
  }

  private String lastPayload(int length) {
    byte[] sent = bench.io.sent.get(bench.io.sent.size() - 1);
    int tagBytes =
        bench.flow(bench.source.admit(CompiledBundle.onPacket("").jar())).suite.tagBytes();
    int end = sent.length - tagBytes;
    return new String(Arrays.copyOfRange(sent, end - length, end), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "while (true) { }|FUEL_EXHAUSTED",
        "Object kept = null; for (;;) kept = new Object[] {kept};|MEMORY_EXHAUSTED",
        "onPacket(packet);|STACK_EXHAUSTED",
      })
  void shouldCountExhaustionByItsReasonAndDropThePacket(String body, Event reason) {
    CompiledBundle bundle = CompiledBundle.onPacket(body).attribute("Rosa-Memory", "64");
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      RouterBench.Flow flow = flow(bundle);
      bench.pass(flow.next("a"), flow.next("b"));
      assertEquals(1, log.linesWith("used up its").size());
    }
    bench.assertDropped(DropReason.FUEL_EXHAUSTED, 2);
    bench.assertCounted(reason, 2);
  }

  @Test
  void shouldForwardThePacketAsItCameWhenThePolicySaysSo() {
    CompiledBundle bundle =
        CompiledBundle.onPacket("packet.replacePayload(new byte[1], 0, 1); while (true) { }")
            .attribute("Rosa-Failure-Policy", "forward");
    byte[] packet = flow(bundle).next("as it came");
    bench.pass(packet);
    assertArrayEquals(packet, bench.io.sent.get(0));
    bench.assertCounted(Event.FAULT_FORWARDED, 1);
    bench.assertCounted(Event.FUEL_EXHAUSTED, 1);
  }

  @ParameterizedTest
  @CsvSource({"while (true) { }", "throw new IllegalStateException();"})
  void shouldHaveTheSessionsStateAsBeforeWhenThePacketEndsByExhaustionOrFault(String end) {
    RouterBench.Flow flow =
        flow(
            CompiledBundle.onPacket(
                """
                SessionState state = packet.sessionState();
                state.set(0, state.get(0) + 1);
                state.set(15, 7);
                if (packet.payloadByte(0) == 'x') {
                  state.set(0, 'Z');
                  state.set(0, 'Y');
                  %s
                }
                packet.replacePayload(new byte[] {(byte) ('0' + state.get(0))}, 0, 1);
                """
                    .formatted(end)));
    bench.pass(flow.next("a"), flow.next("x"), flow.next("b"));
    assertEquals(2, bench.io.sent.size());
    assertEquals("2", lastPayload(1));
  }

  @Test
  void shouldGiveTheSmallerOfGrantAndCode() {
    String loop = "int n = 0; for (int i = 0; i < 10_000; i++) n ^= i; packet.sessionState();";
    RouterBench.Flow flow = flow(CompiledBundle.onPacket(loop).attribute("Rosa-Fuel", "500"));
    flow.grant = new Grant(0, 10, Grant.ALL);
    bench.pass(flow.next("too little is granted"));
    bench.assertDropped(DropReason.FUEL_EXHAUSTED, 1);
    flow.grant = new Grant(0, 200, Grant.ALL);
    flow.session++;
    bench.pass(flow.next("enough"));
    flow.grant = new Grant(0, 0, Grant.ALL);
    flow.session++;
    bench.pass(flow.next("its own"));
    assertEquals(2, bench.io.sent.size());
    RouterBench.Flow small = flow(CompiledBundle.onPacket(loop).attribute("Rosa-Fuel", "10"));
    small.grant = new Grant(0, 200, Grant.ALL);
    bench.pass(small.next("the code wants less"));
    bench.assertDropped(DropReason.FUEL_EXHAUSTED, 2);
  }

  @Test
  void shouldStartAFreshInstanceWhenOneHasAllocatedItsMemory() {
    RouterBench.Flow flow =
        flow(
            app("""
            byte[] kept = {'0'};
            @Override public void onPacket(Packet packet) {
              byte[] next = new byte[40_000];
              next[0] = (byte) (kept[0] + 1);
              kept = next;
              packet.replacePayload(kept, 0, 1);
            }
            """)
                .attribute("Rosa-Memory", "64"));
    bench.pass(flow.next("a"));
    assertEquals("1", lastPayload(1));
    bench.pass(flow.next("b"));
    assertEquals("2", lastPayload(1));
    bench.pass(flow.next("c"));
    assertEquals("1", lastPayload(1));
  }

  @Test
  void shouldCountFaultsWhenCodeDoesNotStartAnew() {
    RouterBench.Flow flow =
        flow(
            app("""
            static final int[] STARTED = new int[1];
            @Override public void start(RouterContext router) {
              while (STARTED[0]++ > 0) { STARTED[0] = 5; }
            }
            @Override public void onPacket(Packet packet) {
              byte[] used = new byte[60_000];
              packet.replacePayload(used, 0, 1);
            }
            """)
                .attribute("Rosa-Memory", "64"));
    bench.pass(flow.next("a"), flow.next("b"), flow.next("c"), flow.next("d"));
    assertEquals(2, bench.io.sent.size());
    bench.assertDropped(DropReason.CODE_FAULT, 2);
  }

  @Test
  void shouldStartAFreshInstanceAsOftenAsPacketsPayForIt() {
    RouterBench.Flow flow =
        flow(
            app("""
            static final byte[] STARTED = {'0'};
            @Override public void start(RouterContext router) {
              int n = 0;
              for (int i = 0; i < 400_000; i++) n ^= i;
              STARTED[0]++;
            }
            @Override public void onPacket(Packet packet) {
              byte[] used = new byte[40_000];
              packet.replacePayload(STARTED, 0, 1);
            }
            """)
                .attribute("Rosa-Memory", "400")
                .attribute("Rosa-Fuel", "1000"));
    for (int i = 0; i < 40; i++) {
      bench.pass(flow.next("a"));
    }
    assertEquals(40, bench.io.sent.size());
    // A start takes more than three packets have, and ten packets use up the memory.
    int started = lastPayload(1).charAt(0) - '0';
    assertTrue(started > 2 && started <= 1 + 40 / 10, () -> "started " + started);
  }

  @ParameterizedTest
  @CsvSource({"Rosa-Fuel,10001", "Rosa-Memory,65537", "Rosa-Fuel,65536", "Rosa-Api-Version,2"})
  void shouldRefuseCodeThatAsksForMoreThanTheRouterGives(String attribute, String value) {
    RouterBench.Flow flow = flow(CompiledBundle.onPacket("").attribute(attribute, value));
    bench.pass(flow.next("a"));
    bench.assertDropped(DropReason.CODE_INVALID, 1);
  }
}
