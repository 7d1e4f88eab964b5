package dev.rosa.code;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.endtoend.Figures;
import dev.rosa.metering.Exhausted;
import dev.rosa.testkit.CompiledBundle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Mutated class files: each is refused in one line, or admitted, metered, linked and run within its
 * budgets; and nothing that is admitted refers to a forbidden member.
 */
class CodeFuzzTest {

  private static final long FILES = Long.getLong("rosa.code.files", 3_000);
  private static final long SEED = Long.getLong("rosa.code.seed", 1);
  private static final int FUEL = 50_000;
  private static final long MEMORY = 1 << 20;

  private static final String APPLICATION =
      """
      package net.example;
      import dev.rosa.api.*;
      import java.util.*;
      public class App implements ActiveApplication {
        private enum Kind { ODD, EVEN }
        private record Seen(Kind kind, long count) {}
        private static final int[] TABLE = {1, 2, 3};
        private final Map<String, Seen> seen = new HashMap<>();
        private long total;
        @Override public void onPacket(Packet packet) {
          Kind kind = packet.sequence() % 2 == 0 ? Kind.EVEN : Kind.ODD;
          seen.merge(kind.name() + seen.size(), new Seen(kind, 1),
              (a, b) -> new Seen(a.kind(), a.count() + b.count()));
          int[] copy = TABLE.clone();
          for (int i = 0; i < packet.payloadLength(); i++) {
            total += copy[i % 3] * packet.payloadByte(i) / (i + 1L);
          }
          switch (kind) {
            case ODD -> seen.keySet().forEach(k -> total += k.length());
            default -> { try { seen.clear(); } catch (RuntimeException e) { total--; } }
          }
          StringBuilder text = new StringBuilder("t").append(total).append(kind);
          Object o = text.length() > 3 ? (Object) text.toString() : copy;
          if (o instanceof String s && s.indexOf('9') < 0) { packet.drop(); }
        }
      }
      """;

  private final List<String> accepted = new ArrayList<>();
  private long admitted;
  private long refused;
  private long exhausted;

  @Test
  void shouldRefuseOrContainEveryMutatedClassFile() throws Exception {
    List<CompiledBundle> genuine =
        List.of(
            CompiledBundle.of("net.example.App", APPLICATION),
            ProgramWriter.bundle(3, ProgramWriter.Style.RICH),
            ProgramWriter.bundle(4, ProgramWriter.Style.RICH));
    MeteredProgram.onWorker(
        () -> {
          for (CompiledBundle bundle : genuine) {
            mutate(bundle.classFiles(), FILES / genuine.size());
          }
          return null;
        });
    Figures.of("fuzz")
        .put("files", refused + admitted)
        .put("admitted", admitted)
        .put("of those exhausted", exhausted)
        .put("forbidden members", accepted.size())
        .put("seed", SEED)
        .write();
    assertEquals(List.of(), accepted);
    assertTrue(admitted > FILES / 100, () -> "admitted: " + admitted);
  }

  @Test
  void shouldFindForbiddenMembersWithoutTheVerifier() {
    CompiledBundle bundle =
        CompiledBundle.onPacket(
            "System.exit(1); Runnable r = System::gc; Object o = new java.io.File[1];"
                + " try { r.run(); } catch (StackOverflowError e) { hashCode(); }");
    List<String> forbidden = SecondScan.forbidden(bundle.classFiles().values());
    String all = String.join("\n", forbidden);
    assertTrue(all.contains("owner=java/lang/System, name=exit, descriptor=(I)V"), all);
    assertTrue(all.contains("owner=java/lang/System, name=gc"), all);
    assertTrue(all.contains("owner=java/io/File, name=,"), all);
    assertTrue(all.contains("owner=java/lang/StackOverflowError, name=,"), all);
    assertEquals(4, forbidden.size(), all);
  }

  private void mutate(Map<String, byte[]> genuine, long files) {
    List<String> paths = List.copyOf(genuine.keySet());
    List<ClassFileMutation> mutations = new ArrayList<>();
    genuine.values().forEach(file -> mutations.add(new ClassFileMutation(file)));
    SplittableRandom random = new SplittableRandom(SEED);
    for (long i = 0; i < files; i++) {
      int changed = random.nextInt(paths.size());
      Map<String, byte[]> all = new LinkedHashMap<>();
      all.put("META-INF/MANIFEST.MF", manifest());
      all.putAll(genuine);
      all.put(paths.get(changed), mutations.get(changed).next(random));
      String what = "%s, %d of seed %d".formatted(paths.get(changed), i, SEED);
      examine(CompiledBundle.zipUncompressed(all), what);
    }
  }

  private static byte[] manifest() {
    String text = "Manifest-Version: 1.0\r\nRosa-Entry-Class: net.example.App\r\n\r\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  // Code throws what it likes.
  @SuppressWarnings("CatchThrowable")
  private void examine(byte[] jar, String what) {
    try {
      CodeBundle bundle = MeteredProgram.admit(jar);
      admitted++;
      for (String member : SecondScan.forbidden(bundle.classes().values())) {
        accepted.add(what + ": " + member);
      }
      MeteredProgram program = MeteredProgram.load(jar);
      exhausted += program.run(new byte[] {1, 2, 3, 4, 5}, FUEL, MEMORY).isExhausted() ? 1 : 0;
    } catch (BundleException e) {
      refused++;
      assertTrue(e.getMessage().lines().count() == 1, what);
    } catch (Exhausted e) {
      exhausted++;
    } catch (VerifyError | ClassFormatError | InternalError e) {
      throw new AssertionError(what + ": the metered classes are refused by the JVM", e);
    } catch (Throwable fault) {
      requireNoDefect(what, fault);
    }
  }

  /** What code throws is its own; a failure of metering has its classes on top. */
  private static void requireNoDefect(String what, Throwable fault) {
    StackTraceElement[] trace = fault.getStackTrace();
    boolean ofMetering =
        trace.length > 0 && trace[0].getClassName().startsWith("dev.rosa.metering.instrument");
    if (ofMetering) {
      throw new AssertionError(what + ": metering fails", fault);
    }
  }
}
