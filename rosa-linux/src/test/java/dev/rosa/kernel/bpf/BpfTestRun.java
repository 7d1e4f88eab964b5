package dev.rosa.kernel.bpf;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.lang.ref.Reference;

/** Runs of a program on packets that a test makes (BPF_PROG_TEST_RUN). */
public final class BpfTestRun {

  private static final int PROGRAM_TEST_RUN = 10;
  private static final int RUN_BYTES = 80;

  /** Bytes of {@code struct __sk_buff}, and the offset of the mark in it. */
  private static final int CONTEXT_BYTES = 192;

  private static final int MARK = 8;

  private BpfTestRun() {}

  /** Skips a test where bpf(2) is refused: without root's rights, and in a user namespace. */
  public static void assumeBpf() {
    try (BpfMap map = BpfMap.hash("rosa_probe", Integer.BYTES, 1)) {
      assumeTrue(map.descriptor() > 0);
    } catch (IOException e) {
      assumeTrue(false, "needs bpf(2): " + e.getMessage());
    }
  }

  /**
   * Runs a program once.
   *
   * @param frame 14 bytes or more
   * @return the program's result
   */
  public static int run(BpfProgram program, byte[] frame) throws IOException {
    OffHeap packet = OffHeap.allocate(frame.length);
    packet.buffer().put(0, frame);
    BpfCall call = new BpfCall(PROGRAM_TEST_RUN, RUN_BYTES);
    call.arguments().putInt(0, program.descriptor()).putInt(8, frame.length);
    call.arguments().putLong(16, packet.address()).putInt(32, 1);
    try {
      int unused = call.call("cannot run a BPF program");
    } finally {
      Reference.reachabilityFence(packet);
    }
    return call.arguments().getInt(4);
  }

  /**
   * Runs programs of one kind again and again, each at the ingress of an interface, on frames that
   * go to this machine.
   */
  public static final class Ingress {
    private final OffHeap packet = OffHeap.allocate(1 << 16);
    private final OffHeap before = OffHeap.allocate(CONTEXT_BYTES);
    private final OffHeap after = OffHeap.allocate(CONTEXT_BYTES);
    private final BpfCall call = new BpfCall(PROGRAM_TEST_RUN, RUN_BYTES);

    /**
     * Runs a program once.
     *
     * @param mark that the packet has
     * @return the mark that it has then
     */
    public int run(BpfProgram program, byte[] frame, int mark) throws IOException {
      packet.buffer().put(0, frame);
      before.buffer().putInt(MARK, mark);
      // The last run has left the length of its result.
      call.arguments().putInt(0, program.descriptor()).putInt(8, frame.length).putInt(12, 0);
      call.arguments().putLong(16, packet.address()).putInt(32, 1);
      call.arguments().putInt(40, CONTEXT_BYTES).putInt(44, CONTEXT_BYTES);
      call.arguments().putLong(48, before.address()).putLong(56, after.address());
      int unused = call.call("cannot run a BPF program");
      return after.buffer().getInt(MARK);
    }
  }
}
