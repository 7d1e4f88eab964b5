package dev.rosa.proxy.ftp.relay;

import dev.rosa.proxy.ftp.DataConnection;
import java.io.IOException;

/** Holes for data connections. Called by several threads. */
public interface Holes {

  /** There are none: the kernel lets all data connections pass. */
  Holes NONE =
      new Holes() {
        @Override
        public void open(DataConnection data) {
          // Nothing is closed.
        }

        @Override
        public void close(DataConnection data) {
          // Nothing is closed.
        }
      };

  /**
   * Lets a connection pass that begins within 30 seconds, or until the hole is closed; when this
   * method returns, the kernel does.
   *
   * @throws IOException in one line if that cannot be
   */
  void open(DataConnection data) throws IOException;

  /** Takes a hole back; a connection through it goes on. */
  void close(DataConnection data) throws IOException;
}
