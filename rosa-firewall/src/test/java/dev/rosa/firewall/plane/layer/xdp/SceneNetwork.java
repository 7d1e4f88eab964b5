package dev.rosa.firewall.plane.layer.xdp;

import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.kernel.LibC;
import dev.rosa.kernel.OffHeap;
import dev.rosa.kernel.socket.NetworkInterface;
import dev.rosa.kernel.socket.PacketSocket;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A pair of virtual interfaces in this process's network, which has to be one of its own: frames of
 * any sender leave by one end, and a server listens at the other one.
 */
final class SceneNetwork implements AutoCloseable {

  static final String LINK = "v0";
  static final Source HONEST = Source.parse("10.9.0.200");

  private static final String OTHER_END = "a0";
  private static final Source SERVER = Source.parse("10.9.0.1");
  private static final Source SERVER6 = Source.parse("2001:db8:9::1");
  private static final int PORT = 5_999;
  private static final int PATIENCE_MILLIS = 60_000;

  private final PacketSocket sender = PacketSocket.open();
  private final DatagramChannel server = DatagramChannel.open();
  private int sent;

  SceneNetwork() throws IOException, InterruptedException {
    makeLinks();
    server.bind(new InetSocketAddress(PORT));
    server.socket().setSoTimeout(PATIENCE_MILLIS);
  }

  /** Makes the links, or makes them anew. */
  void makeLinks() throws IOException, InterruptedException {
    shell(
        """
        ip link add v0 address 02:00:00:00:00:01 type veth peer name a0
        sysctl -qw net.ipv4.conf.v0.rp_filter=0 net.ipv4.conf.all.rp_filter=0
        ip link set a0 up
        ip link set v0 up
        ip addr add 10.9.0.1/24 dev v0
        ip addr add 2001:db8:9::1/32 dev v0 nodad
        """);
    NetworkInterface end = new NetworkInterface(sender, OTHER_END);
    sender.bind(end, end.index(), false);
  }

  /** Runs a shell's lines; what they printed. */
  static String shell(String lines) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder(List.of("sh", "-ec", lines)).redirectErrorStream(true).start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (shell.waitFor() != 0) {
      throw new IOException(lines + " failed: " + said);
    }
    return said;
  }

  /** True if a program of XDP is at the link, as {@code ip} says. */
  static boolean hasXdp() throws IOException, InterruptedException {
    return shell("ip link show " + LINK).contains("prog/xdp");
  }

  /** Sends a datagram with the next number; the server's answer is none. */
  int send(byte[] mac, Source from) throws IOException {
    sent++;
    byte[] payload = ByteBuffer.allocate(Integer.BYTES).putInt(sent).array();
    Source to = from.family() == Source.Family.IPV4 ? SERVER : SERVER6;
    byte[] frame = Frames.udp(mac, from, to, PORT, payload);
    OffHeap memory = OffHeap.allocate(frame.length);
    memory.buffer().put(0, frame);
    if (LibC.write(sender.descriptor(), memory.address(), frame.length) != frame.length) {
      throw new IOException("not sent");
    }
    return sent;
  }

  /** True if a datagram of a source arrives: an honest one behind it tells the end. */
  boolean arrives(byte[] mac, Source from) throws IOException {
    int asked = send(mac, from);
    int last = send(Frames.SENDER_MAC, HONEST);
    boolean arrived = false;
    for (int number = receive(); number != last; number = receive()) {
      arrived |= number == asked;
    }
    return arrived;
  }

  boolean arrives(String source) throws IOException {
    return arrives(Frames.SENDER_MAC, Source.parse(source));
  }

  private int receive() throws IOException {
    byte[] payload = new byte[Integer.BYTES];
    server.socket().receive(new DatagramPacket(payload, payload.length));
    return ByteBuffer.wrap(payload).getInt();
  }

  @Override
  public void close() throws IOException {
    sender.close();
    server.close();
  }
}
