package dev.rosa.kernel.bpf;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/**
 * A call of bpf(2) with its arguments ({@code union bpf_attr}), to be made again and again. Numbers
 * of kinds, commands and offsets are those of {@code linux/bpf.h}. Owned by one thread.
 */
final class BpfCall {

  static final int MAP_CREATE = 0;
  static final int MAP_LOOKUP = 1;
  static final int MAP_UPDATE = 2;
  static final int MAP_DELETE = 3;
  static final int PROGRAM_LOAD = 5;
  static final int OBJECT_INFO = 15;
  static final int LINK_CREATE = 28;
  static final int LINK_UPDATE = 29;

  /** Longest name of a map or a program in bytes. */
  private static final int NAME_BYTES = 15;

  private final int command;
  private final OffHeap memory;

  /**
   * A call with zeros as arguments.
   *
   * @param command its number
   * @param bytes length of the arguments: older kernels refuse more than they know
   */
  BpfCall(int command, int bytes) {
    this.command = command;
    this.memory = OffHeap.allocate(bytes);
  }

  /** The arguments. */
  ByteBuffer arguments() {
    return memory.buffer();
  }

  /** Writes a name for tools that list what there is: letters, digits and underscores. */
  void name(int offset, String name) {
    for (int i = 0; i < Math.min(NAME_BYTES, name.length()); i++) {
      memory.buffer().put(offset + i, (byte) name.charAt(i));
    }
  }

  /** Calls; a result below 0 is a failure, and errno says which. */
  int call() {
    int bytes = memory.buffer().capacity();
    try {
      return (int) LibC.syscall(number(), command, memory.address(), bytes);
    } finally {
      Reference.reachabilityFence(memory);
    }
  }

  /**
   * Calls.
   *
   * @param what the failure's sentence begins so
   */
  int call(String what) throws IOException {
    LibC.require();
    requireKnownMachine();
    int result = call();
    if (result < 0) {
      throw failure(what, Errno.last());
    }
    return result;
  }

  /** A failure in one line, with what can be done. */
  static IOException failure(String what, int errno) {
    String why =
        switch (errno) {
          case Errno.EPERM ->
              "the process needs CAP_BPF and CAP_NET_ADMIN, and a user namespace does not give"
                  + " them";
          case Errno.ENOSYS -> "this kernel has no bpf(2)";
          case Errno.EINVAL -> "refused as invalid (XDP needs Linux 5.18 here, tcx 6.6)";
          case Errno.EBUSY, Errno.EEXIST -> "another program is attached there, and stays";
          case Errno.EOPNOTSUPP -> "the driver has no native mode";
          default -> Errno.sentence(errno);
        };
    return new BpfException(what + ": " + why, errno);
  }

  private static void requireKnownMachine() throws IOException {
    if (number() < 0) {
      throw new IOException("bpf(2) has no known number on " + System.getProperty("os.arch"));
    }
  }

  private static long number() {
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> 321;
      case "aarch64", "riscv64" -> 280;
      default -> -1;
    };
  }
}
