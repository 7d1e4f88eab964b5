package dev.rosa.kernel.netlink;

import dev.rosa.kernel.Errno;
import dev.rosa.kernel.process.Capability;
import java.io.IOException;

/** Refusal of a netlink message by the kernel, in one line. */
public final class NetlinkException extends IOException {

  private static final long serialVersionUID = 1;

  private final int errno;

  NetlinkException(String what, int errno) {
    super(what + ": " + Errno.sentence(errno) + hint(errno));
    this.errno = errno;
  }

  private static String hint(int errno) {
    return errno == Errno.EPERM ? "; " + Capability.NET_ADMIN_NEEDED : "";
  }

  /** The kernel's error number. */
  public int errno() {
    return errno;
  }
}
