package dev.rosa.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.admission.Admission;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.testkit.CompiledBundle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings for authors of plain Java: each line once, with what to do instead. */
class AdviceTest {

  private static List<Finding> findings(String body) {
    List<Finding> all = new ArrayList<>();
    byte[] jar = CompiledBundle.onPacket(body).jar();
    new Admission(BundleLimits.defaults()).report(jar, all::add);
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.math.BigInteger.valueOf(3);",
        "new java.util.zip.Inflater();",
        "\"a\".strip();",
        "\"a\".isBlank();",
        "String.valueOf(1.5);",
        "new StringBuilder().append(1.5);",
        "Character.getNumericValue('1');",
        "try { Class.forName(\"a\"); } catch (Exception e) { packet.drop(); }",
        "throw new RuntimeException(new IllegalStateException());",
        "throw new IllegalStateException(new Exception());",
        "java.util.NavigableMap<String, String> map = null; map.size();",
        "java.util.SortedSet<String> set = new java.util.TreeSet<>(); set.first();",
        "new java.util.concurrent.ConcurrentHashMap<String, String>();",
        "java.util.List.of(1).subList(0, 1);",
        "java.util.Set.of(1).stream();",
        "java.util.function.Function<String, String> f = s -> s; f.andThen(f);",
        "java.util.function.Predicate<String> p = s -> true; p.negate();",
        "new java.util.ArrayList<String>(java.util.List.of(\"a\")).listIterator();",
        "java.util.List<String> list = new java.util.ArrayList<>(); list.listIterator();",
        "java.util.Arrays.asList(\"a\", 1);",
        "class Lru extends java.util.LinkedHashMap<String, String> {} new Lru();",
      })
  void shouldAdviseWhatToDoInstead(String body) {
    List<Finding> found = findings(body);
    assertFalse(found.isEmpty());
    found.forEach(each -> assertFalse(each.instead().isEmpty(), each::text));
  }

  @Test
  void shouldNotSpeakOfFilesWhereATypeIsOnlyNamed() {
    List<Finding> found = findings("class Saved implements java.io.Serializable {} new Saved();");
    assertEquals("leave it out", found.get(0).instead());
  }

  @Test
  void shouldAdmitTheWayThatItAdvisesForArgumentsOfSeveralTypes() {
    assertTrue(
        findings("java.util.Arrays.asList(\"a\", 1);")
            .get(0)
            .instead()
            .contains("java.util.Arrays.<Object>asList(\"a\", 1)"));
    assertEquals(List.of(), findings("java.util.Arrays.<Object>asList(\"a\", 1);"));
  }

  @Test
  void shouldNotBlameTheCompilerForTheHandlerOfALock() {
    List<Finding> found = findings("synchronized (this) { packet.drop(); }");
    assertEquals(1, found.size(), () -> found.toString());
    assertEquals("one worker calls an instance; leave it out", found.get(0).instead());
  }

  @Test
  void shouldTellOnceWhatALineDoesOften() {
    List<Finding> found = findings("Math.random(); Math.random(); \n Math.random();");
    assertEquals(2, found.size(), () -> found.toString());
  }
}
