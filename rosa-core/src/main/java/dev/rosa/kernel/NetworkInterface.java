package dev.rosa.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A network interface by its name, whether it is there or not. Asks the kernel at every call.
 * Allocates nothing to ask for a number. Owned by one thread.
 */
public final class NetworkInterface {

  /** The longest name, in bytes (IFNAMSIZ − 1). */
  public static final int MAX_NAME_BYTES = 15;

  private static final int REQUEST_BYTES = 40;
  private static final int ANSWER = 16;
  private static final int MAC_BYTES = 6;
  private static final long SIOCGIFMTU = 0x8921;
  private static final long SIOCGIFHWADDR = 0x8927;
  private static final long SIOCGIFINDEX = 0x8933;
  private static final int ARPHRD_ETHER = 1;

  private final int socket;
  private final String name;
  private final OffHeap request = OffHeap.allocate(REQUEST_BYTES);

  /**
   * The interface of that name.
   *
   * @param socket any socket, to ask by; it stays the caller's
   * @throws IOException if no interface can be called so
   */
  public NetworkInterface(PacketSocket socket, String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0 || bytes.length > MAX_NAME_BYTES || name.indexOf('\0') >= 0) {
      throw new IOException(
          "'%s' is no name of a network interface: 1 to %d bytes are"
              .formatted(name, MAX_NAME_BYTES));
    }
    this.socket = socket.descriptor();
    this.name = name;
    request.buffer().put(0, bytes);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its index, 0 if there is none of that name. */
  public int index() {
    return LibC.ioctl(socket, SIOCGIFINDEX, request.address()) < 0
        ? 0
        : request.buffer().getInt(ANSWER);
  }

  /** The longest packet that it carries, in bytes; 0 if it is not there. */
  public int mtuBytes() {
    return LibC.ioctl(socket, SIOCGIFMTU, request.address()) < 0
        ? 0
        : request.buffer().getInt(ANSWER);
  }

  /** Its MAC address ({@code byte[6]}); empty if it is not there or is no Ethernet. */
  public Optional<byte[]> macAddress() {
    if (LibC.ioctl(socket, SIOCGIFHWADDR, request.address()) < 0
        || request.buffer().getShort(ANSWER) != ARPHRD_ETHER) {
      return Optional.empty();
    }
    byte[] address = new byte[MAC_BYTES];
    request.buffer().get(ANSWER + Short.BYTES, address);
    return Optional.of(address);
  }
}
