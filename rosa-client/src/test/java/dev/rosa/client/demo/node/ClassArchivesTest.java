package dev.rosa.client.demo.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class ClassArchivesTest {

  private static final String MAKE = "-XX:ArchiveClassesAtExit=";
  private static final String USE = "-XX:SharedArchiveFile=";

  @TempDir Path home;
  private Path jar;

  @BeforeEach
  void makeJar() throws IOException {
    jar = Files.writeString(home.resolve("role.jar"), "of one build");
  }

  private static Path file(List<String> options, String option) {
    return options.stream()
        .filter(one -> one.startsWith(option))
        .map(one -> Path.of(one.substring(option.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + option + " in " + options));
  }

  /** As the JVM would that was told to write it. */
  private void make() throws IOException {
    ClassArchives archives = new ClassArchives(home, true);
    Files.writeString(file(archives.options(jar), MAKE), "classes");
    archives.keep(true);
  }

  private List<Path> kept() throws IOException {
    try (Stream<Path> all = Files.list(home.resolve("target/class-archives"))) {
      return all.toList();
    }
  }

  @Test
  void shouldUseWhatAnEarlierProcessHasWritten() throws Exception {
    make();
    List<String> options = new ClassArchives(home, true).options(jar);
    assertEquals("classes", Files.readString(file(options, USE)));
    assertFalse(options.stream().anyMatch(one -> one.startsWith(MAKE)));
  }

  @Test
  void shouldHaveOneProcessAloneWriteIt() {
    ClassArchives archives = new ClassArchives(home, true);
    file(archives.options(jar), MAKE);
    assertTrue(archives.areBeingMade());
    assertEquals(List.of(), archives.options(jar));
  }

  @Test
  void shouldMakeAnotherForAnotherBuildAndForgetTheOld() throws Exception {
    make();
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));
    assertEquals(List.of(), new ClassArchives(home, false).options(jar));
    make();
    assertEquals(1, kept().size());
    file(new ClassArchives(home, false).options(jar), USE);
  }

  @Test
  void shouldKeepNothingOfAProcessThatWasKilled() throws Exception {
    ClassArchives archives = new ClassArchives(home, true);
    Files.writeString(file(archives.options(jar), MAKE), "half of the cla");
    archives.keep(false);
    assertEquals(List.of(), kept());
  }

  @Test
  void shouldGoWithoutWhereNothingCanBeWritten() throws Exception {
    Files.writeString(home.resolve("target"), "no folder");
    assertEquals(List.of(), new ClassArchives(home, true).options(jar));
  }
}
