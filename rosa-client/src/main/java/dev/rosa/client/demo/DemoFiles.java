package dev.rosa.client.demo;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.config.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folders and files that the demo reads and writes.
 *
 * @param directory for identities, configurations and logs
 * @param received where the audio that arrived is written
 * @param home where ROSA was built
 * @param temporary whether the directory is of no use afterwards
 */
public record DemoFiles(Path directory, Path received, Path home, boolean temporary) {

  /** Set by the launcher. */
  private static final String HOME_PROPERTY = "rosa.home";

  private static final String RECEIVED = "received.wav";
  private static final int ATTEMPTS = 20;
  private static final List<String> BUILT =
      List.of(
          "rosa-as/target/rosa-as.jar",
          "rosa-codeserver/target/rosa-codeserver.jar",
          "rosa-router/target/rosa-router.jar",
          "rosa-client/target/rosa.jar",
          "examples/transcoder/target/transcoder.jar",
          "examples/counter/target/counter.jar");

  /**
   * Finds and makes what is needed.
   *
   * @param keep a new or empty directory that stays; empty: a temporary one
   */
  public static DemoFiles prepare(Optional<Path> keep) throws DemoException {
    Path home = builtHome();
    try {
      if (keep.isPresent()) {
        Path kept = keep.get().toAbsolutePath().normalize();
        Files.createDirectories(
            kept,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        requireEmpty(kept);
        PrivateFolder.requireOurs(kept, file -> false);
        return new DemoFiles(kept, kept.resolve(RECEIVED), home, false);
      }
      Path temporary = Files.createTempDirectory("rosa-demo-");
      return new DemoFiles(temporary, inCurrentDirectory(), home, true);
    } catch (IOException e) {
      throw new DemoException("no directory for the demo: " + e.getMessage(), e);
    }
  }

  /** The built project, from the launcher or from where this class's jar is. */
  public static Path builtHome() throws DemoException {
    Path home = Path.of(System.getProperty(HOME_PROPERTY, homeOfJar()));
    for (String jar : BUILT) {
      if (!Files.isRegularFile(home.resolve(jar))) {
        throw new DemoException(home.resolve(jar) + " is not there; build it with: ./rosa build");
      }
    }
    return home;
  }

  private static String homeOfJar() {
    try {
      Path jar =
          Path.of(DemoFiles.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return jar.resolveSibling("../..").normalize().toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a class path entry is no path", e);
    }
  }

  private static void requireEmpty(Path directory) throws IOException, DemoException {
    try (Stream<Path> entries = Files.list(directory)) {
      if (entries.findAny().isPresent()) {
        throw DemoException.badInput(
            directory + ": not empty, expected a new or empty directory", null);
      }
    }
  }

  private static Path inCurrentDirectory() throws IOException {
    Path here = Path.of(RECEIVED).toAbsolutePath();
    boolean writable =
        Files.exists(here) ? Files.isWritable(here) : Files.isWritable(here.getParent());
    return writable ? here : Files.createTempFile("received-", ".wav");
  }

  /** Deletes the directory if it is a temporary one, and a temporary file that got no audio. */
  public void discard() throws IOException {
    if (!received.endsWith(RECEIVED) && Files.exists(received) && Files.size(received) == 0) {
      Files.delete(received);
    }
    if (!temporary) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** The same, while processes may still write there. */
  public void abandon() {
    for (int attempt = 0; attempt < ATTEMPTS && Files.exists(directory); attempt++) {
      try {
        discard();
      } catch (IOException | UncheckedIOException e) {
        // A file came or went meanwhile; a process that writes fails as soon as its folder is gone.
      }
    }
  }
}
