package dev.rosa.kernel.bpf;

import dev.rosa.kernel.LibC;

/** A map, program or link by its descriptor, which is closed on exec. Owned by one thread. */
abstract sealed class BpfObject implements AutoCloseable permits BpfMap, BpfProgram, BpfLink {

  private final int descriptor;
  private boolean closed;

  BpfObject(int descriptor) {
    this.descriptor = descriptor;
  }

  /** Its descriptor, to be handed over to what this process becomes. */
  public final int descriptor() {
    if (closed) {
      throw new IllegalStateException("closed");
    }
    return descriptor;
  }

  /** Gives it up; what others of this process hold by it stays. */
  @Override
  public final void close() {
    if (!closed) {
      closed = true;
      LibC.close(descriptor);
    }
  }
}
