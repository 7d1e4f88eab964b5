package dev.rosa.kernel.process;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** File descriptors as numbers: pipes, and what survives an exec. Stateless. */
public final class Descriptors {

  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final int F_SETFD = 2;
  private static final int FD_CLOEXEC = 1;

  private Descriptors() {}

  /**
   * A pipe, as descriptors that other programs do not inherit.
   *
   * @param readEnd the end to read from
   * @param writeEnd the end to write to
   */
  public record Pipe(int readEnd, int writeEnd) {}

  /** Makes a pipe. */
  public static Pipe pipe() throws IOException {
    int[] ends = new int[2];
    LibC.require();
    Errno.check(LibC.pipe2(ends, LibC.O_CLOEXEC), "cannot make a pipe");
    return new Pipe(ends[0], ends[1]);
  }

  /** The name by which this process, or one that it starts, can open a descriptor's file again. */
  public static Path path(int descriptor) {
    return OPEN.resolve(Integer.toString(descriptor));
  }

  /** Turns a descriptor that can be read into a stream that owns it. */
  public static InputStream reader(int descriptor) throws IOException {
    InputStream stream = readerOfCopy(descriptor);
    close(descriptor);
    return stream;
  }

  /** Reads from the same pipe as a descriptor, which stays open. */
  public static InputStream readerOfCopy(int descriptor) throws IOException {
    return new FileInputStream(path(descriptor).toFile());
  }

  /** Turns a descriptor that can be written into a stream that owns it. */
  public static OutputStream writer(int descriptor) throws IOException {
    OutputStream stream = new FileOutputStream(path(descriptor).toFile());
    close(descriptor);
    return stream;
  }

  /** Closes a descriptor. */
  public static void close(int descriptor) throws IOException {
    Errno.check(LibC.close(descriptor), "cannot close descriptor " + descriptor);
  }

  /** Those that are open now, the standard ones among them. */
  static List<Integer> open() throws IOException {
    try (Stream<Path> names = Files.list(OPEN)) {
      return names.map(path -> Integer.valueOf(path.getFileName().toString())).toList();
    }
  }

  /** Says whether a descriptor is closed when this process execs; one that is gone is closed. */
  public static void closeOnExec(int descriptor, boolean closed) throws IOException {
    int result = LibC.fcntl(descriptor, F_SETFD, closed ? FD_CLOEXEC : 0);
    boolean isGone = result < 0 && Errno.last() == Errno.EBADF;
    if (!closed || !isGone) {
      Errno.check(result, "cannot keep descriptor " + descriptor);
    }
  }
}
