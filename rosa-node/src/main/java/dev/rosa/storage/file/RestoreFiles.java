package dev.rosa.storage.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that a restore makes beside an SQLite storage for its own time, with its process in their
 * names. Those of a process that was killed are removed at the next restore or start.
 *
 * @param storage the storage's file
 */
public record RestoreFiles(Path storage) {

  private static final Logger LOG = LoggerFactory.getLogger(RestoreFiles.class);

  /** After the prefix; earlier versions put a number there. SQLite's own files have endings. */
  private static final Pattern REST = Pattern.compile("(?:\\.(\\d{1,18})\\.)?\\d+(?:[.-].*)?");

  private String prefix() {
    return storage.getFileName() + ".restoring";
  }

  private Path folder() {
    return storage.toAbsolutePath().getParent();
  }

  /** A new file, its owner's alone. */
  public Path create() throws IOException {
    return Files.createTempFile(folder(), "%s.%d.".formatted(prefix(), self()), "");
  }

  private static long self() {
    return ProcessHandle.current().pid();
  }

  /** Removes what restores that have ended left. */
  public void removeLeft() {
    try (Stream<Path> files = Files.list(folder())) {
      List<Path> left = files.filter(this::isLeft).toList();
      for (Path file : left) {
        Files.deleteIfExists(file);
        LOG.info("removed {}, which a restore left that was ended", file);
      }
    } catch (IOException e) {
      LOG.warn("cannot remove what an earlier restore left: {}", e.toString());
    }
  }

  private boolean isLeft(Path file) {
    String name = file.getFileName().toString();
    if (!name.startsWith(prefix()) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Matcher rest = REST.matcher(name.substring(prefix().length()));
    return rest.matches() && !isOfAnother(rest.group(1));
  }

  /** True if another process of that number runs; this one has no restore under way. */
  private static boolean isOfAnother(String process) {
    return process != null
        && Long.parseLong(process) != self()
        && ProcessHandle.of(Long.parseLong(process)).isPresent();
  }
}
