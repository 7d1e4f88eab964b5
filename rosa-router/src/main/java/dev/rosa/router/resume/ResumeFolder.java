package dev.rosa.router.resume;

import dev.rosa.config.PrivateFolder;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Folder of requests to let codes run again. A request is an empty file, named after the first
 * digits of the code's digest; its answer is the same file with an ending. Thread-safe.
 *
 * @param path the folder, of mode 0700; the router makes it
 */
record ResumeFolder(Path path) {

  /** Answer of the router. */
  enum Answer {
    /** The code runs again. */
    RESUMED,
    /** No stopped code has such a digest. */
    UNKNOWN
  }

  /** First digits of a digest, in lower case. */
  static final Pattern DIGITS = Pattern.compile("[0-9a-f]{8,64}");

  /** A request, or its answer. */
  private static final Pattern NAME = Pattern.compile(DIGITS + "(?:\\.[A-Z]+)?");

  /** One command at a time leaves one request. */
  private static final int MOST_AT_ONCE = 64;

  /**
   * Makes the folder if there is none, and removes requests and answers that were not read.
   *
   * @throws IOException in one line if something else has its name, as a link has
   */
  void make() throws IOException {
    try {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(path + ": is no folder, expected one or none");
      }
      PrivateFolder.requireOurs(path, file -> false);
    }
    for (Path left : files()) {
      Files.deleteIfExists(left);
    }
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(path)) {
      for (Path file : all) {
        boolean isOurs =
            NAME.matcher(file.getFileName().toString()).matches()
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
        if (isOurs && files.size() < MOST_AT_ONCE) {
          files.add(file);
        }
      }
    }
    return files;
  }

  /**
   * Leaves a request.
   *
   * @throws NoSuchFileException if no router has made the folder
   */
  void ask(String digits) throws IOException {
    for (Answer answer : Answer.values()) {
      Files.deleteIfExists(file(digits, answer));
    }
    try {
      Files.createFile(path.resolve(digits));
    } catch (FileAlreadyExistsException e) {
      // An earlier command waits for the same answer.
    }
  }

  /** The requests that wait for an answer. */
  List<String> asked() throws IOException {
    return files().stream()
        .map(file -> file.getFileName().toString())
        .filter(name -> DIGITS.matcher(name).matches())
        .toList();
  }

  /** Answers a request. */
  void answer(String digits, Answer answer) throws IOException {
    Files.move(path.resolve(digits), file(digits, answer), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Takes the answer to a request, if there is one. */
  Optional<Answer> take(String digits) throws IOException {
    for (Answer answer : Answer.values()) {
      if (Files.deleteIfExists(file(digits, answer))) {
        return Optional.of(answer);
      }
    }
    return Optional.empty();
  }

  /** Takes a request back. */
  void withdraw(String digits) throws IOException {
    Files.deleteIfExists(path.resolve(digits));
  }

  private Path file(String digits, Answer answer) {
    return path.resolve(digits + "." + answer);
  }
}
