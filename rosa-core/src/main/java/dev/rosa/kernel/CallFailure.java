package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.io.IOException;

/** What Linux says when it refuses a call. Stateless. */
final class CallFailure {

  static final int EPERM = 1;
  static final int EINTR = 4;
  static final int EBADF = 9;
  static final int EINVAL = 22;
  static final int EADDRINUSE = 98;

  /** The C library's words for its errors. */
  private interface Words extends Library {
    String strerror(int code);
  }

  private static final Words WORDS = Native.load(Platform.C_LIBRARY_NAME, Words.class);

  private CallFailure() {}

  /** A sentence: what was tried, and the C library's words for the error. */
  static IOException refused(String what, LastErrorException error) {
    return new IOException(what + ": " + text(error.getErrorCode()), error);
  }

  /** The C library's words for an error. */
  static String text(int code) {
    return WORDS.strerror(code);
  }
}
