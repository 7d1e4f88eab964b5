package dev.rosa.kernel.process;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import java.io.IOException;
import java.util.Set;

/**
 * Surrender of Linux capabilities by the calling thread, and so by the processes and threads that
 * it starts afterwards: Linux keeps them by thread. A process is rid of them when such a thread
 * execs (see {@code SelfExec}). See capabilities(7). Stateless.
 */
public final class Privileges {

  private static final int PR_SET_DUMPABLE = 4;
  private static final int PR_CAPBSET_DROP = 24;
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int PR_CAP_AMBIENT = 47;
  private static final int PR_CAP_AMBIENT_RAISE = 2;
  private static final int PR_CAP_AMBIENT_CLEAR_ALL = 4;

  /** {@code _LINUX_CAPABILITY_VERSION_3}: sets of 64 bits, in two halves. */
  private static final int VERSION = 0x20080522;

  private static final int HALF_BITS = 32;
  private static final int HEADER_BYTES = 8;
  private static final int HALF_BYTES = 12;
  private static final int MOST_CAPABILITIES = 64;

  private Privileges() {}

  /**
   * The calling thread, and any program that it starts, has these capabilities, and none can have
   * others.
   */
  public static void keepOnly(Set<Capability> kept) throws IOException {
    String what = "cannot keep only the capabilities " + kept;
    restrict(Capability.bits(kept), what);
    for (Capability capability : kept) {
      Errno.check(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability.number()), what);
    }
  }

  /** The calling thread has none, and no program that it starts can have one. */
  public static void renounce() throws IOException {
    restrict(0, "cannot give capabilities away");
  }

  private static void restrict(long bits, String what) throws IOException {
    LibC.require();
    Errno.check(prctl(PR_SET_NO_NEW_PRIVS, 1, 0), what);
    emptyBoundingSet(bits, what);
    Errno.check(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0), what);
    Errno.check(capset(bits), what);
  }

  /**
   * No other process of this user may trace this one or read its memory, and it leaves no core
   * dump, until it execs (prctl(2), PR_SET_DUMPABLE).
   */
  public static void forbidTracing() throws IOException {
    LibC.require();
    Errno.check(prctl(PR_SET_DUMPABLE, 0, 0), "cannot keep other processes out of this one");
  }

  /** Only who has CAP_SETPCAP may; others are held by no_new_privs, or have little to hand on. */
  private static void emptyBoundingSet(long kept, String what) throws IOException {
    if (!CapabilitySets.ofThisThread().has(Capability.SETPCAP)) {
      return;
    }
    for (int number = 0; number < MOST_CAPABILITIES; number++) {
      if ((kept >>> number & 1) == 0 && !dropFromBoundingSet(number, what)) {
        return;
      }
    }
  }

  /** False beyond the last capability that this kernel knows. */
  private static boolean dropFromBoundingSet(int number, String what) throws IOException {
    int result = prctl(PR_CAPBSET_DROP, number, 0);
    if (result < 0 && Errno.last() == Errno.EINVAL) {
      return false;
    }
    Errno.check(result, what);
    return true;
  }

  private static int prctl(int option, long two, long three) {
    return LibC.prctl(option, two, three, 0, 0);
  }

  private static int capset(long bits) {
    try (Memory header = new Memory(HEADER_BYTES);
        Memory data = new Memory(2 * HALF_BYTES)) {
      header.setInt(0, VERSION);
      header.setInt(4, 0);
      for (int half = 0; half < 2; half++) {
        for (int set = 0; set < HALF_BYTES; set += 4) {
          data.setInt((long) half * HALF_BYTES + set, (int) (bits >>> (half * HALF_BITS)));
        }
      }
      return LibC.capset(Pointer.nativeValue(header), Pointer.nativeValue(data));
    }
  }
}
