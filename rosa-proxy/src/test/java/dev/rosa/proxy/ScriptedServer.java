package dev.rosa.proxy;

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

/** Server that says what a test has written to one connection after the other, and keeps notes. */
public final class ScriptedServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Talk talk;
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  /** What it does with a connection, which then ends. */
  public interface Talk {
    /** Speaks; an exception ends the connection, too. */
    void run(Line line) throws IOException;
  }

  /** A connection. Bytes are characters. */
  public final class Line {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private Line(Socket socket) throws IOException {
      this.socket = socket;
      in = socket.getInputStream();
      out = socket.getOutputStream();
    }

    /** Reads up to a text; what was read so far if the client ends. */
    public String readTo(String end) throws IOException {
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

    /** Reads a head. */
    public String readHead() throws IOException {
      return readTo("\r\n\r\n");
    }

    /** Reads so many bytes, and keeps no note of them. */
    public void readBytes(int count) throws IOException {
      in.skipNBytes(count);
    }

    /** Says lines with LF, as lines with CRLF. */
    public void say(String text) throws IOException {
      sayBytes(text.replace("\n", "\r\n"));
    }

    /** Says a text as it is. */
    public void sayBytes(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    /** Does nothing until the client ends. */
    public void keepSilent() throws IOException {
      long unused = in.transferTo(OutputStream.nullOutputStream());
    }

    /** Ends with a reset. */
    public void breakOff() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  /** Listens on the loopback interface. */
  public ScriptedServer(Talk talk) throws IOException {
    this.talk = talk;
    listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "scripted");
    thread.setDaemon(true);
    thread.start();
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
  }

  /** All that it has heard, an entry for each part that was read. */
  public List<String> heard() {
    return List.copyOf(heard);
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        talk.run(new Line(socket));
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
