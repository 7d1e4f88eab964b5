package dev.rosa.firewall.plane.intake;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reporter of a test, which says any bytes. */
final class Peer implements AutoCloseable {

  private final SocketChannel channel;
  private final BufferedReader lines;

  private Peer(SocketChannel channel) {
    this.channel = channel;
    this.lines = new BufferedReader(Channels.newReader(channel, StandardCharsets.US_ASCII));
  }

  static Peer connect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(socket));
    return new Peer(channel);
  }

  /** Connects, and waits for the plane's greeting. */
  static Peer greeted(Path socket) throws IOException {
    Peer peer = connect(socket);
    if (!"rosa-firewall 1".equals(peer.line())) {
      throw new IOException("no greeting");
    }
    return peer;
  }

  void say(String text) throws IOException {
    ByteBuffer bytes = StandardCharsets.ISO_8859_1.encode(text);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Says that it has nothing more to say. */
  void endOutput() throws IOException {
    channel.shutdownOutput();
  }

  /** The next line; null: the plane has ended the connection. */
  String line() throws IOException {
    return lines.readLine();
  }

  /** Says the same until the plane ends the connection. */
  void sayUntilEnded(String text) {
    try {
      while (true) {
        say(text);
      }
    } catch (IOException e) {
      // The plane has ended it.
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
