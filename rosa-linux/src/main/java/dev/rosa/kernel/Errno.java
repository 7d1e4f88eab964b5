package dev.rosa.kernel;

import com.sun.jna.Native;
import java.io.IOException;

/** Table of Linux's error numbers (errno), with a sentence about each for messages. Stateless. */
public final class Errno {

  /** Operation not permitted. */
  public static final int EPERM = 1;

  /** There is no such thing. */
  public static final int ENOENT = 2;

  /** A signal came first. */
  public static final int EINTR = 4;

  /** No such device or address: the interface is gone. */
  public static final int ENXIO = 6;

  /** More than fits. */
  public static final int E2BIG = 7;

  /** No such descriptor. */
  public static final int EBADF = 9;

  /** No room for now. */
  public static final int EAGAIN = 11;

  /** No memory. */
  public static final int ENOMEM = 12;

  /** Not allowed. */
  public static final int EACCES = 13;

  /** Another one uses it. */
  public static final int EBUSY = 16;

  /** It is there already. */
  public static final int EEXIST = 17;

  /** No such device. */
  public static final int ENODEV = 19;

  /** An argument that this kernel does not know. */
  public static final int EINVAL = 22;

  /** A number outside of what the object can do. */
  public static final int ERANGE = 34;

  /** No such system call. */
  public static final int ENOSYS = 38;

  /** Longer than the link's MTU. */
  public static final int EMSGSIZE = 90;

  /** The object cannot do that. */
  public static final int EOPNOTSUPP = 95;

  /** The address or name is in use. */
  public static final int EADDRINUSE = 98;

  /** This machine does not have the address. */
  public static final int EADDRNOTAVAIL = 99;

  /** The interface is down. */
  public static final int ENETDOWN = 100;

  /** The interface's queue is full. */
  public static final int ENOBUFS = 105;

  /** The peer has ended the connection before it was taken. */
  public static final int ECONNABORTED = 103;

  /** The peer has ended the connection. */
  public static final int ECONNRESET = 104;

  /** The peer's host has no socket at the port. */
  public static final int ECONNREFUSED = 111;

  /** The connection is being made. */
  public static final int EINPROGRESS = 115;

  private Errno() {}

  /** The errno of this thread's last call by JNA. */
  public static int last() {
    return Native.getLastError();
  }

  /** The C library's words for an error. */
  public static String sentence(int errno) {
    return LibC.strerror(errno);
  }

  /** An exception of one line, e.g. {@code cannot bind to rosa1: No such device}. */
  public static IOException failure(String what, int errno) {
    return new IOException(what + ": " + sentence(errno));
  }

  /**
   * Passes a call's result on.
   *
   * @param what the sentence's beginning if the call failed
   */
  public static int check(int result, String what) throws IOException {
    if (result < 0) {
      throw failure(what, last());
    }
    return result;
  }
}
