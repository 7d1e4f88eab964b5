package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.measure.Machine;
import dev.rosa.provider.measure.MeasurementFile;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AutoChoiceTest {

  private static final Set<Suite> MD5 = Set.of(Suite.HMAC_MD5);

  /** Batches in which both contenders give their known answers. */
  private static final int KNOWN_ANSWERS = 2 * 672;

  @TempDir private Path folder;
  private final FakeWorld world = new FakeWorld();
  private Path kept;
  private FakeEngines slow;
  private FakeEngines fast;

  @BeforeEach
  void twoEngines() {
    kept = folder.resolve("providers.measured.json");
    slow = world.engine("slow", 9_000);
    fast = world.engine("fast", 3_000);
  }

  @Test
  void shouldLetTheFastestServeAndSaySoWithItsNanoseconds() throws Exception {
    try (CapturedLog log = CapturedLog.of(ProviderRegistry.class)) {
      ProviderRegistry registry = start();
      assertEquals("HMAC-MD5=fast(auto,2026-11-21T03:50:00Z)", registry.summary(MD5));
      assertEquals(List.of("slow", "fast"), registry.tried(Suite.HMAC_MD5));
      assertEquals(
          1,
          log.linesWith("INFO HMAC-MD5: fast, 6000 ns a packet, slow 18000").size(),
          log::toString);
      assertEquals(1, log.linesWith("INFO measured 1 suites in").size());
    }
  }

  @Test
  void shouldNotMeasureWhenThisMachineWasMeasuredBefore() throws Exception {
    start();
    int batches = world.batches();
    slow.nanosPerPacket = 200;
    world.now = FakeWorld.NOW.plusSeconds(86_400);
    ProviderRegistry again = start();
    assertEquals("HMAC-MD5=fast(auto,2026-11-21T03:50:00Z)", again.summary(MD5));
    assertEquals(KNOWN_ANSWERS, world.batches() - batches);
  }

  @Test
  void shouldMeasureAnewWhenWhatItDependsOnChanges() throws Exception {
    start();
    List<Runnable> changes =
        List.of(
            () -> world.machine = new Machine("Other CPU", "aes avx2", 2, "Test VM 17"),
            () -> world.machine = new Machine("Other CPU", "aes", 2, "Test VM 17"),
            () -> world.machine = new Machine("Other CPU", "aes", 4, "Test VM 17"),
            () -> world.machine = new Machine("Other CPU", "aes", 4, "Test VM 25"),
            () -> slow.version = "2");
    for (Runnable change : changes) {
      change.run();
      world.now = world.now.plusSeconds(60);
      assertEquals("HMAC-MD5=fast(auto," + world.now + ")", start().summary(MD5));
    }
    world.now = world.now.plusSeconds(60);
    String summary = start(auto("sizes='64'")).summary(MD5);
    assertEquals("HMAC-MD5=fast(auto," + world.now + ")", summary);
  }

  @Test
  void shouldMeasureAnewWhenAnOptionalContenderIsAbsentAndWhenItIsBack() throws Exception {
    String xml = auto("").replace("'fast'", "'fast' optional='true'");
    start(xml);
    fast.absence = "the processor lacks AVX-512";
    assertEquals("HMAC-MD5=slow", start(xml).summary(MD5));
    fast.absence = null;
    assertEquals("fast", start(xml).servedBy().get(Suite.HMAC_MD5));
  }

  @Test
  void shouldNeitherMeasureNorWriteWhenOnlyLookedAt() throws Exception {
    ProviderRegistry looked = load(auto(""), world.checking());
    assertEquals("HMAC-MD5=slow", looked.summary(MD5));
    assertFalse(Files.exists(kept));
    assertEquals(KNOWN_ANSWERS, world.batches());
  }

  @Test
  void shouldSayWhatWasMeasuredBeforeWhenOnlyLookedAt() throws Exception {
    start();
    assertEquals("fast", load(auto(""), world.checking()).servedBy().get(Suite.HMAC_MD5));
  }

  @Test
  void shouldMeasureAtEveryStartWhenThereIsNoFileToKeepItIn() throws Exception {
    String xml = auto("").replace("measured='providers.measured.json'", "");
    start(xml);
    slow.nanosPerPacket = 200;
    assertEquals("slow", start(xml).servedBy().get(Suite.HMAC_MD5));
    try (var files = Files.list(folder)) {
      assertEquals(List.of("providers.xml"), files.map(f -> f.getFileName().toString()).toList());
    }
  }

  @Test
  void shouldNotMeasureWhenThereIsNoChoice() throws Exception {
    String xml = auto("").replace("<serve provider='slow'/>", "");
    assertEquals("HMAC-MD5=fast", start(xml).summary(MD5));
    assertFalse(Files.exists(kept));
  }

  @Test
  void shouldKeepTheFileForItsOwnerAlone() throws Exception {
    start();
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)));
    try (var files = Files.list(folder)) {
      assertEquals(2, files.count(), "nothing but the configuration and the measurements");
    }
  }

  @Test
  void shouldIgnoreABrokenFileWithAWarningAndReplaceIt() throws Exception {
    start();
    String whole = Files.readString(kept);
    String big = " ".repeat(MeasurementFile.MAX_BYTES) + whole;
    List<String> broken =
        List.of(
            "",
            "{",
            "[]",
            "null",
            "{\"suites\":7}",
            "{\"suites\":{\"HMAC-MD6\":{}}}",
            "{\"suites\":{\"HMAC-MD5\":{}}}",
            whole.replace("6000.0", "-1"),
            whole.replace("6000.0", "\"x\""),
            whole.replace("2026-", "soon-"),
            whole.replace("\"chosen\" : \"fast\"", "\"chosen\" : \"nobody\""),
            whole.replace("\"chosen\" : \"fast\"", "\"chosen\" : [\"fast\"]"),
            whole.substring(0, whole.length() / 2),
            whole + whole,
            "[".repeat(1_000),
            big);
    for (String content : broken) {
      Files.writeString(kept, content);
      try (CapturedLog log = CapturedLog.of(MeasurementFile.class)) {
        assertEquals("fast", start().servedBy().get(Suite.HMAC_MD5), content);
        assertEquals(
            1, log.linesWith("WARN " + kept + " does not hold measurements").size(), content);
      }
      assertEquals(whole, Files.readString(kept));
    }
  }

  @Test
  void shouldMeasureAnewWhenTheFileNamesSomebodyWhoIsNoContender() throws Exception {
    start();
    Files.writeString(kept, Files.readString(kept).replace("\"fast\"", "\"SunJCE\""));
    assertEquals("fast", start().servedBy().get(Suite.HMAC_MD5));
  }

  @Test
  void shouldServeAllTheSameWhenTheFileCannotBeWritten() throws Exception {
    String xml = auto("").replace("providers.measured.json", "no/such/folder/m.json");
    try (CapturedLog log = CapturedLog.of(MeasurementFile.class)) {
      assertEquals("fast", start(xml).servedBy().get(Suite.HMAC_MD5));
      assertEquals(1, log.linesWith("the next start measures again").size());
    }
  }

  @Test
  void shouldKeepWhatIsKnownOfOtherSuites() throws Exception {
    start();
    start(auto("").replace("HMAC-MD5", "HMAC-SHA1"));
    world.now = FakeWorld.NOW.plusSeconds(5);
    assertEquals("HMAC-MD5=fast(auto,2026-11-21T03:50:00Z)", start().summary(MD5));
  }

  @Test
  void shouldRefuseAContenderThatIsOnlyRightWithOnePacketAtATime() {
    fast.wrongFromBatch = 64;
    ProviderException refused = assertThrows(ProviderException.class, this::start);
    assertEquals(
        folder.resolve("providers.xml")
            + ":4: provider fast gives a wrong answer for HMAC-MD5: packet 1 of a session, payload"
            + " of 0 bytes: is sealed wrongly, in a batch of 64",
        refused.getMessage());
    assertFalse(Files.exists(kept));
  }

  @Test
  void shouldMeasureWithTheRoutersBatchBesidesTheUsualOne() throws Exception {
    fast.wrongFromBatch = 200;
    assertEquals("fast", start(auto("batch='8'")).servedBy().get(Suite.HMAC_MD5));
    ProviderException refused =
        assertThrows(ProviderException.class, () -> start(auto("batch='256'")));
    assertTrue(refused.getMessage().endsWith("in a batch of 256"), refused.getMessage());
  }

  @Test
  void shouldNotKeepWhatWasMeasuredWhileTheCompilerWasBehind() throws Exception {
    world.warmth = new EngineRace.Warmth(() -> true, 0);
    try (CapturedLog log = CapturedLog.of(ProviderRegistry.class)) {
      assertEquals("fast", start().servedBy().get(Suite.HMAC_MD5));
      assertEquals(1, log.linesWith("too busy to compile: not kept").size());
    }
    assertFalse(Files.exists(kept));
  }

  @Test
  void shouldNotTakeMuchLongerThanItsBudget() throws Exception {
    slow.nanosPerPacket = 900;
    fast.nanosPerPacket = 300;
    long before = world.nanos.getAsLong();
    start();
    long took = world.nanos.getAsLong() - before;
    assertTrue(took < Duration.ofMillis(15).toNanos(), "took ns " + took);
  }

  private ProviderRegistry start() throws Exception {
    return start(auto(""));
  }

  private ProviderRegistry start(String xml) throws Exception {
    return load(xml, world.serving());
  }

  private ProviderRegistry load(String xml, Conditions conditions) throws Exception {
    Path file = Files.writeString(folder.resolve("providers.xml"), xml);
    return ProviderRegistry.load(file, conditions);
  }

  private static String auto(String attributes) {
    return """
    <providers measured='providers.measured.json'>
      <suite name='HMAC-MD5' choose='auto' %s>
        <serve provider='slow'/>
        <serve provider='fast'/>
      </suite>
    </providers>
    """
        .formatted(attributes);
  }
}
