package dev.rosa.client.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.HostPort;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading of a status page from servers whose answer has no end. */
class RouterPageTest {

  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** Answers one request: the beginning, then the rest again and again until the reader leaves. */
  private void answer(String beginning, String rest, long pauseMillis) {
    Thread thread =
        new Thread(
            () -> {
              try (Socket connection = server.accept();
                  OutputStream out = connection.getOutputStream()) {
                out.write(beginning.getBytes(StandardCharsets.US_ASCII));
                while (true) {
                  out.write(rest.getBytes(StandardCharsets.US_ASCII));
                  Thread.sleep(pauseMillis);
                }
              } catch (IOException | InterruptedException e) {
                // The reader has gone.
                return;
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private String refusal() {
    HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
    IOException refusal =
        assertThrows(IOException.class, () -> RouterPage.read(address, Duration.ofSeconds(2)));
    String begins = "no status from " + address + ": ";
    assertTrue(refusal.getMessage().startsWith(begins), refusal.getMessage());
    return refusal.getMessage().substring(begins.length());
  }

  @Test
  void shouldRefuseAPageThatIsNotWholeInTimeWhenItsBytesKeepComing() {
    answer(OK + "Content-Length: 100000\r\n\r\n{", " ", 50);
    assertEquals("no whole answer within 2s", refusal());
  }

  @Test
  void shouldRefuseAHeadThatIsNotWholeInTimeWhenItsBytesKeepComing() {
    answer(OK + "X-Long: ", "a", 50);
    assertEquals("no whole answer within 2s", refusal());
  }

  @Test
  void shouldRefuseAnErrorThatIsNotWholeInTimeWhenItsBytesKeepComing() {
    answer("HTTP/1.1 500 Error\r\n\r\n", "a", 50);
    assertEquals("no whole answer within 2s", refusal());
  }

  @Test
  void shouldRefuseInOneLineWhenEachHeadAnnouncesAnother() {
    answer("", "HTTP/1.1 100 Continue\r\n\r\n", 0);
    assertEquals(1, refusal().lines().count());
  }
}
