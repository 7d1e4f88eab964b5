package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Whether an interface leaves checksums to its hardware. A virtual one has none: it hands packets
 * on whose checksums nobody has computed, and a packet socket would see them so. What {@code
 * ethtool -K NAME tx off} does; segmentation goes with it. Stateless.
 */
public final class Offloads {

  private static final int AF_INET = 2;
  private static final int SOCK_DGRAM = 2;
  private static final int SIOCETHTOOL = 0x8946;
  private static final int GET_TX_CHECKSUM = 0x16;
  private static final int SET_TX_CHECKSUM = 0x17;
  private static final int NAME_BYTES = 16;
  private static final int REQUEST_BYTES = 40;

  private Offloads() {}

  /** Whether checksums of what is sent are left to the hardware. */
  public static boolean txChecksum(String name) throws IOException {
    return ethtool(name, GET_TX_CHECKSUM, 0) != 0;
  }

  /** Sets it; needs CAP_NET_ADMIN. */
  public static void txChecksum(String name, boolean on) throws IOException {
    ethtool(name, SET_TX_CHECKSUM, on ? 1 : 0);
  }

  private static int ethtool(String name, int command, int value) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= NAME_BYTES) {
      throw new IOException("interface name '" + name + "' is too long");
    }
    int descriptor = LinkCalls.C.socket(AF_INET, SOCK_DGRAM, 0);
    try (Memory request = new Memory(REQUEST_BYTES);
        Memory data = new Memory(8)) {
      request.clear();
      request.write(0, bytes, 0, bytes.length);
      request.setPointer(NAME_BYTES, data);
      data.setInt(0, command);
      data.setInt(4, value);
      LinkCalls.C.ioctl(descriptor, new NativeLong(SIOCETHTOOL), request);
      return data.getInt(4);
    } catch (LastErrorException e) {
      throw CallFailure.refused("checksum offload of " + name, e);
    } finally {
      LinkCalls.C.close(descriptor);
    }
  }
}
