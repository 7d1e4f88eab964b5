package dev.rosa.client.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Messages of ICMP about earlier datagrams, which the system reports with the next one. */
class DatagramLinkTest {

  /** As a connected channel of the JDK does, it takes none of a datagram when it fails. */
  private static final class Channel implements WritableByteChannel {
    private final Deque<IOException> failures = new ArrayDeque<>();
    private final List<String> sent = new ArrayList<>();

    @Override
    public int write(ByteBuffer datagram) throws IOException {
      int size = datagram.remaining();
      byte[] bytes = new byte[size];
      datagram.get(bytes);
      if (!failures.isEmpty()) {
        throw failures.remove();
      }
      sent.add(new String(bytes, StandardCharsets.US_ASCII));
      return size;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  private final Channel channel = new Channel();
  private final DatagramLink link = new DatagramLink(channel, HostPort.parse("127.0.0.1:9"), true);

  private void send(String text, IOException... failures) throws IOException {
    channel.failures.addAll(Arrays.asList(failures));
    link.send(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void shouldSendDatagramsThatFollowMessagesOfIcmp() throws Exception {
    send("one", new IOException("No route to host"));
    send("two", new IOException("Protocol not available"), new IOException("No route to host"));
    assertEquals(List.of("one", "two"), channel.sent);
  }

  @Test
  void shouldSendAndSayThatNoProgramListens() {
    IOException said =
        assertThrows(IOException.class, () -> send("one", new PortUnreachableException()));
    assertEquals("no program listens at 127.0.0.1:9", said.getMessage());
    assertEquals(List.of("one"), channel.sent);
  }

  @Test
  void shouldGiveUpWhenTheSystemDoesNotTakeADatagram() {
    IOException[] failures = new IOException[4];
    Arrays.setAll(failures, i -> new IOException("Operation not permitted"));
    IOException said = assertThrows(IOException.class, () -> send("one", failures));
    assertEquals("Operation not permitted", said.getMessage());
    assertEquals(List.of(), channel.sent);
  }
}
