package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.VsftpdConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a proxy that relays FTP between Python's ftplib and vsftpd. */
@Tag("endtoend")
class ProxyFtpTest extends ProxyRig {

  private static final String RULES =
      """
      <rules>
        <rule name="no-put" action="refuse" protocols="ftp" commands="PUT"/>
        <rule name="no-secret" action="refuse" paths="/secret*"/>
        <rule name="files" action="allow" protocols="ftp"/>
      </rules>
      """;

  private static final String BEGIN =
      """
      import ftplib, io, socket, sys
      def attempt(action):
          try:
              print(action())
          except Exception as e:
              print(type(e).__name__, e)
      def session(host="10.0.2.2"):
          ftp = ftplib.FTP()
          ftp.connect(host, 21, 60)
          ftp.login()
          return ftp
      """;

  private RunningProgram vsftpd;

  @BeforeEach
  void startServer() throws Exception {
    assumeTrue(Files.isExecutable(VsftpdConfig.PROGRAM), "vsftpd is not installed");
    Path files = Files.createDirectories(folder.resolve("ftp/pub"));
    Files.writeString(files.resolve("a.txt"), "hello\n");
    Files.write(files.resolve("big"), new byte[20_000_000]);
    String unused = net.shell("chmod 555 " + files.getParent());
    Path config = VsftpdConfig.write(folder.resolve("vsftpd.conf"), files.getParent());
    vsftpd = onServer("vsftpd", VsftpdConfig.PROGRAM.toString(), config.toString());
    Await.until("vsftpd to listen", () -> onServer("ss -Hltn").contains(":21 "));
  }

  /** What a Python program at the client prints. */
  private String python(String program) throws Exception {
    Path file = Files.writeString(folder.resolve("client.py"), BEGIN + program);
    return atClient(List.of("/usr/bin/python3", file.toString())).out();
  }

  @AfterEach
  void endServer() {
    if (vsftpd != null) {
      vsftpd.close();
    }
  }

  @Test
  void shouldLetFilesPassInTheKernelAndRefuseAnUploadWithoutEndingTheSession() throws Exception {
    try (RunningProgram proxy = proxy("other-tcp='refuse'", RULES)) {
      String seen =
          python(
              """
              ftp = session()
              lines, size = [], []
              attempt(lambda: ftp.retrlines("RETR pub/a.txt", lines.append))
              attempt(lambda: ftp.storbinary("STOR pub/b.txt", io.BytesIO(b"x")))
              attempt(lambda: ftp.sendcmd("RETR secret/x"))
              attempt(lambda: ftp.retrbinary("RETR pub/big", lambda b: size.append(len(b))))
              ftp.set_pasv(False)
              attempt(lambda: ftp.retrlines("RETR pub/a.txt", lines.append))
              print(lines, sum(size))
              attempt(ftp.quit)
              six = session("fd01:2::2")
              attempt(lambda: six.retrlines("RETR pub/a.txt", print))
              """);
      assertEquals(
          """
          226 Transfer complete.
          error_perm 550 refused by rule no-put
          error_perm 550 refused by rule no-secret
          226 Transfer complete.
          226 Transfer complete.
          ['hello', 'hello'] 20000000
          221 Goodbye.
          hello
          226 Transfer complete.
          """,
          seen,
          proxy.said());
      assertEquals(2, status().at("/refused/rule").asInt());
      // Before STOR, too, the two ends had agreed on a connection.
      assertEquals(5, status().at("/ftp/holes").asInt());
      assertTrue(status().at("/bytes/seen").asLong() < 20_000);
      assertEquals(0, proxy.end(), proxy.said());
      assertEquals("", ruleset());
      assertFalse(net.shell("ip rule; ip -6 rule").contains("fwmark"));
    }
  }

