package dev.rosa.rings;

import dev.rosa.kernel.socket.NetworkInterface;
import dev.rosa.kernel.socket.PacketSocket;
import dev.rosa.packetio.IngressAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * An assistant link, as the diversion makes it: {@code rosa0} is the kernel's end. What leaves
 * there has the source address of packets that came in on the first interface. Stateless.
 */
final class LabLink {

  static final String KERNEL_END = "rosa0";
  static final String ROUTER_END = "rosa1";

  private LabLink() {}

  /** Makes both ends, without IPv6's own traffic. */
  static void make() throws IOException, InterruptedException {
    Files.writeString(Path.of("/proc/sys/net/ipv6/conf/default/disable_ipv6"), "1");
    String diverted = IngressAddress.text(1);
    ip(
        ("link add name " + KERNEL_END + " address " + diverted + " type veth peer name ")
            .concat(ROUTER_END)
            .split(" "));
    ip("link", "set", ROUTER_END, "arp", "off");
    up();
  }

  static void up() throws IOException, InterruptedException {
    ip("link", "set", KERNEL_END, "up");
    ip("link", "set", ROUTER_END, "up");
  }

  static void remove() throws IOException, InterruptedException {
    ip("link", "del", KERNEL_END);
  }

  static void ip(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(command + ": " + said);
    }
  }

  static byte[] macAddress(String name) throws IOException {
    try (PacketSocket socket = PacketSocket.open()) {
      return new NetworkInterface(socket, name).macAddress().orElseThrow();
    }
  }
}
