package dev.rosa.proxy.ftp.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The relay between Python's ftplib and vsftpd, in namespaces of an ordinary user. */
class FtpRelayTest {
  private static final String BEGIN =
      """
      import ftplib
      ftp = ftplib.FTP()
      ftp.connect("10.2.0.2", 21, 60)
      def attempt(action):
          try:
              print(action())
          except Exception as e:
              print(type(e).__name__, e)
      """;

  @TempDir private Path folder;

  @BeforeAll
  static void requireTools() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "-Urnm", "true").start().waitFor() == 0,
        "this machine lets its users make namespaces");
    for (String tool : List.of("/usr/sbin/vsftpd", "/usr/sbin/nft")) {
      assumeTrue(Files.isExecutable(Path.of(tool)), tool + " is there");
    }
    assumeTrue(new ProcessBuilder("python3", "--version").start().waitFor() == 0, "python3");
  }

  private String scene(String... args) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "-Urnm",
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FtpRelayScene.class.getName(),
                args[0],
                folder.toString()));
    command.addAll(List.of(args).subList(1, args.length));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }

  @Test
  void shouldLetFilesBeFetchedAndRefuseAnUploadWithoutEndingTheSession() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN
                + """
                ftp.login()
                lines = []
                attempt(lambda: ftp.retrlines("RETR pub/a.txt", lines.append))
                import io
                attempt(lambda: ftp.storbinary("STOR pub/b.txt", io.BytesIO(b"x")))
                ftp.cwd("pub")
                attempt(lambda: ftp.sendcmd("RETR ../secret/x"))
                size = []
                attempt(lambda: ftp.retrbinary("RETR big", lambda b: size.append(len(b))))
                ftp.set_pasv(False)
                attempt(lambda: ftp.retrlines("RETR a.txt", lines.append))
                print(lines, sum(size))
                attempt(ftp.quit)
                """);

    assertEquals(
        """
        226 Transfer complete.
        error_perm 550 refused by rule no-put
        error_perm 550 refused by rule no-put
        226 Transfer complete.
        226 Transfer complete.
        ['hello', 'hello'] 3000000
        221 Goodbye.
        holes 4-4 [ended true true]
        """,
        seen);
  }

  @Test
  void shouldRelaySessionsOverIpv6() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN.replace("10.2.0.2", "fd00:2::2")
                + """
                ftp.login()
                lines = []
                attempt(lambda: ftp.retrlines("RETR pub/a.txt", lines.append))
                ftp.set_pasv(False)
                attempt(lambda: ftp.retrlines("RETR pub/a.txt", lines.append))
                attempt(lambda: ftp.sendcmd("STOR x"))
                print(lines)
                attempt(ftp.quit)
                """);

    assertEquals(
        """
        226 Transfer complete.
        226 Transfer complete.
        error_perm 550 refused by rule no-put
        ['hello', 'hello']
        221 Goodbye.
        holes 2-2 [ended true true]
        """,
        seen);
  }

  @Test
  void shouldOpenNoHoleForAThirdHostOrALowPort() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN
                + """
                ftp.login()
                attempt(lambda: ftp.sendcmd("PORT 10,9,9,9,100,1"))
                attempt(lambda: ftp.sendcmd("PORT 10,1,0,2,0,22"))
                attempt(lambda: ftp.sendcmd("EPRT |1|10.9.9.9|30000|"))
                attempt(lambda: ftp.sendcmd("PORT 10,1,0,2,100,1"))
                attempt(ftp.quit)
                """);

    assertEquals(
        """
        error_perm 550 refused: the address is not the client's
        error_perm 550 refused: the port is below 1024
        error_perm 550 refused: the address is not the client's
        200 PORT command successful. Consider using PASV.
        221 Goodbye.
        holes 1-1 [FOREIGN_ADDRESS, LOW_PORT, FOREIGN_ADDRESS, ended true true]
        """,
        seen);
  }

  @Test
  void shouldAnswerInTheOrderOfCommandsThatDoNotWait() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN
                + """
                ftp.login()
                ftp.sock.sendall(b"SYST\\r\\nSTOR x\\r\\nTYPE I\\r\\nSTOR y\\r\\nMODE S\\r\\n")
                for i in range(5):
                    attempt(ftp.getresp)
                attempt(ftp.quit)
                """);

    assertEquals(
        """
        215 UNIX Type: L8
        error_perm 550 refused by rule no-put
        200 Switching to Binary mode.
        error_perm 550 refused by rule no-put
        200 Mode set to S.
        221 Goodbye.
        holes 0-0 [ended true true]
        """,
        seen);
  }

  @Test
  void shouldEndTheSessionOfAUserWhoIsLoggedOut() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN
                + """
                ftp.login()
                attempt(lambda: ftp.sendcmd("NOOP"))
                attempt(ftp.getresp)
                attempt(ftp.getresp)
                """);

    // The logout may come before the reply.
    assertTrue(seen.contains("error_temp 421 logged out, closing\n"), seen);
    assertTrue(seen.contains("EOFError"), seen);
  }

  @Test
  void shouldTakeNoCommandThatIsReadTogetherWithOneBeforeTheLogout() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN
                + """
                ftp.login()
                ftp.sock.sendall(b"NOOP\\r\\nSYST\\r\\n")
                attempt(ftp.getresp)
                attempt(ftp.getresp)
                attempt(ftp.getresp)
                """);

    assertTrue(seen.contains("error_temp 421 logged out, closing\n"), seen);
    assertFalse(seen.contains("215"), seen);
  }

  @Test
  void shouldEndASessionWithLinesThatServersReadDifferently() throws Exception {
    String seen =
        scene(
            "relay",
            BEGIN
                + """
                ftp.login()
                ftp.sock.sendall(b"ST\\xff\\xf4OR x\\r\\n")
                attempt(ftp.getresp)
                """);

    assertEquals(
        """
        error_temp 421 refused, closing
        holes 0-0 [TELNET_IN_FTP, ended true true]
        """,
        seen);
  }

  @Test
  void shouldConnectFromTheClientsAddressWithoutCapabilities() throws Exception {
    assertEquals(
        """
        10.1.0.2 220 (vsFTPd 3.0.3)
        10.1.0.2 220 (vsFTPd 3.0.3)
        """,
        scene("pool"));
  }
}
