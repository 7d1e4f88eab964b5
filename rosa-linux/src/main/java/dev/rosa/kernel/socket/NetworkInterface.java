package dev.rosa.kernel.socket;

import dev.rosa.kernel.link.InterfaceRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A network interface by its name, whether it is there or not. Asks the kernel at every call.
 * Allocates nothing to ask for a number. Owned by one thread.
 */
public final class NetworkInterface {

  private static final int MAC_BYTES = 6;
  private static final int ARPHRD_ETHER = 1;

  private final int socket;
  private final String name;
  private final InterfaceRequest request = new InterfaceRequest();

  /**
   * The interface of that name.
   *
   * @param socket any socket, to ask by; it stays the caller's
   * @throws IOException if no interface can be called so
   */
  public NetworkInterface(PacketSocket socket, String name) throws IOException {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 0
        || bytes.length > InterfaceRequest.MAX_NAME_BYTES
        || name.indexOf('\0') >= 0) {
      throw new IOException(
          "'%s' is no name of a network interface: 1 to %d bytes are"
              .formatted(name, InterfaceRequest.MAX_NAME_BYTES));
    }
    this.socket = socket.descriptor();
    this.name = name;
    request.name(bytes);
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Its index, 0 if there is none of that name. */
  public int index() {
    return number(InterfaceRequest.INDEX);
  }

  /** The longest packet that it carries, in bytes; 0 if it is not there. */
  public int mtuBytes() {
    return number(InterfaceRequest.MTU);
  }

  private int number(long what) {
    return request.ask(socket, what) ? request.bytes().getInt(InterfaceRequest.ANSWER) : 0;
  }

  /** Its MAC address ({@code byte[6]}); empty if it is not there or is no Ethernet. */
  public Optional<byte[]> macAddress() {
    if (!request.ask(socket, InterfaceRequest.MAC_ADDRESS)
        || request.bytes().getShort(InterfaceRequest.ANSWER) != ARPHRD_ETHER) {
      return Optional.empty();
    }
    byte[] address = new byte[MAC_BYTES];
    request.bytes().get(InterfaceRequest.ANSWER + Short.BYTES, address);
    return Optional.of(address);
  }
}
