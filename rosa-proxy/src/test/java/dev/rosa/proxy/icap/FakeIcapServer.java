package dev.rosa.proxy.icap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Server of ICAP that says what a test has written, and keeps what it has heard. */
final class FakeIcapServer implements AutoCloseable {
  static final String CAN =
      """
      ICAP/1.0 200 OK
      Methods: RESPMOD
      ISTag: "one"
      Preview: 4
      Options-TTL: 60
      Allow: 204
      Encapsulated: null-body=0

      """;

  private final ServerSocket listener;
  private final Thread thread;
  private final Talk respmod;
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());
  private volatile String options = CAN;

  /** What it does with one RESPMOD. */
  interface Talk {
    void run(Line line) throws IOException;
  }

  /** A connection, in lines with LF that go as CRLF. */
  final class Line {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private Line(Socket socket) throws IOException {
      this.socket = socket;
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    /** Reads up to a text; what was read so far if the client ends. */
    String readTo(String end) throws IOException {
      StringBuilder text = new StringBuilder();
      for (int b = in.read(); b >= 0; b = in.read()) {
        text.append((char) b);
        if (text.toString().endsWith(end)) {
          break;
        }
      }
      heard.add(text.toString());
      return text.toString();
    }

    void say(String text) throws IOException {
      sayBytes(text.replace("\n", "\r\n"));
    }

    void sayBytes(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    /** Does not answer until the client ends. */
    void keepSilent() throws IOException {
      long unused = in.transferTo(OutputStream.nullOutputStream());
    }

    void breakOff() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  FakeIcapServer(Talk respmod) throws IOException {
    this.respmod = respmod;
    listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    thread = new Thread(this::serve, "fake-icap");
    thread.setDaemon(true);
    thread.start();
  }

  FakeIcapServer withOptions(String text) {
    options = text;
    return this;
  }

  InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  /** All that it has heard, an entry for each part that a test has read. */
  List<String> heard() {
    return List.copyOf(heard);
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        Line line = new Line(socket);
        String head = line.readTo("\r\n\r\n");
        if (head.startsWith("OPTIONS")) {
          line.say(options);
        } else {
          respmod.run(line);
        }
      } catch (IOException e) {
        heard.add("ended: " + e.getMessage());
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
