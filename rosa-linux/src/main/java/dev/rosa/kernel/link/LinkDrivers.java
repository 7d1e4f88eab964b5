package dev.rosa.kernel.link;

import dev.rosa.kernel.OffHeap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Names of the drivers of network interfaces, such as {@code veth}. Stateless. */
public final class LinkDrivers {

  private static final int GET_DRIVER_INFO = 3;
  private static final int INFO_BYTES = 196;
  private static final int NAME = 4;
  private static final int NAME_BYTES = 32;

  private LinkDrivers() {}

  /** Driver of an interface. */
  public static String of(String name) throws IOException {
    OffHeap info = OffHeap.allocate(INFO_BYTES);
    info.buffer().putInt(0, GET_DRIVER_INFO);
    Ethtool.ask(name, info, "driver");
    byte[] driver = new byte[NAME_BYTES];
    info.buffer().get(NAME, driver);
    String text = new String(driver, StandardCharsets.US_ASCII);
    return text.substring(0, text.indexOf('\0'));
  }
}
