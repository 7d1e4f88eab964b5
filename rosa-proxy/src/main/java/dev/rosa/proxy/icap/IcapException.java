package dev.rosa.proxy.icap;

import java.io.IOException;

/** A service gives no verdict; the message is one line without bytes of it. */
final class IcapException extends IOException {
  private static final long serialVersionUID = 1L;

  IcapException(String message) {
    super(message);
  }
}
