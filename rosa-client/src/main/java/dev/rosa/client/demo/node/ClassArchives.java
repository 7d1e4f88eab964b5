package dev.rosa.client.demo.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Archives of the classes that JVMs have loaded (class data sharing), one file for each jar. A node
 * that finds its own starts for about half the processor time. In the first demo after a build, one
 * process a jar writes it when it ends. A file's name says which jar and which Java it was made of;
 * the JVM itself checks that it fits, and does without if not. Thread-safe.
 */
public final class ClassArchives {

  private static final String FOLDER = "target/class-archives";
  private static final List<String> SILENT = List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off");

  private final Path folder;
  private final boolean makes;
  private final Map<Path, Path> beingMade = new TreeMap<>();

  /**
   * Those of a built project, which need not be there.
   *
   * @param home where ROSA was built
   * @param makes whether processes may be told to write those that are missing; then {@link #keep}
   *     comes after their end
   */
  public ClassArchives(Path home, boolean makes) {
    this.folder = home.resolve(FOLDER);
    this.makes = makes;
  }

  /** Options for the JVM that runs a jar. */
  public synchronized List<String> options(Path jar) {
    try {
      Path archive = archiveOf(jar);
      if (Files.isReadable(archive)) {
        return with("-XX:SharedArchiveFile=" + archive);
      }
      return makes && !beingMade.containsKey(archive)
          ? with("-XX:ArchiveClassesAtExit=" + begin(archive))
          : List.of();
    } catch (IOException e) {
      // No such jar, another user's folder, a full disk: the jar runs without an archive.
      return List.of();
    }
  }

  private static List<String> with(String option) {
    List<String> options = new ArrayList<>(SILENT);
    options.add(option);
    return options;
  }

  /** The launcher looks for the same name. */
  private Path archiveOf(Path jar) throws IOException {
    long changed = Files.getLastModifiedTime(jar).to(TimeUnit.SECONDS);
    String java = System.getProperty("java.version");
    return folder.resolve("%s-%d-%s.jsa".formatted(jar.getFileName(), changed, java));
  }

  private Path begin(Path archive) throws IOException {
    Files.createDirectories(folder);
    // A file that cannot be written is found now, and not by the JVM at its end.
    Path part = Files.createTempFile(folder, archive.getFileName() + "-", ".part");
    beingMade.put(archive, part);
    return part;
  }

  /** True if processes that end will be busy with it for some seconds. */
  synchronized boolean areBeingMade() {
    return !beingMade.isEmpty();
  }

  /**
   * Their writers have ended: the new archives are kept, in place of those of older jars.
   *
   * @param whole false: one of them had to be killed, and nothing is kept
   */
  synchronized void keep(boolean whole) throws IOException {
    for (Map.Entry<Path, Path> one : beingMade.entrySet()) {
      if (whole && Files.size(one.getValue()) > 0) {
        Files.move(one.getValue(), one.getKey(), StandardCopyOption.ATOMIC_MOVE);
      }
      removeOthers(one.getKey());
    }
    beingMade.clear();
  }

  /** Nothing is kept, nothing that is there already is touched. */
  synchronized void discard() throws IOException {
    for (Path part : beingMade.values()) {
      Files.deleteIfExists(part);
    }
    beingMade.clear();
  }

  private void removeOthers(Path archive) throws IOException {
    String name = archive.getFileName().toString();
    String jar = name.substring(0, name.indexOf(".jar-") + ".jar-".length());
    try (Stream<Path> all = Files.list(folder)) {
      for (Path one : all.toList()) {
        if (one.getFileName().toString().startsWith(jar) && !one.equals(archive)) {
          Files.deleteIfExists(one);
        }
      }
    }
  }
}
