package dev.rosa.kernel.bpf;

import dev.rosa.kernel.OffHeap;
import java.io.IOException;

/**
 * Attachment of a program to an interface. It ends when it is closed, or with the process, however
 * that ends. Owned by one thread.
 */
public final class BpfLink extends BpfObject {

  /** Places of an XDP program. */
  public enum Mode {
    /** In the driver, before the kernel makes a packet of its own of the frame. */
    NATIVE(4),
    /** Behind it; each interface has that. */
    GENERIC(2);

    private final int flags;

    Mode(int flags) {
      this.flags = flags;
    }
  }

  private static final int CREATE_BYTES = 48;
  private static final int UPDATE_BYTES = 16;
  private static final int INFO_CALL_BYTES = 16;
  private static final int INFO_BYTES = 32;
  private static final int INFO_INTERFACE = 16;

  private BpfLink(int descriptor) {
    super(descriptor);
  }

  /**
   * Attaches an XDP program where none is.
   *
   * @param link the interface's name, for the message
   * @param interfaceIndex the interface
   * @throws BpfException in one line: another program is attached (EBUSY, EEXIST), the driver has
   *     no native mode (EOPNOTSUPP), or another reason
   */
  public static BpfLink attach(BpfProgram program, String link, int interfaceIndex, Mode mode)
      throws IOException {
    return attach(program, link, interfaceIndex, mode.flags);
  }

  /**
   * Attaches a program of another kind than XDP.
   *
   * @see #attach(BpfProgram, String, int, Mode)
   */
  public static BpfLink attach(BpfProgram program, String link, int interfaceIndex)
      throws IOException {
    return attach(program, link, interfaceIndex, 0);
  }

  private static BpfLink attach(BpfProgram program, String link, int interfaceIndex, int flags)
      throws IOException {
    BpfCall call = new BpfCall(BpfCall.LINK_CREATE, CREATE_BYTES);
    call.arguments().putInt(0, program.descriptor()).putInt(4, interfaceIndex);
    call.arguments().putInt(8, program.attachType()).putInt(12, flags);
    return new BpfLink(call.call("cannot attach to " + link));
  }

  /** One that this process had made before it began again. */
  public static BpfLink ofDescriptor(int descriptor) {
    return new BpfLink(descriptor);
  }

  /** Replaces the program; no packet passes in between without one. */
  public void update(BpfProgram program) throws IOException {
    BpfCall call = new BpfCall(BpfCall.LINK_UPDATE, UPDATE_BYTES);
    call.arguments().putInt(0, descriptor()).putInt(4, program.descriptor());
    int unused = call.call("cannot replace a BPF program");
  }

  /**
   * Index of the interface that it is attached to; 0: it is gone, or another program has detached
   * it.
   */
  public int interfaceIndex() throws IOException {
    OffHeap info = OffHeap.allocate(INFO_BYTES);
    BpfCall call = new BpfCall(BpfCall.OBJECT_INFO, INFO_CALL_BYTES);
    call.arguments().putInt(0, descriptor()).putInt(4, INFO_BYTES).putLong(8, info.address());
    int unused = call.call("cannot ask for a BPF link");
    return info.buffer().getInt(INFO_INTERFACE);
  }
}
