package dev.rosa.proxy.http.relay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.rosa.kernel.LibC;
import dev.rosa.kernel.socket.TransparentListener;
import dev.rosa.kernel.socket.TransparentPool;
import dev.rosa.kernel.socket.TransparentSocket;
import dev.rosa.proxy.ScriptedServer;
import dev.rosa.proxy.relay.RelayLimits;
import dev.rosa.proxy.relay.RelayedConnection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A client, the relay and a server on the loopback interface. Their sockets have addresses of this
 * machine, so no privilege is needed.
 */
final class HttpRelayRig implements AutoCloseable {
  private static final int TCP = LibC.SOCK_STREAM | LibC.SOCK_CLOEXEC | LibC.SOCK_NONBLOCK;
  private static final int WAIT_MILLIS = 60_000;
  private static final RelayLimits LIMITS =
      new RelayLimits(1, 1, WAIT_MILLIS, WAIT_MILLIS, WAIT_MILLIS);

  final FakePolicy policy = new FakePolicy();
  final ScanRoom room = new ScanRoom(10 * FakePolicy.MOST);
  final ScriptedServer server;
  private final TransparentListener listener;
  private final HttpRelay relay;

  HttpRelayRig(ScriptedServer.Talk talk) throws IOException {
    server = new ScriptedServer(talk);
    int descriptor = LibC.socket(LibC.AF_INET, TCP, 0);
    byte[] any =
        ByteBuffer.allocate(16)
            .order(ByteOrder.nativeOrder())
            .putShort((short) LibC.AF_INET)
            .put(4, InetAddress.getLoopbackAddress().getAddress())
            .array();
    if (LibC.bind(descriptor, any, any.length) < 0 || LibC.listen(descriptor, 8) < 0) {
      throw new IOException("cannot listen");
    }
    listener = TransparentListener.ofDescriptor(descriptor);
    relay = new HttpRelay((client, meant) -> policy, room, LIMITS, System::nanoTime);
  }

  /** A server that reads a head and says this, in lines. */
  static ScriptedServer.Talk saying(String answer) {
    return line -> {
      line.readHead();
      line.say(answer);
    };
  }

  /** A client's connection. */
  Client connect() throws Exception {
    return new Client();
  }

  /** What a client gets that asks for something, until the connection ends. */
  String get(String path) throws Exception {
    try (Client client = connect()) {
      client.ask("GET " + path, "");
      return client.rest();
    }
  }

  /** Client whose connection a thread relays. */
  final class Client implements AutoCloseable {
    private final Socket socket;
    private final Thread thread;

    private Client() throws Exception {
      socket = new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
      TransparentListener.Accepted accepted = listener.accept(WAIT_MILLIS).orElseThrow();
      thread = new Thread(() -> serve(accepted), "relay");
      thread.setDaemon(true);
      thread.start();
    }

    private void serve(TransparentListener.Accepted accepted) {
      int descriptor = LibC.socket(LibC.AF_INET, TCP, 0);
      InetSocketAddress meant = server.address();
      try (TransparentSocket client = accepted.socket();
          TransparentPool pool = TransparentPool.ofDescriptors(List.of(descriptor));
          TransparentSocket upstream = pool.take().orElseThrow()) {
        boolean unused =
            relay.serve(
                new RelayedConnection(client, accepted.peer(), upstream, meant, WAIT_MILLIS));
      } catch (IOException e) {
        policy.events.add("broken");
      }
    }

    /** Sends a request of HTTP/1.1; {@code more} are lines behind its Host. */
    void ask(String line, String more) throws IOException {
      say(line + " HTTP/1.1\nHost: 127.0.0.1:" + server.address().getPort() + "\n" + more + "\n");
    }

    void say(String lines) throws IOException {
      socket.getOutputStream().write(lines.replace("\n", "\r\n").getBytes(ISO_8859_1));
    }

    /** Reads up to a text. */
    String readTo(String end) throws IOException {
      StringBuilder text = new StringBuilder();
      while (!text.toString().endsWith(end)) {
        int b = socket.getInputStream().read();
        if (b < 0) {
          throw new IOException("no " + end + " in " + text);
        }
        text.append((char) b);
      }
      return text.toString().replace("\r\n", "\n");
    }

    /** Reads to the end of the connection and of its relay; in lines. */
    String rest() throws Exception {
      ByteArrayOutputStream got = new ByteArrayOutputStream();
      String end = "";
      try {
        for (int b = socket.getInputStream().read(); b >= 0; b = socket.getInputStream().read()) {
          got.write(b);
        }
      } catch (SocketException e) {
        end = "[reset]";
      }
      socket.close();
      thread.join();
      return got.toString(ISO_8859_1).replace("\r\n", "\n") + end;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    listener.close();
  }
}
