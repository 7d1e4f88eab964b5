package dev.rosa.kernel.link;

import dev.rosa.kernel.OffHeap;
import java.io.IOException;

/**
 * Switch for the checksum offload of a network interface. A virtual interface has no hardware: it
 * hands on packets without computed checksums, and a packet socket would see them so. Does the same
 * as {@code ethtool -K NAME tx off}; segmentation goes with it. Stateless.
 */
public final class Offloads {

  private static final int GET_TX_CHECKSUM = 0x16;
  private static final int SET_TX_CHECKSUM = 0x17;

  private Offloads() {}

  /** True if checksums of sent packets are left to the hardware. */
  public static boolean txChecksum(String name) throws IOException {
    return ethtool(name, GET_TX_CHECKSUM, 0) != 0;
  }

  /** Sets it; needs CAP_NET_ADMIN. */
  public static void txChecksum(String name, boolean on) throws IOException {
    ethtool(name, SET_TX_CHECKSUM, on ? 1 : 0);
  }

  private static int ethtool(String name, int command, int value) throws IOException {
    OffHeap data = OffHeap.allocate(2 * Integer.BYTES);
    data.buffer().putInt(0, command).putInt(Integer.BYTES, value);
    Ethtool.ask(name, data, "checksum offload");
    return data.buffer().getInt(Integer.BYTES);
  }
}
