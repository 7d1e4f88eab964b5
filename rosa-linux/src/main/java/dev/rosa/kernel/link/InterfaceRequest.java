package dev.rosa.kernel.link;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import java.nio.ByteBuffer;

/**
 * Request to the kernel about a network interface by its name, and its answer ({@code struct
 * ifreq}); see netdevice(7). Allocates nothing to ask. Owned by one thread.
 */
public final class InterfaceRequest {

  /** The longest name, in bytes (IFNAMSIZ − 1). */
  public static final int MAX_NAME_BYTES = 15;

  static final long NAME = 0x8910;
  static final long FLAGS = 0x8913;
  public static final long MTU = 0x8921;
  public static final long MAC_ADDRESS = 0x8927;
  public static final long INDEX = 0x8933;
  static final long ETHTOOL = 0x8946;

  /** Offset of the answer, behind the name. */
  public static final int ANSWER = 16;

  private static final int BYTES = 40;
  private static final byte[] NOTHING = new byte[BYTES];

  private final OffHeap memory = OffHeap.allocate(BYTES);

  /** Asks for another interface from now on: 1 to {@link #MAX_NAME_BYTES} bytes of UTF-8. */
  public void name(byte[] name) {
    memory.buffer().put(0, NOTHING).put(0, name);
  }

  /**
   * Asks for the interface with that index from now on.
   *
   * @param socket any socket
   * @return whether there is one
   */
  public boolean name(int socket, int index) {
    memory.buffer().put(0, NOTHING).putInt(ANSWER, index);
    return ask(socket, NAME);
  }

  /**
   * Asks.
   *
   * @param socket any socket
   * @return whether there is an answer; else errno says why not
   */
  public boolean ask(int socket, long what) {
    return LibC.ioctl(socket, what, memory.address()) >= 0;
  }

  /** The whole request; its answer begins at {@link #ANSWER}. */
  public ByteBuffer bytes() {
    return memory.buffer();
  }
}
