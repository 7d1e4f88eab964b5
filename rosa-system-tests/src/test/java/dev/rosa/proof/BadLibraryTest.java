package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.proof.ForkedJvm.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Native libraries that cannot be loaded, or must not: ROSA says why, and all other providers
 * serve. A JVM for each, which looks for libraries in a folder of the test's first.
 */
class BadLibraryTest {

  private static final String RESOURCES = "dev/rosa/nativecode/linux-x86_64/";
  private static final Map<String, String> LIBRARY_OF =
      Map.of("RosaGcrypt", "librosa_gcrypt", "multi-buffer", "librosa_multibuffer");
  private static final TwoAtATime FORKS = new TwoAtATime();

  /** Mounts a folder, its first argument, so that no program in it may run; then runs the rest. */
  private static final List<String> WITHOUT_PROGRAMS =
      List.of(
          "unshare",
          "-Urm",
          "sh",
          "-c",
          "mount -t tmpfs -o noexec,mode=0700 tmpfs \"$0\" && exec \"$@\"");

  @TempDir static Path folder;

  @AfterAll
  static void close() {
    FORKS.close();
  }

  /** Makes something else of a library, given by its name. */
  private interface Damage {
    byte[] of(String library) throws IOException;
  }

  @TestFactory
  Stream<DynamicTest> shouldDoWithoutLibrariesThatAreDamaged() {
    return Stream.of(
        damaged("nothing of it", library -> new byte[0]),
        damaged("its first 100 bytes", library -> Arrays.copyOf(so(library), 100)),
        damaged("its first page", library -> Arrays.copyOf(so(library), 4_096)),
        damaged("half of it", library -> Arrays.copyOf(so(library), so(library).length / 2)),
        damaged("one bit flipped", BadLibraryTest::flipped),
        damaged("the other library", BadLibraryTest::other))
        .toList()
        .stream();
  }

  private static byte[] flipped(String library) throws IOException {
    byte[] flipped = so(library);
    flipped[flipped.length * 2 / 3] ^= 1;
    return flipped;
  }

  private static byte[] other(String library) throws IOException {
    for (String another : LIBRARY_OF.values()) {
      if (!another.equals(library)) {
        return so(another);
      }
    }
    throw new IllegalStateException("there is no other library");
  }

  private static DynamicTest damaged(String how, Damage damage) {
    return replaced(how, library -> library + ".so", damage, "damaged");
  }

  @TestFactory
  Stream<DynamicTest> shouldDoWithoutLibrariesOfAnotherBuild() {
    byte[] stamp = "0123456789abcdef0123456789abcdef\n".getBytes(StandardCharsets.US_ASCII);
    return Stream.of(
        replaced(
            "another build", library -> library + ".stamp", library -> stamp, "another build"));
  }

  /** Every library that is there, at once. */
  private static DynamicTest replaced(
      String how, UnaryOperator<String> file, Damage damage, String says) {
    return FORKS.test(
        how,
        () -> {
          Path first = Files.createTempDirectory(folder, "first-");
          for (String library : LIBRARY_OF.values()) {
            put(first, file.apply(library), damage.of(library));
          }
          requireAbsent(jvm(how).lookingFirstInto(first), says);
          return null;
        });
  }

  @TestFactory
  Stream<DynamicTest> shouldDoWithoutAPlaceToLoadFrom() {
    return Stream.of(
        place("a file", BadLibraryTest::file, "not a directory"),
        place("others may write", BadLibraryTest::writable, "written to by others"),
        place("a symbolic link", BadLibraryTest::link, "symbolic link"),
        place("nowhere", () -> folder.resolve("no/such/folder"), "no/such"),
        FORKS.test("no programs", BadLibraryTest::withoutPrograms))
        .toList()
        .stream();
  }

  /** Makes a folder that libraries must not be loaded from. */
  private interface Place {
    Path make() throws IOException;
  }

  private static DynamicTest place(String name, Place place, String says) {
    return FORKS.test(
        name,
        () -> {
          ForkedJvm jvm = jvm("from " + name, "-Drosa.native.dir=" + place.make());
          requireAbsent(jvm, says);
          return null;
        });
  }

  private static Path file() throws IOException {
    return Files.createTempFile(folder, "file", "");
  }

  private static Path writable() throws IOException {
    Path place = Files.createTempDirectory(folder, "open-");
    return Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private static Path link() throws IOException {
    return Files.createSymbolicLink(
        folder.resolve("link"), Files.createTempDirectory(folder, "place-"));
  }

  private static Void withoutPrograms() throws Exception {
    Path place = Files.createTempDirectory(folder, "noexec-");
    List<String> starter = new ArrayList<>(WITHOUT_PROGRAMS);
    starter.add(place.toString());
    assumeTrue(canRun(starter), "this machine lets nobody mount in a namespace of their own");
    ForkedJvm jvm = jvm("no programs", "-Drosa.native.dir=" + place).startedBy(starter);
    requireAbsent(jvm, "noexec");
    return null;
  }

  private static boolean canRun(List<String> starter) throws InterruptedException {
    List<String> command = new ArrayList<>(starter);
    command.add("true");
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static ForkedJvm jvm(String name, String... flags) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("-Dproof.parties=SunJCE," + String.join(",", LIBRARY_OF.keySet()));
    return ForkedJvm.brief(
        "library-" + name.replaceAll("[^a-zA-Z0-9]+", "-"), all.toArray(String[]::new));
  }

  private static void requireAbsent(ForkedJvm jvm, String says) {
    for (String tested : LIBRARY_OF.keySet()) {
      TestedProviders.assumePresent(tested);
    }
    Outcome outcome = jvm.prove("answers").requireSuccess();
    for (String tested : LIBRARY_OF.keySet()) {
      String said = outcome.lineOf(tested);
      assertTrue(said.contains("absent, ") && said.contains(says), said);
    }
  }

  private static void put(Path first, String name, byte[] content) throws IOException {
    Path file = first.resolve(RESOURCES + name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private static byte[] so(String library) throws IOException {
    String name = library + ".so";
    try (InputStream in =
        BadLibraryTest.class.getClassLoader().getResourceAsStream(RESOURCES + name)) {
      assumeTrue(in != null, () -> name + " was not built");
      return in.readAllBytes();
    }
  }
}
