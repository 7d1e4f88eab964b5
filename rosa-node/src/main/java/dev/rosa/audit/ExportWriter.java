package dev.rosa.audit;

import dev.rosa.control.v1.ExportedWitnesses;
import dev.rosa.transparency.EntryBundle;
import dev.rosa.transparency.HashSequence;
import dev.rosa.transparency.SignedNote;
import dev.rosa.transparency.Tile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Writer of the audit log as an export: files of C2SP tlog-tiles that their owner alone can read.
 * The checkpoint comes last: a directory without one is an export that was not finished.
 */
public final class ExportWriter {

  static final String CHECKPOINT = "checkpoint";
  static final String WITNESSES = "witnesses";

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_READS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final LogSource log;
  private final Path directory;

  /**
   * A writer into a new directory.
   *
   * @throws FileAlreadyExistsException if something is there that is not an empty directory
   * @throws IOException if it cannot be made
   */
  public ExportWriter(LogSource log, Path directory) throws IOException {
    this.log = log;
    this.directory = directory;
    if (!isEmptyDirectory(directory)) {
      Files.createDirectory(directory, OWNER_ONLY);
    }
  }

  private static boolean isEmptyDirectory(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      return !files.iterator().hasNext();
    }
  }

  /**
   * Writes the log as it was when it signed the checkpoint, of so many rows. The last entries are
   * read first: a prune goes on from the first ones, so none is left in front of a pruned one.
   */
  public void write(SignedNote checkpoint, long size) throws IOException {
    List<Tile> bundles = new ArrayList<>(Tile.bundles(size));
    Collections.reverse(bundles);
    for (Tile bundle : bundles) {
      write(bundle.path(), EntryBundle.write(log.entries(bundle.first(), bundle.width())));
    }
    for (Tile tile : Tile.hashes(size)) {
      write(
          tile.path(),
          HashSequence.toBytes(log.hashes(tile.treeLevel(), tile.first(), tile.width())));
    }
    write(CHECKPOINT, checkpoint.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the newest checkpoint that each witness has cosigned, before {@link #write}. */
  public void write(ExportedWitnesses witnesses) throws IOException {
    write(WITNESSES, witnesses.toByteArray());
  }

  private void write(String path, byte[] bytes) throws IOException {
    Path file = directory.resolve(path);
    Files.createDirectories(file.getParent(), OWNER_ONLY);
    writeNew(file, bytes);
  }

  /**
   * Writes a file that only its owner can read.
   *
   * @throws FileAlreadyExistsException if there is one
   */
  public static void writeNew(Path file, byte[] bytes) throws IOException {
    try (OutputStream out =
        Channels.newOutputStream(
            Files.newByteChannel(
                file,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                OWNER_READS))) {
      out.write(bytes);
    }
  }
}
