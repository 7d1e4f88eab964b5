package dev.rosa.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.rosa.api.ActiveApplication;
import dev.rosa.api.SessionState;
import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.BundleClassLoader;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.metering.run.Budget;
import dev.rosa.metering.run.MeteredClasses;
import dev.rosa.metering.run.MeteredInstance;
import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples answer every packet as they do without meters, within their budgets. */
@Tag("jdk")
class MeteredExamplesTest {

  private static final Path HOME = Path.of("").toAbsolutePath().getParent();
  private static final AllowList LIST = AllowList.builtIn();
  private static final int PACKETS = 2_000;

  private final Random random = new Random(41);

  private static CodeBundle example(String name, String entryClass) throws Exception {
    CompiledBundle bundle = null;
    Path sources = HOME.resolve("examples").resolve(name).resolve("src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        String type = sources.relativize(file).toString().replace(".java", "").replace('/', '.');
        String text = Files.readString(file);
        bundle =
            bundle == null
                ? CompiledBundle.of(type, text).attribute("Rosa-Entry-Class", entryClass)
                : bundle.source(type, text);
      }
    }
    return CodeBundle.open(bundle.jar(), BundleLimits.defaults());
  }

  private byte[] payload() {
    byte[] payload = new byte[random.nextInt(1_300)];
    random.nextBytes(payload);
    // RTP with u-law or the like in most of them.
    List<Integer> head = List.of(0x80, random.nextInt(4) == 0 ? 0 : 96);
    for (int i = 0; i < head.size() && i < payload.length && random.nextInt(8) > 0; i++) {
      payload[i] = head.get(i).byteValue();
    }
    return payload;
  }

  @ParameterizedTest
  @CsvSource({
    "counter,dev.rosa.examples.counter.PacketCounter",
    "transcoder,dev.rosa.examples.transcoder.Transcoder"
  })
  void shouldAnswerAsWithoutMeters(String name, String entryClass) throws Throwable {
    CodeBundle bundle = example(name, entryClass);
    RecordingPacket router = new RecordingPacket(new byte[0]);
    ClassLoader loader = new BundleClassLoader("plain", LIST, bundle.classes());
    ActiveApplication plain =
        Class.forName(entryClass, true, loader)
            .asSubclass(ActiveApplication.class)
            .getConstructor()
            .newInstance();
    plain.start(router);
    MeteredClasses classes = MeteredClasses.of(bundle, LIST, "metered");
    Budget loading = Budget.ofLoading(bundle.budgets());
    classes.initialise(loading);
    MeteredInstance metered = classes.start(new RecordingPacket(new byte[0]), loading);
    Budget budget = Budget.ofPacket(bundle.budgets());
    for (int i = 0; i < PACKETS; i++) {
      byte[] payload = payload();
      RecordingPacket one = new RecordingPacket(payload);
      RecordingPacket other = new RecordingPacket(payload);
      plain.onPacket(one);
      assertNull(metered.run(other, budget.fuel(), budget.memory()));
      assertSame(one, other);
    }
  }

  private static void assertSame(RecordingPacket one, RecordingPacket other) {
    assertArrayEquals(one.payload(), other.payload());
    assertEquals(one.isDropped(), other.isDropped());
    for (int slot = 0; slot < SessionState.SLOTS; slot++) {
      assertEquals(one.get(slot), other.get(slot));
    }
  }
}
