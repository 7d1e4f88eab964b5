package dev.rosa.kernel.bpf;

import dev.rosa.kernel.Errno;
import java.io.IOException;

/** Refusal by bpf(2), in one line. */
public final class BpfException extends IOException {

  private static final long serialVersionUID = 1;

  private final int errno;

  BpfException(String message, int errno) {
    super(message);
    this.errno = errno;
  }

  int errno() {
    return errno;
  }

  /** True if an interface's driver has no native mode for XDP, or not as the interface is set. */
  public boolean isForWantOfNativeMode() {
    return errno == Errno.EOPNOTSUPP || errno == Errno.EINVAL || errno == Errno.ERANGE;
  }
}
