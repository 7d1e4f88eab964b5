package dev.rosa.kernel.bpf;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Program that the kernel has checked and can run. Owned by one thread. */
public final class BpfProgram extends BpfObject {

  /**
   * Kind of a program, by the kernel's numbers.
   *
   * @param type {@code enum bpf_prog_type}
   * @param attachType {@code enum bpf_attach_type}
   */
  public record Kind(int type, int attachType) {}

  /** Programs at an interface's receive queue. */
  public static final Kind XDP = new Kind(6, 37);

  /** Programs at an interface's ingress, before the packet filter (tcx). */
  public static final Kind TCX_INGRESS = new Kind(3, 46);

  private static final String LICENSE = "Apache-2.0";
  private static final int LOAD_BYTES = 72;
  private static final int LOG_BYTES = 1 << 16;
  private static final int MOST_SAID = 300;

  private final Kind kind;

  private BpfProgram(int descriptor, Kind kind) {
    super(descriptor);
    this.kind = kind;
  }

  /**
   * Loads a program.
   *
   * @param name letters, digits and underscores
   * @param instructions from {@link BpfAssembler#assemble}
   * @throws IOException in one line if the kernel refuses; with what its verifier says
   */
  public static BpfProgram load(Kind kind, String name, byte[] instructions) throws IOException {
    LibC.require();
    OffHeap code = offHeap(instructions);
    OffHeap license = offHeap((LICENSE + "\0").getBytes(StandardCharsets.US_ASCII));
    BpfCall call = new BpfCall(BpfCall.PROGRAM_LOAD, LOAD_BYTES);
    ByteBuffer arguments = call.arguments();
    arguments.putInt(0, kind.type);
    arguments.putInt(4, instructions.length / BpfAssembler.INSTRUCTION_BYTES);
    arguments.putLong(8, code.address()).putLong(16, license.address());
    arguments.putInt(68, kind.attachType);
    call.name(48, name);
    try {
      return new BpfProgram(load(call, "cannot load BPF program " + name), kind);
    } finally {
      Reference.reachabilityFence(code);
      Reference.reachabilityFence(license);
    }
  }

  /** Asks for the verifier's log only if it refuses: the log costs time. */
  private static int load(BpfCall call, String what) throws IOException {
    try {
      return call.call(what);
    } catch (BpfException e) {
      if (e.errno() != Errno.EINVAL && e.errno() != Errno.EACCES) {
        throw e;
      }
    }
    OffHeap log = OffHeap.allocate(LOG_BYTES);
    call.arguments().putInt(24, 1).putInt(28, LOG_BYTES).putLong(32, log.address());
    try {
      return call.call(what);
    } catch (BpfException e) {
      byte[] said = new byte[LOG_BYTES];
      log.buffer().get(0, said);
      String last = lastWords(new String(said, StandardCharsets.US_ASCII));
      throw last.isEmpty() ? e : new BpfException(what + ": " + last, e.errno());
    }
  }

  /** The last lines of a verifier's log that ends at a zero, in one line of bounded length. */
  static String lastWords(String log) {
    int end = log.indexOf('\0');
    List<String> lines =
        (end < 0 ? log : log.substring(0, end))
            .lines()
            .map(line -> line.replaceAll("[^\\x20-\\x7e]", " ").strip())
            .filter(line -> !line.isEmpty() && !line.startsWith("processed "))
            .toList();
    String last = String.join("; ", lines.subList(Math.max(0, lines.size() - 2), lines.size()));
    return last.substring(Math.max(0, last.length() - MOST_SAID));
  }

  private static OffHeap offHeap(byte[] bytes) {
    OffHeap memory = OffHeap.allocate(bytes.length);
    memory.buffer().put(0, bytes);
    return memory;
  }

  int attachType() {
    return kind.attachType;
  }
}
