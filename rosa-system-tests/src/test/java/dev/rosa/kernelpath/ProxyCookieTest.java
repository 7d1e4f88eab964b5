package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a proxy before a server that answers by SYN cookies. */
@Tag("endtoend")
class ProxyCookieTest extends ProxyRig {

  private static final String CLIENT = "10.0.1.2";
  private static final String RULES =
      """
      <rules>
        <rule action="refuse" paths="/secret*"/>
        <rule action="allow" protocols="http"/>
      </rules>
      """;

  /** The client's system knows nothing of connections of raw packets, and would reset them. */
  private static final String NO_RESETS =
      """
      ip netns exec src nft '
        add table ip raw; add chain ip raw out { type filter hook output priority 0; }
        add rule ip raw out tcp flags rst tcp sport 20000-20999 drop
      '
      """;

  /** Waits for a file. */
  private static final String LATE_REQUEST =
      """
      exec 3<>/dev/tcp/10.0.2.2/80
      while ! [ -e %s ]; do sleep 0.1; done
      printf 'GET /small HTTP/1.0\r\n\r\n' >&3
      cat <&3
      """;

  @Test
  void shouldAnswerAClientThatIsSilentAtFirst() throws Exception {
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals("a small answer\n200", fetch("/small"));
      Path mayAsk = folder.resolve("ask");
      String script = LATE_REQUEST.formatted(mayAsk);
      List<String> command = List.of("ip", "netns", "exec", "src", "bash", "-c", script);
      try (RunningProgram client = net.start("client", command)) {
        Await.until(
            "the server to have the connection, after it has asked for an acknowledgement again",
            () -> onServer("ss -Htn state established").contains(SERVER + ":80"));
        Files.createFile(mayAsk);
        client.await("a small answer");
      }
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldLetNoRequestHideInTheBodyOfAnotherOpening() throws Exception {
    String unused = onServer("sysctl -w net.ipv4.tcp_syncookies=2");
    unused = net.shell(NO_RESETS);
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals("a small answer\n200", fetch("/small"));

      String status = atClient(Programs.python("two_openings.py", CLIENT, SERVER)).out();

      assertEquals("200", status.strip());
      assertFalse(accessLog().contains("secret"), accessLog());
      assertFalse(accessLog().contains("\"PUT"), accessLog());
      String cookies = onServer("nstat -asz TcpExtSyncookiesRecv");
      assertTrue(cookies.matches("(?s).*SyncookiesRecv +[1-9].*"), cookies);
      assertTrue(proxy.isAlive());
    }
  }
}
