package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.bundle.GeneratedBundle;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.ActivePacket;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Structure;
import dev.rosa.wire.active.Suite;
import dev.rosa.wire.ip.Ip;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;

@Tag("jdk")
class ExecutionEnvironmentTest {

  private static final Grant ALL = new Grant(0, 0, Grant.ALL);
  private static final Grant NOTHING = new Grant(0, 0, 0);

  private final ShownPackets packets = new ShownPackets();

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "packet.payloadByte(0);|FORWARD",
        "packet.replacePayload(new byte[] {9}, 0, 1);|MODIFIED",
        "packet.drop();|DROP",
        "packet.replacePayload(new byte[] {9}, 0, 1); packet.drop();|DROP",
        "throw new IllegalStateException();|FAULT",
        "onPacket(packet);|EXHAUSTED",
        "while (true) { }|EXHAUSTED",
        "throw new AssertionError();|FAULT",
        "int[][] a = new int[Integer.MAX_VALUE][]; a[0] = null;|EXHAUSTED",
        "packet.payloadByte(-1);|FAULT",
        "packet.payloadByte(4);|FAULT",
        "packet.copyPayload(1, new byte[9], 0, 4);|FAULT",
        "packet.copyPayload(0, new byte[2], 0, 3);|FAULT",
        "packet.replacePayload(new byte[101], 0, 101);|FAULT",
        "packet.replacePayload(new byte[1], 1, 1);|FAULT",
        "packet.sessionState().get(16);|FAULT",
        "Object o = packet; ((Runnable) o).run();|FAULT",
      })
  void shouldReportOutcomeWhenCodeRuns(String body, Outcome expected) throws BundleException {
    assertEquals(expected, load(CompiledBundle.onPacket(body)).run(packet(ALL)));
  }

  @Test
  void shouldNotLookUpWhatIsNeitherInTheBundleNorForActiveCode() throws BundleException {
    byte[] jar =
        new GeneratedBundle()
            .application(
                Opcodes.ACC_PUBLIC,
                "java/lang/Object",
                type ->
                    List.of("a/Nowhere", "no/Where", "java/lang/Process").forEach(type::newClass))
            .jar();
    try (CapturedLog log = CapturedLog.of(ExecutionEnvironment.class)) {
      environment.load(jar, CodeDigest.ofBundle(jar));
      assertEquals(List.of(), log.lines());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "packet.replacePayload(new byte[1], 0, 1);",
        "packet.drop();",
        "packet.sessionState();"
      })
  void shouldDenyWhenGrantLacksPermission(String call) throws BundleException {
    assertEquals(Outcome.FAULT, load(CompiledBundle.onPacket(call)).run(packet(NOTHING)));
    String caught = "try { %s } catch (PermissionDeniedException e) { }".formatted(call);
    assertEquals(Outcome.FORWARD, load(CompiledBundle.onPacket(caught)).run(packet(NOTHING)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "packet.payloadByte(0);",
        "packet.copyPayload(0, new byte[1], 0, 1);",
        "packet.replacePayload(new byte[1], 0, 1);"
      })
  void shouldDenyWhenPayloadIsNotReadable(String call) throws BundleException {
    PacketContext packet = packet(ALL, Suite.AES128_CTR_HMAC_SHA256);
    assertEquals(Outcome.FAULT, load(CompiledBundle.onPacket(call)).run(packet));
  }

  @Test
  void shouldShowPacketAndTakeReplacementWhenCodeRewrites() throws BundleException {
    LoadedCode code =
        load(
            CompiledBundle.onPacket(
                """
                byte[] b = new byte[packet.payloadLength() + 1];
                packet.copyPayload(0, b, 0, packet.payloadLength());
                b[4] = (byte) (packet.session() + packet.sequence() + packet.servicePort());
                packet.replacePayload(b, 0, 5);
                if (packet.payloadLength() != 5 || packet.payloadByte(4) != 16) throw new Error();
                """));
    PacketContext packet = packet(ALL);
    assertEquals(Outcome.MODIFIED, code.run(packet));
    packet.writeReplacement();
    Ip.refreshChecksumV4(packets.bytes(), 0);
    ActivePacket after = new ActivePacket();
    assertEquals(Structure.ACTIVE, after.wrap(packets.bytes(), 0, packets.bytes().getShort(2)));
    byte[] written = new byte[after.payloadLength()];
    packets.bytes().get(after.payloadOffset(), written);
    assertArrayEquals(new byte[] {0, 1, 2, (byte) 0xff, 16}, written);
    assertEquals(FailurePolicy.DROP, code.failurePolicy());
  }

  @Test
  void shouldSumCountersWhenCodeIsLoadedForSeveralWorkers() throws BundleException {
    LoadedCode code = load(counting("packets"));
    code.run(packet(ALL));
    code.run(packet(ALL));
    load(counting("packets")).run(packet(ALL));
    assertEquals(
        Map.of(code.digest().hex(), Map.of("packets", 3L)), environment.applicationCounters());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "1a", "a b", "a-b", "é", "_a"})
  void shouldRefuseWhenCounterHasAnotherName(String counterName) {
    BundleException refusal =
        assertThrows(BundleException.class, () -> load(counting(counterName)));
    assertTrue(refusal.getMessage().contains("does not start"), refusal::getMessage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static { if (true) throw new Error(\"a\\nforged line\"); }",
        "{ if (true) throw new IllegalStateException(); }",
        "int[] a = new int[Integer.MAX_VALUE];",
        "public void start(dev.rosa.api.RouterContext r) { start(r); }",
        "public void start(dev.rosa.api.RouterContext r) { throw new AssertionError(); }",
      })
  void shouldRefuseWhenCodeFailsToStart(String member) {
    CompiledBundle bundle =
        CompiledBundle.of(
            "net.example.App",
            """
            package net.example;
            public class App implements dev.rosa.api.ActiveApplication {
              %s
              @Override public void onPacket(dev.rosa.api.Packet packet) {}
            }
            """
                .formatted(member));
    BundleException refusal = assertThrows(BundleException.class, () -> load(bundle));
    assertTrue(
        refusal
            .getMessage()
            .matches(
                "entry class net\\.example\\.App does not start: (java\\.lang\\..*|it uses up its"
                    + " .*)"),
        refusal::getMessage);
    assertFalse(refusal.getMessage().contains("forged"), refusal::getMessage);
  }

  @Test
  void shouldRefusePacketWhenReadFromAnotherThreadOrLater() throws InterruptedException {
    PacketContext packet = packet(ALL);
    Throwable[] seen = new Throwable[1];
    Thread thief = new Thread(() -> packet.payloadByte(0));
    thief.setUncaughtExceptionHandler((thread, thrown) -> seen[0] = thrown);
    thief.start();
    thief.join();
    assertEquals(IllegalStateException.class, seen[0].getClass());
    packet.payloadByte(0);
    packet.forget();
    assertThrows(IllegalStateException.class, packet::payloadLength);
    assertThrows(IllegalStateException.class, () -> packet.get(0));
  }

  @Test
  void shouldRefuseWhenDigestIsAnother() {
    byte[] jar = CompiledBundle.onPacket("").jar();
    CodeDigest digest = CodeDigest.ofBundle(jar);
    jar[jar.length / 2] ^= 1;
    BundleException refusal =
        assertThrows(BundleException.class, () -> environment.load(jar, digest));
    assertTrue(refusal.getMessage().contains(", not " + digest.hex()), refusal::getMessage);
  }

  @Test
  void shouldRefuseWhenListForbidsCode() {
    CompiledBundle evil = CompiledBundle.onPacket("System.exit(1);");
    BundleException refusal = assertThrows(BundleException.class, () -> load(evil));
    assertTrue(refusal.getMessage().contains("(App.java:5)"), refusal::getMessage);
  }

  @Test
  void shouldRunLanguageFeaturesWhenTheyNeedLinkage() throws BundleException {
    LoadedCode code =
        load(
            CompiledBundle.onPacket(
                """
                record P(int x, String y) {}
                enum E { A, B }
                String s = "a" + packet.sequence() + new P(1, "b");
                java.util.function.Supplier<String> f = () -> s + E.valueOf("B");
                if (!new P(1, "b").equals(new P(1, "b")) || f.get().isEmpty()) throw new Error();
                switch (E.B) { case A -> throw new Error(); case B -> packet.drop(); }
                assert s != null;
                var m = new java.util.TreeMap<Integer, String>(java.util.Comparator.reverseOrder());
                m.put(1, "a"); m.computeIfAbsent(2, i -> "n" + i); m.forEach((k, v) -> k.hashCode());
                """));
    assertEquals(Outcome.DROP, code.run(packet(ALL)));
  }

  @Test
  void shouldKeepCodesApartWhenTheyHaveClassesOfOneName() throws BundleException {
    LoadedCode drops = load(CompiledBundle.onPacket("packet.drop();"));
    LoadedCode forwards = load(CompiledBundle.onPacket(""));
    assertEquals(Outcome.DROP, drops.run(packet(ALL)));
    assertEquals(Outcome.FORWARD, forwards.run(packet(ALL)));
  }

  @Test
  void shouldUnloadClassesWhenCodeIsWithdrawn() throws BundleException, InterruptedException {
    LoadedCode code = load(counting("packets"));
    code.run(packet(ALL));
    WeakReference<LoadedCode> reference = new WeakReference<>(code);
    code = null;
    for (int i = 0; i < 50 && reference.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
    }
    assertNull(reference.get());
  }

  static CompiledBundle counting(String counter) {
    return counting(counter, "1");
  }

  private static CompiledBundle counting(String counter, String amount) {
    return CompiledBundle.of(
        "net.example.App",
        """
        package net.example;
        import dev.rosa.api.*;
        public class App implements ActiveApplication {
          private Counter counter;
          @Override public void start(RouterContext router) {
            counter = router.counter("%s");
          }
          @Override public void onPacket(Packet packet) {
            counter.add(%s);
          }
        }
        """
            .formatted(counter, amount));
  }

  @Test
  void shouldShareClassesBetweenWorkersAndAddUpWhatTheyCount() throws BundleException {
    LoadedCode one = load(counting("seen"));
    LoadedCode two = load(counting("seen"));
    assertEquals(one.code().startable(), two.code().startable());
    one.run(packet(new Grant(0, 0, Grant.ALL)));
    two.run(packet(new Grant(0, 0, Grant.ALL)));
    environment.prewarmInstance(one).run(packet(new Grant(0, 0, Grant.ALL)));
    assertEquals(Map.of("seen", 2L), environment.applicationCounters().get(one.digest().hex()));
  }

  @Test
  void shouldKeepTheLargestNumberWhenCountersGrowBeyondIt() throws BundleException {
    LoadedCode code = load(counting("seen", "Long.MAX_VALUE"));
    code.run(packet(ALL));
    code.run(packet(ALL));
    Map<String, Long> largest = Map.of("seen", Long.MAX_VALUE);
    assertEquals(largest, environment.applicationCounters().get(code.digest().hex()));
    load(counting("seen", "Long.MAX_VALUE")).run(packet(ALL));
    assertEquals(largest, environment.applicationCounters().get(code.digest().hex()));
  }

  private LoadedCode load(CompiledBundle bundle) throws BundleException {
    byte[] jar = bundle.jar();
    return environment.load(jar, CodeDigest.ofBundle(jar));
  }

  private PacketContext packet(Grant grant) {
    return packets.next(grant, Suite.HMAC_SHA256);
  }

  private PacketContext packet(Grant grant, Suite suite) {
    return packets.next(grant, suite);
  }

  @Test
  void shouldNotRunCodeThatFailedTooOftenOnAUsersPackets() throws BundleException {
    CodeBreaker.Limits limits = new CodeBreaker.Limits(2, Duration.ofMinutes(1));
    ExecutionEnvironment strict =
        new ExecutionEnvironment(
            "r1", BundleLimits.defaults(), new BytecodeLane(), limits, WorkerClock.system());
    byte[] jar = CompiledBundle.onPacket("if (packet.isPayloadReadable()) while (true) { }").jar();
    String digest = CodeDigest.ofBundle(jar).hex();
    LoadedCode one = strict.load(jar, CodeDigest.ofBundle(jar));
    LoadedCode other = strict.load(jar, CodeDigest.ofBundle(jar));
    assertEquals(Outcome.FORWARD, one.run(packet(NOTHING, Suite.AES128_CTR_HMAC_SHA256)));
    assertEquals(Outcome.EXHAUSTED, one.run(packet(ALL)));
    assertEquals(Outcome.EXHAUSTED, other.run(packet(ALL)));
    assertEquals(Outcome.STOPPED, one.run(packet(NOTHING, Suite.AES128_CTR_HMAC_SHA256)));
    CodeReport report = strict.reports().get(digest);
    assertEquals(3, report.packets());
    assertEquals(2, report.exhausted().get(Shortage.FUEL));
    assertEquals(1, report.leftOut());
    assertEquals(Optional.empty(), report.stop());
    assertEquals("fuel", report.stopsOfUsers().get(0).failure());
    assertEquals(0, strict.resume("00000000"));
    assertEquals(1, strict.resume(digest.substring(0, 8)));
    assertEquals(Outcome.FORWARD, one.run(packet(NOTHING, Suite.AES128_CTR_HMAC_SHA256)));
  }
}
