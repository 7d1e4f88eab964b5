package dev.rosa.kernel;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;

/**
 * The C library's functions that this package needs for links and packet sockets, bound by JNA
 * without allocation: pointers are {@code long}. Each answers as in C; {@link Native#getLastError}
 * then has the thread's errno. Thread-safe.
 */
final class LibC {

  static final int AF_INET = 2;
  static final int AF_INET6 = 10;
  static final int AF_PACKET = 17;
  static final int SOCK_DGRAM = 2;
  static final int SOCK_RAW = 3;
  static final int SOCK_CLOEXEC = 0x80000;
  static final int SOL_SOCKET = 1;
  static final int SOL_PACKET = 263;

  /** Reason why the functions cannot be called here; null if they can. */
  private static final String OBSTACLE = bind();

  private LibC() {}

  private static String bind() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return "they are Linux's, and this is " + System.getProperty("os.name");
    }
    try {
      if (!Platform.is64Bit()) {
        return "this JVM has 32 bits, 64 are needed";
      }
      Native.register(LibC.class, Platform.C_LIBRARY_NAME);
      return null;
    } catch (LinkageError e) {
      return "JNA cannot be loaded (may java.io.tmpdir not hold programs? see -Djna.tmpdir): "
          + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }

  static native int socket(int domain, int type, int protocol);

  static native int open(long path, int flags);

  static native int bind(int socket, long address, int bytes);

  static native int setsockopt(int socket, int level, int name, long value, int bytes);

  static native int getsockopt(int socket, int level, int name, long value, long bytes);

  static native int ioctl(int descriptor, long request, long argument);

  static native long mmap(
      long address, long bytes, int protection, int flags, int descriptor, long offset);

  static native int munmap(long address, long bytes);

  static native int eventfd(int initial, int flags);

  static native long read(int descriptor, long memory, long bytes);

  static native long recv(int socket, byte[] into, long bytes, int flags);

  static native long recvmsg(int socket, long message, int flags);

  static native long write(int descriptor, long memory, long bytes);

  static native int close(int descriptor);

  static native int poll(long descriptors, long count, int timeoutMillis);

  static native int sendmmsg(int socket, long messages, int count, int flags);

  /** Makes sure that the functions above can be called. */
  static void require() throws IOException {
    if (OBSTACLE != null) {
      throw new IOException("system calls cannot be made from here: " + OBSTACLE);
    }
  }
}
