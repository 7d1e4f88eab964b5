package dev.rosa.kernel;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;

/**
 * The C library's functions and constants that ROSA needs, bound by JNA without allocation: most
 * pointers are {@code long}. Each answers as in C; {@link Errno#last} then has the thread's errno.
 * Thread-safe.
 */
public final class LibC {

  public static final int AF_UNIX = 1;
  public static final int AF_INET = 2;
  public static final int AF_INET6 = 10;
  public static final int AF_NETLINK = 16;
  public static final int AF_PACKET = 17;
  public static final int SOCK_STREAM = 1;
  public static final int SOCK_DGRAM = 2;
  public static final int SOCK_RAW = 3;
  public static final int SOCK_CLOEXEC = 0x80000;
  public static final int SOCK_NONBLOCK = 0x800;
  public static final int SOL_SOCKET = 1;
  public static final int SOL_PACKET = 263;
  public static final int IPPROTO_IP = 0;
  public static final int IPPROTO_IPV6 = 41;
  public static final int O_CLOEXEC = 0x80000;
  public static final int MSG_DONTWAIT = 0x40;
  public static final int MSG_NOSIGNAL = 0x4000;
  public static final short POLLIN = 1;
  public static final short POLLOUT = 4;
  public static final short NLM_F_REQUEST = 1;
  public static final short NLM_F_ACK = 4;
  public static final short NLM_F_DUMP_INTERRUPTED = 0x10;
  public static final short NLM_F_DUMP = 0x300;
  public static final short NLM_F_CREATE = 0x400;
  public static final short NLM_F_APPEND = 0x800;
  public static final short NLMSG_ERROR = 2;
  public static final short NLMSG_DONE = 3;

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
      return "JNA cannot be loaded (is java.io.tmpdir mounted noexec? see -Djna.tmpdir): "
          + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
  }

  public static native int socket(int domain, int type, int protocol);

  public static native int open(long path, int flags);

  public static native int bind(int socket, byte[] address, int bytes);

  public static native int connect(int socket, byte[] address, int bytes);

  public static native int listen(int socket, int backlog);

  public static native int accept4(int socket, byte[] address, int[] bytes, int flags);

  public static native int getsockname(int socket, byte[] address, int[] bytes);

  public static native int shutdown(int socket, int how);

  public static native int setsockopt(int socket, int level, int name, byte[] value, int bytes);

  public static native int getsockopt(int socket, int level, int name, byte[] value, int[] bytes);

  public static native int ioctl(int descriptor, long request, long argument);

  public static native long mmap(
      long address, long bytes, int protection, int flags, int descriptor, long offset);

  public static native int munmap(long address, long bytes);

  public static native int eventfd(int initial, int flags);

  public static native long read(int descriptor, long memory, long bytes);

  public static native long recv(int socket, byte[] into, long bytes, int flags);

  public static native long send(int socket, byte[] from, long bytes, int flags);

  public static native long recvmsg(int socket, long message, int flags);

  public static native long write(int descriptor, long memory, long bytes);

  public static native int close(int descriptor);

  public static native int pipe2(int[] ends, int flags);

  /** Both offsets are pointers, or 0. */
  public static native long splice(
      int from, long fromOffset, int to, long toOffset, long bytes, int flags);

  public static native int fcntl(int descriptor, int command, long argument);

  public static native int poll(long descriptors, long count, int timeoutMillis);

  public static native int sendmmsg(int socket, long messages, int count, int flags);

  public static native int capset(long header, long data);

  public static native int prctl(int option, long two, long three, long four, long five);

  public static native int setenv(String name, String value, int overwrite);

  public static native int execv(String path, long arguments);

  /**
   * Returns a pointer to a {@code struct passwd}, which begins with a pointer to the name; or 0.
   */
  public static native long getpwuid(int user);

  /** The same by the name of a user. */
  public static native long getpwnam(String user);

  public static native int setsid();

  public static native int setns(int descriptor, int type);

  public static native int waitpid(int pid, long status, int options);

  public static native long syscall(long number, long one, long two, long three);

  public static native int unshare(int flags);

  public static native String strerror(int errno);

  /** Makes sure that the functions above can be called. */
  public static void require() throws IOException {
    if (OBSTACLE != null) {
      throw new IOException("system calls cannot be made from here: " + OBSTACLE);
    }
  }
}
