package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.admission.Admission;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.testkit.CompiledBundle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules beside the list of members: author, Code Server and router give the same answer. */
@Tag("jdk")
class AdmissionTest {

  private static final Admission ADMISSION = new Admission(BundleLimits.defaults());

  private static CompiledBundle withMember(String member) {
    return CompiledBundle.of(
        "net.example.App",
        """
        package net.example;
        public class App implements dev.rosa.api.ActiveApplication {
          %s
          @Override public void onPacket(dev.rosa.api.Packet packet) {}
        }
        """
            .formatted(member));
  }

  private static String refusal(byte[] jar) {
    return assertThrows(BundleException.class, () -> ADMISSION.admit(jar, () -> false))
        .getMessage();
  }

  private static List<Finding> findings(byte[] jar) {
    List<Finding> all = new ArrayList<>();
    ADMISSION.report(jar, all::add);
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "static int count;|has a static field count that is not final: all workers share it",
        "private static volatile long l;|has a static field l that is not final",
        "static final java.util.List<String> KEPT = new java.util.ArrayList<>();"
            + "|has a static field KEPT of type java.util.List, which can be changed",
        "static final Object LOCK = new Object();|has a static field LOCK of type java.lang.Object",
        "static final byte[][] TABLE = {{1}};|has a static field TABLE of type byte[][]",
        "static final String[] NAMES = {\"a\"};|has a static field NAMES of type"
            + " java.lang.String[]",
        "static final Runnable R = () -> {};|has a static field R of type java.lang.Runnable",
        "interface I { java.util.Map<String, String> M = new java.util.HashMap<>(); }"
            + "|has a static field M of type java.util.Map",
        "enum E { A; int seen; }|has a field of an enum, seen that is not final",
        "enum E { A; final byte[][] kept = new byte[9][]; }"
            + "|has a field of an enum, kept of type byte[][]",
        "enum E { A { int seen; }; }|has a field of an enum, seen that is not final",
      })
  void shouldRefuseWhenAllWorkersWouldShareWhatCanBeChanged(String member, String expected) {
    String message = refusal(withMember(member).jar());
    assertTrue(message.startsWith("net.example.App"), message);
    assertTrue(message.contains("(App.java)"), message);
    assertTrue(message.contains(expected), message);
    assertTrue(
        message.endsWith(
            "; use a field of the application's instance, or" + " packet.sessionState()"),
        message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static final int MOST = 9;",
        "static final String NAME = \"a\" + new StringBuilder(\"b\");",
        "static final int[] TABLE = new int[256]; static { TABLE[1] = 2; }",
        "enum E { A, B; static final E FIRST = A; } static final E ONE = E.B;",
        "enum E { A(1) { @Override int f() { return 2; } }; final int n; E(int n) { this.n = n; }"
            + " int f() { return n; } }",
        "enum E { A } int f(E e) { return switch (e) { case A -> 1; }; }",
        "void f() { assert hashCode() == 1; }",
        "record R(int a) { static final int B = 2; }",
      })
  void shouldAdmitWhenStaticFieldsAreConstants(String member) {
    assertDoesNotThrow(() -> ADMISSION.admit(withMember(member).jar(), () -> false));
  }

  /** Compilers let a handler of {@code finally} cover its own first store. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "try { packet.drop(); } catch (RuntimeException e) { packet.drop(); } finally {"
            + " packet.payloadByte(0); }",
        "for (int i = 0; i < 9; i++) { try { try { if (i == 3) continue; packet.drop(); } finally {"
            + " if (i == 4) break; } } catch (IllegalStateException | ArithmeticException e) {"
            + " packet.drop(); } finally { packet.payloadByte(0); } }",
        "try (AutoCloseable a = () -> {}; AutoCloseable b = () -> {}) { packet.drop(); } catch"
            + " (Exception e) { return; } finally { packet.drop(); }",
      })
  void shouldAdmitHandlersThatCompilersWrite(String body) {
    assertDoesNotThrow(() -> ADMISSION.admit(CompiledBundle.onPacket(body).jar(), () -> false));
  }

  /** What both values have in common is named in the class file's table of frames alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "flag ? \"a\" : Integer.valueOf(1)",
        "flag ? new int[1] : new long[1]",
        "flag ? new int[1] : \"a\"",
        "flag ? new java.util.ArrayList<Long>() : Integer.valueOf(1)",
        "flag ? new java.util.ArrayList<Long>() : new java.util.HashMap<Long, Long>()",
        "flag ? Integer.valueOf(1) : new StringBuilder()",
        "flag ? new IllegalStateException() : \"a\"",
        "flag ? new java.util.ArrayList<Long>() : new java.util.ArrayDeque<Long>()",
        "flag ? new java.util.HashMap<Long, Long>() : new java.util.TreeMap<Long, Long>()",
        "flag ? new java.util.HashSet<Long>() : new java.util.TreeSet<Long>()",
        "flag ? new java.util.PriorityQueue<Long>() : new java.util.ArrayDeque<Long>()",
        "flag ? new IllegalStateException() : new ArithmeticException()",
        "flag ? new java.util.Random(1) : new java.util.SplittableRandom(1)",
        "flag ? new java.util.zip.CRC32() : new java.util.zip.Adler32()",
      })
  void shouldAdmitValuesOfTwoTypes(String value) {
    String body =
        "boolean flag = packet.payloadByte(0) == 0; var both = %s; Object same = both;"
            .formatted(value);
    assertDoesNotThrow(() -> ADMISSION.admit(CompiledBundle.onPacket(body).jar(), () -> false));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "Rosa-Api-Version|2|Rosa-Api-Version is '2', this build knows version 1",
        "Rosa-Api-Version|one|Rosa-Api-Version is 'one', this build knows version 1",
        "Rosa-Fuel|65536|Rosa-Fuel is '65536', expected a number from 1 to 65535, in thousands of"
            + " units a packet",
        "Rosa-Fuel|0|Rosa-Fuel is '0', expected a number from 1 to 65535",
        "Rosa-Fuel|-1|Rosa-Fuel is '-1', expected a number from 1 to 65535",
        "Rosa-Memory|99999999999|Rosa-Memory is '99999999999', expected a number from 1 to 262144,"
            + " in KiB",
        "rosa-entry-class|net.example.Other|has rosa-entry-class twice, 'net.example.App' and"
            + " 'net.example.Other'; keep one of them",
      })
  void shouldRefuseWhenManifestAsksForMoreThanThereIs(String name, String value, String expected) {
    String message = refusal(CompiledBundle.onPacket("").attribute(name, value).jar());
    assertTrue(message.startsWith("META-INF/MANIFEST.MF"), message);
    assertTrue(message.contains(expected), message);
  }

  @Test
  void shouldReadBudgetsOfManifest() throws BundleException {
    byte[] jar =
        CompiledBundle.onPacket("")
            .attribute("Rosa-Api-Version", "1")
            .attribute("Rosa-Fuel", "250")
            .attribute("Rosa-Memory", "64")
            .jar();
    assertEquals(new CodeBudgets(1, 250, 64), ADMISSION.admit(jar, () -> false).budgets());
    CodeBundle silent = ADMISSION.admit(CompiledBundle.onPacket("").jar(), () -> false);
    assertEquals(CodeBudgets.defaults(), silent.budgets());
  }

  @Test
  void shouldRefuseWhenContinuedNameHidesSecondEntryClass() {
    String manifest =
        String.join(
            "\r\n",
            "Manifest-Version: 1.0",
            "Rosa-Entry-Class: net.example.App",
            "Rosa-Entry-Cl",
            " ass: net.example.App",
            "",
            "");
    byte[] app = CompiledBundle.onPacket("").classFiles().get("net/example/App.class");
    byte[] jar =
        CompiledBundle.zip(
            Map.of(
                "META-INF/MANIFEST.MF",
                manifest.getBytes(StandardCharsets.US_ASCII),
                "net/example/App.class",
                app));
    assertTrue(refusal(jar).contains("has Rosa-Entry-Class twice"));
  }

  @Test
  void shouldReportAllFindingsWithPlaceAndAdvice() {
    byte[] jar =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                public class App implements dev.rosa.api.ActiveApplication {
                  static long last;
                  @Override public void onPacket(dev.rosa.api.Packet packet) {
                    last = System.nanoTime();
                    synchronized (this) {
                      packet.drop();
                    }
                    new Other().run();
                  }
                }
                """)
            .source(
                "net.example.Other",
                """
                package net.example;
                class Other {
                  void run() {
                    System.gc();
                  }
                }
                """)
            .attribute("Rosa-Fuel", "none")
            .jar();
    List<Finding> all = findings(jar);
    List<String> texts = all.stream().map(Finding::text).toList();
    String list = String.join("\n", texts);
    assertTrue(texts.get(0).startsWith("META-INF/MANIFEST.MF: Rosa-Fuel is 'none'"), list);
    assertTrue(
        all.contains(
            new Finding(
                "net.example.App",
                "onPacket",
                "App.java",
                5,
                "uses java.lang.System.nanoTime(), which is neither in the bundle nor on the list"
                    + " of what active code may use",
                "code has no clock; use packet.sequence()")),
        list);
    assertTrue(list.contains("(App.java:6) has a synchronized block"), list);
    assertTrue(list.contains("net.example.App (App.java) has a static field last"), list);
    assertTrue(list.contains("net.example.Other.run (Other.java:4) uses java.lang.System.gc"));
  }

  @Test
  void shouldGiveTheFirstFindingAsTheRefusal() {
    byte[] jar = CompiledBundle.onPacket("System.gc(); System.exit(1);").jar();
    assertEquals(findings(jar).get(0).text(), refusal(jar));
    assertEquals(2, findings(jar).size());
  }

  @Test
  void shouldReportWhatPreventsOpening() {
    assertEquals(
        "not a jar (a zip file without prefix and comment was expected)",
        findings(new byte[99]).get(0).text());
  }

  @Test
  void shouldReportNothingWhenBundleIsGood() {
    assertEquals(List.of(), findings(CompiledBundle.onPacket("packet.drop();").jar()));
  }

  @Test
  void shouldEndWhenFindingsAreTooMany() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 1_001; i++) {
      body.append("System.gc();\n");
    }
    List<Finding> all = findings(CompiledBundle.onPacket(body.toString()).jar());
    assertEquals(1_001, all.size());
    assertEquals(
        "the bundle has more than 1000 findings; the check ended there", all.get(1_000).text());
  }
}
