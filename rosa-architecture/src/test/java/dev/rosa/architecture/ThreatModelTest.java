package dev.rosa.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The threat model names tests that exist. */
class ThreatModelTest {

  private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)`");
  private static final Path ROOT = Path.of("..");

  @Test
  void shouldNameOnlyTestsThatExist() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/threat-model.md"));
    Set<String> named =
        TEST.matcher(page)
            .results()
            .map((MatchResult result) -> result.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertTrue(named.size() > 10, named::toString);
    named.removeAll(tests());
    assertEquals(Set.of(), named);
  }

  private static Set<String> tests() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      Set<String> tests = new TreeSet<>();
      for (Path sources : modules.map(module -> module.resolve("src/test/java")).toList()) {
        if (Files.isDirectory(sources)) {
          addTests(sources, tests);
        }
      }
      return tests;
    }
  }

  private static void addTests(Path sources, Set<String> tests) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Test.java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .forEach(tests::add);
    }
  }
}
