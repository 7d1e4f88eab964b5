package dev.rosa.kernel.socket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.kernel.LibC;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of bytes that go from one connection to another. They need no privilege. */
class SocketSpliceTest {
  private static final int WAIT_MILLIS = 60_000;

  private TransparentListener listener;
  private Socket sender;
  private Socket receiver;
  private TransparentSocket from;
  private TransparentSocket to;

  @BeforeEach
  void connect() throws IOException {
    LibC.require();
    int type = LibC.SOCK_STREAM | LibC.SOCK_CLOEXEC | LibC.SOCK_NONBLOCK;
    TransparentSocket socket = new TransparentSocket(LibC.socket(LibC.AF_INET, type, 0));
    socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    assertEquals(0, LibC.listen(socket.descriptor(), 2));
    listener = TransparentListener.ofDescriptor(socket.descriptor());
    sender = new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
    from = listener.accept(WAIT_MILLIS).orElseThrow().socket();
    receiver = new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
    to = listener.accept(WAIT_MILLIS).orElseThrow().socket();
  }

  @AfterEach
  void close() throws IOException {
    sender.close();
    receiver.close();
    from.close();
    to.close();
    listener.close();
  }

  @Test
  void shouldMoveNoMoreThanItIsAskedTo() throws IOException {
    try (SocketSplice pipe = SocketSplice.open()) {
      assertEquals(TransparentSocket.NOTHING, pipe.move(from, to, 100, WAIT_MILLIS));

      sender.getOutputStream().write("hello, world".getBytes(US_ASCII));
      assertEquals(true, from.awaitReadable(WAIT_MILLIS));
      assertEquals(5, pipe.move(from, to, 5, WAIT_MILLIS));
      assertEquals("hello", new String(receiver.getInputStream().readNBytes(5), US_ASCII));
      assertEquals(7, pipe.move(from, to, 100, WAIT_MILLIS));

      sender.shutdownOutput();
      assertEquals(true, from.awaitReadable(WAIT_MILLIS));
      assertEquals(TransparentSocket.END, pipe.move(from, to, 100, WAIT_MILLIS));
    }
  }

  @Test
  void shouldFailIfTheTakerIsGone() throws IOException {
    try (SocketSplice pipe = SocketSplice.open()) {
      receiver.setSoLinger(true, 0);
      receiver.close();
      assertEquals(true, to.awaitReadable(WAIT_MILLIS));
      sender.getOutputStream().write("hello".getBytes(US_ASCII));
      assertEquals(true, from.awaitReadable(WAIT_MILLIS));
      assertThrows(IOException.class, () -> pipe.move(from, to, 5, WAIT_MILLIS));
    }
  }
}