  @Test
  void shouldTakeNoConnectionButThatOfAHole() throws Exception {
    try (RunningProgram proxy = proxy("other-tcp='refuse'", RULES);
        RunningProgram other = onServer("other", "/usr/bin/python3", "-m", "http.server", "8000")) {
      Await.until("the other server to listen", () -> onServer("ss -Hltn").contains(":8000"));
      String seen =
          python(
              """
              def reach(port, host="10.0.2.2"):
                  return socket.create_connection((host, port), 20).getpeername()[1] == port
              attempt(lambda: reach(8000))
              ftp = session()
              host, first = ftplib.parse227(ftp.sendcmd("PASV"))
              host, second = ftplib.parse227(ftp.sendcmd("PASV"))
              attempt(lambda: reach(first))
              attempt(lambda: ftp.sendcmd("PORT 10,9,9,9,100,1"))
              attempt(lambda: ftp.sendcmd("PORT 10,0,1,2,0,22"))
              attempt(ftp.quit)
              """);
      assertEquals(
          """
          ConnectionRefusedError [Errno 111] Connection refused
          ConnectionRefusedError [Errno 111] Connection refused
          error_perm 550 refused: the address is not the client's
          error_perm 550 refused: the port is below 1024
          221 Goodbye.
          """,
          seen,
          proxy.said());
      assertTrue(other.isAlive());
      assertEquals(1, status().at("/refused/foreign_address").asInt());
    }
  }

  /** Anybody may have sent the first SYN, in the client's name. */
  @Test
  void shouldLeaveAHoleOpenUntilTheTransferIsOver() throws Exception {
    try (RunningProgram proxy = proxy("other-tcp='refuse'", RULES)) {
      String seen =
          python(
              """
              import time
              ftp = session()
              host, port = ftplib.parse227(ftp.sendcmd("PASV"))
              data = [socket.create_connection((host, port), 20) for _ in range(2)]
              attempt(lambda: ftp.sendcmd("RETR pub/a.txt")[:3])
              attempt(lambda: data[0].recv(100))
              attempt(ftp.getresp)
              for _ in range(20):
                  time.sleep(0.1)
                  socket.socket().connect_ex((host, port))
              """);
      assertEquals("150\nb'hello\\n'\n226 Transfer complete.\n", seen, proxy.said());
      Await.until("SYNs that find no hole", () -> kernelPart("/packets/others") > 0);
    }
  }

  private int kernelPart(String figure) throws Exception {
    return status().at("/kernelPart" + figure).asInt();
  }

  @Test
  void shouldResetFtpWhereNothingJudgesIt() throws Exception {
    Path file = Path.of(config("", RULES));
    String text = Files.readString(file);
    Files.writeString(file, text.replace("</servers>", "</servers><ports ftp=''/>"));
    try (RunningProgram proxy = net.start("proxy", Programs.proxy("--config", file.toString()))) {
      proxy.await("traffic of r0 r1 is judged");
      assertEquals(
          "ConnectionRefusedError [Errno 111] Connection refused\n", python("attempt(session)\n"));
      assertFalse(ruleset().contains("table inet"), ruleset());
    }
  }

  @Test
  void shouldTellClientsToLogInBeforeAServerHearsOfThem() throws Exception {
    String rules = "<rules><rule name='all' action='allow' users='*'/></rules>";
    try (RunningProgram proxy = proxy("login-page='https://login.example/'", rules)) {
      assertEquals(
          "error_temp 421 log in first at https://login.example/, closing\n",
          python("attempt(session)\n"),
          proxy.said());
      assertEquals(1, status().at("/ftp/refusedSessions").asInt());
    }
  }

  @Test
  void shouldLetNoFtpPassWithoutAProxyAndRelayAgainAfterIt() throws Exception {
    String tables = "nft list tables";
    try (RunningProgram proxy = proxy("when-gone='drop'", RULES)) {
      String unused = net.shell("nft delete table inet rosa_proxy_p1");
      Await.until("the table to be mended", () -> net.shell(tables).contains("inet rosa_proxy"));
      assertEquals("True\n", python("attempt(lambda: session() is not None)\n"));
      proxy.kill();
    }
    Await.until("rules that drop", () -> !ruleset().contains("tproxy"));
    assertTrue(
        python("attempt(lambda: socket.create_connection(('10.0.2.2', 21), 3))\n")
            .contains("time"));
    try (RunningProgram proxy = proxy("when-gone='drop'", RULES)) {
      assertEquals("True\n", python("attempt(lambda: session() is not None)\n"));
      assertEquals(0, proxy.end(), proxy.said());
    }
  }
}
