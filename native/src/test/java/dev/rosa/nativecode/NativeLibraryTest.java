package dev.rosa.nativecode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the sentence that explains why a library is not loaded, and of the removal of its files.
 */
@Tag("jdk")
class NativeLibraryTest {

  private final Map<String, String> properties = new HashMap<>();
  @TempDir private Path directory;

  @BeforeEach
  void makeDirectoryOurs() throws IOException {
    allow(directory, "rwx------");
    properties.put(NativeLibrary.DIRECTORY, directory.toString());
  }

  private static void allow(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private NativeLibrary library(String name, Supplier<String> versions) {
    return new NativeLibrary(name, "libtest", versions, properties::get);
  }

  private String cause(String name) {
    return library(name, () -> "").unavailabilityCause().orElseThrow();
  }

  /** A library that was built, or the test is skipped. */
  private static String builtStamp() throws IOException {
    try (InputStream stamp =
        NativeLibrary.class.getResourceAsStream("linux-x86_64/librosa_multibuffer.stamp")) {
      assumeTrue(stamp != null, "librosa_multibuffer.so was not built on this machine");
      return new String(stamp.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.count();
    }
  }

  @Test
  void shouldLoadAndLeaveNothingBehind() throws IOException {
    String stamp = builtStamp();
    NativeLibrary library = library("rosa_multibuffer", () -> stamp + "\n1.2\n1.3");
    assertEquals(Optional.empty(), library.unavailabilityCause());
    assertEquals("libtest 1.3", library.description());
    assertEquals(0, files());
  }

  @Test
  void shouldLoadFromADirectoryOfItsOwnByDefault() throws IOException {
    String stamp = builtStamp();
    properties.clear();
    assertEquals(
        Optional.empty(),
        library("rosa_multibuffer", () -> stamp + "\n1\n1").unavailabilityCause());
  }

  @Test
  void shouldCheckTheDirectoryOfItsOwnAsANamedOne() throws IOException {
    builtStamp();
    properties.remove(NativeLibrary.DIRECTORY);
    properties.put("java.io.tmpdir", directory.toString());
    allow(directory, "rwxrwxrwx");
    String cause = cause("rosa_multibuffer");
    assertTrue(
        cause.endsWith("can be replaced by others, who can write to " + directory.toRealPath()),
        cause);
    assertEquals(0, files());
    allow(directory, "rwx------");
    assertTrue(cause("rosa_multibuffer").endsWith("than the classes that came with it"));
    assertEquals(0, files());
  }

  /** A folder as a role has it beside its jar. */
  private Path unpack(byte[] library) throws IOException {
    properties.put(NativeLibrary.UNPACKED, directory.toString());
    Path place =
        Files.createDirectories(directory.resolve("dev/rosa/nativecode").resolve("linux-x86_64"));
    return Files.write(place.resolve("librosa_multibuffer.so"), library);
  }

  @Test
  void shouldLoadWhatIsUnpackedAlreadyFromItsPlace() throws IOException {
    String stamp = builtStamp();
    try (InputStream library =
        NativeLibrary.class.getResourceAsStream("linux-x86_64/librosa_multibuffer.so")) {
      Path file = unpack(library.readAllBytes()).toRealPath();
      assertEquals(
          Optional.empty(),
          library("rosa_multibuffer", () -> stamp + "\n1\n1").unavailabilityCause());
      assertTrue(Files.readString(Path.of("/proc/self/maps")).contains(file + "\n"));
    }
  }

  @Test
  void shouldNotLoadADamagedFileThatIsUnpackedAlready() throws IOException {
    builtStamp();
    Path file = unpack(new byte[] {1});
    assertEquals(
        "librosa_multibuffer.so is damaged: it is not the file that was built",
        cause("rosa_multibuffer"));
    Files.delete(file);
    assertTrue(cause("rosa_multibuffer").startsWith("librosa_multibuffer.so cannot be read: "));
  }

  @Test
  void shouldStayOutWhenSwitchedOff() {
    properties.put(NativeLibrary.SWITCH, "off");
    assertEquals("switched off by rosa.native=off", cause("rosa_multibuffer"));
    assertEquals("", library("rosa_multibuffer", () -> "").description());
  }

  @Test
  void shouldSayWhyTheBuildDidWithout() {
    assertEquals("not built: a test's compiler is missing", cause("rosa_unbuilt"));
  }

  @Test
  void shouldSayThatTheJarIsMissing() {
    assertEquals(
        "librosa_nowhere.so is not on the class path (it is in rosa-native's platform jar)",
        cause("rosa_nowhere"));
  }

  @Test
  void shouldNotLoadADamagedFile() throws IOException {
    assertEquals(
        "librosa_torn.so is damaged: it is not the file that was built", cause("rosa_torn"));
    assertEquals(0, files());
  }

  @Test
  void shouldSayWhatTheLinkerSaid() throws IOException {
    String cause = cause("rosa_garbage");
    assertTrue(cause.startsWith("librosa_garbage.so cannot be loaded: "), cause);
    assertEquals(0, files());
  }

  @Test
  void shouldRefuseAnotherBuild() throws IOException {
    builtStamp();
    assertEquals(
        Optional.of(
            "librosa_multibuffer.so is of another build than the classes that came with it"),
        library("rosa_multibuffer", () -> "0123\n1\n1").unavailabilityCause());
  }

  @Test
  void shouldRefuseAForeignLibraryOfAnotherVersion() throws IOException {
    String stamp = builtStamp();
    assertEquals(
        Optional.of("librosa_multibuffer.so needs libtest 1.2 and found another version"),
        library("rosa_multibuffer", () -> stamp + "\n1.2\n").unavailabilityCause());
  }

  @Test
  void shouldRefuseALibraryWithoutItsMethods() throws IOException {
    builtStamp();
    NativeLibrary library =
        library(
            "rosa_multibuffer",
            () -> {
              throw new UnsatisfiedLinkError("versions");
            });
    assertEquals(
        Optional.of("librosa_multibuffer.so does not belong to these classes"),
        library.unavailabilityCause());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx----w-", "rwxrwxrwx"})
  void shouldRefuseADirectoryThatOthersCanWriteTo(String permissions) throws IOException {
    builtStamp();
    allow(directory, permissions);
    assertEquals(
        "rosa.native.dir " + directory + " can be written to by others", cause("rosa_multibuffer"));
  }

  @Test
  void shouldRefuseADirectoryThatOthersCanReplace() throws IOException {
    builtStamp();
    Path inner = Files.createDirectory(directory.resolve("inner"));
    allow(inner, "rwx------");
    allow(directory, "rwxrwxrwx");
    properties.put(NativeLibrary.DIRECTORY, inner.toString());
    assertEquals(
        "rosa.native.dir %s can be replaced by others, who can write to %s"
            .formatted(inner, directory.toRealPath()),
        cause("rosa_multibuffer"));
  }

  @Test
  void shouldRefuseASymbolicLinkAndAFile() throws IOException {
    builtStamp();
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    Path file = Files.createFile(directory.resolve("file"));
    for (Path wrong : new Path[] {link, file}) {
      properties.put(NativeLibrary.DIRECTORY, wrong.toString());
      assertEquals(
          "rosa.native.dir %s is not a directory itself (a symbolic link will not do)"
              .formatted(wrong),
          cause("rosa_multibuffer"));
    }
  }

  @Test
  void shouldRefuseADirectoryOfSomebodyElse() throws IOException {
    builtStamp();
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
    Path other = Files.createDirectory(directory.resolve("other"));
    allow(other, "rwx------");
    Files.setAttribute(other, "unix:uid", 65_534);
    properties.put(NativeLibrary.DIRECTORY, other.toString());
    assertEquals(
        "rosa.native.dir " + other + " belongs to another user", cause("rosa_multibuffer"));
  }

  @Test
  void shouldMakeTheDirectoryButNotItsParents() throws IOException {
    String stamp = builtStamp();
    Path fresh = directory.resolve("fresh");
    properties.put(NativeLibrary.DIRECTORY, fresh.toString());
    assertEquals(
        Optional.empty(),
        library("rosa_multibuffer", () -> stamp + "\n1\n1").unavailabilityCause());
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(fresh)));

    properties.put(NativeLibrary.DIRECTORY, directory.resolve("no/such").toString());
    String cause = cause("rosa_multibuffer");
    assertTrue(cause.contains("see -Drosa.native.dir"), cause);
  }

  @Test
  void shouldSayHowToGoRoundADirectoryWithoutPrograms() {
    String cause =
        LinkFailure.sentence(
            "rosa_x",
            Path.of("/mnt/x"),
            "/mnt/x/l.so: /mnt/x/l.so: failed to map segment from shared object");
    assertEquals(
        "/mnt/x may not hold programs (mounted noexec?); name another directory with"
            + " -Drosa.native.dir=DIRECTORY",
        cause);
  }

  @Test
  void shouldNameTheLibraryThatIsNotInstalled() {
    String cause =
        LinkFailure.sentence(
            "rosa_x",
            Path.of("/tmp/x"),
            "/tmp/x/l.so: libgcrypt.so.20: cannot open shared object file: No such file or"
                + " directory");
    assertEquals("libgcrypt.so.20 is not installed on this machine", cause);
  }
}
