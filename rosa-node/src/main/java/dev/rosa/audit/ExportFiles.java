package dev.rosa.audit;

import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.Tile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reader of an exported audit log's files, with a limit for the size of each. */
final class ExportFiles {

  private static final int MOST_WITNESSES_BYTES = 16 << 20;

  private final Path directory;

  ExportFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * The checkpoint's bytes.
   *
   * @throws IOException in one line, also if the directory is no export
   */
  byte[] checkpoint() throws IOException {
    return read(ExportWriter.CHECKPOINT, SignedNote.MAX_BYTES)
        .orElseThrow(
            () ->
                new IOException(
                    directory + ": there is no file 'checkpoint', expected a finished export"));
  }

  /** The witnesses' cosignatures; empty: there are none. */
  Optional<byte[]> witnesses() throws IOException {
    return read(ExportWriter.WITNESSES, MOST_WITNESSES_BYTES);
  }

  /**
   * A tile or bundle; empty: there is none.
   *
   * @param most a larger one is cut after one byte more
   */
  Optional<byte[]> read(Tile tile, int most) throws IOException {
    return read(tile.path(), most);
  }

  private Optional<byte[]> read(String path, int most) throws IOException {
    Path file = directory.resolve(path);
    if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      // A pipe would keep its reader waiting, and a link could lead anywhere.
      throw new IOException(file + ": is no regular file, expected a file of an export");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return Optional.of(in.readNBytes(most + 1));
    }
  }

  /**
   * Paths of files that an export of so many rows does not have, at most some more than are told.
   */
  List<String> foreign(long size) throws IOException {
    Set<String> expected =
        Stream.concat(Tile.bundles(size).stream(), Tile.hashes(size).stream())
            .map(Tile::path)
            .collect(Collectors.toSet());
    expected.add(ExportWriter.CHECKPOINT);
    expected.add(ExportWriter.WITNESSES);
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> !Files.isDirectory(file))
          .map(file -> directory.relativize(file).toString())
          .filter(path -> !expected.contains(path))
          .limit(Findings.MOST + 1L)
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
