package dev.rosa.proxy;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.ftp.DataConnection;
import dev.rosa.proxy.ftp.FtpControl;
import dev.rosa.proxy.ftp.FtpLines;
import dev.rosa.proxy.ftp.FtpPolicy;
import dev.rosa.proxy.ftp.FtpVerdict;
import dev.rosa.proxy.stream.Judgement;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sessions of FTP: lines of client and server in turn. A data connection is between the two ends,
 * and its port is 1024 or higher; a reply to the client is one line.
 */
public final class FtpControlFuzzer {
  private static final InetAddress CLIENT = IpLiteral.parse("10.0.0.7");
  private static final InetAddress SERVER = IpLiteral.parse("192.0.2.1");

  private FtpControlFuzzer() {}

  /** Seeds of the corpus. */
  public static List<byte[]> seeds() {
    return List.of(
        bytes("CWD a\r\n220 hello\r\nPASV\r\n227 ok (192,0,2,1,200,1)\r\n"),
        bytes("PORT 10,0,0,7,200,1\r\n220-x\r\nEPRT |1|10.0.0.7|4000|\r\n220 y\r\n"),
        bytes("EPSV\r\n220 x\r\nRETR a/../b\r\n229 ok (|||5000|)\r\nPWD\r\n257 \"/a\"\r\n"));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    FtpControl control =
        new FtpControl(
            CLIENT,
            SERVER,
            (verb, url) ->
                new FtpPolicy.Decision(
                    url.targetLength() % 7 == 0 ? Judgement.REFUSE : Judgement.PASS, "r", false));
    FtpLines lines = new FtpLines();
    boolean isOfClient = true;
    for (byte b : data.consumeRemainingAsBytes()) {
      String line = lines.add(b);
      if (line != null) {
        check(isOfClient ? control.command(line) : control.reply(line));
        isOfClient = !isOfClient;
      }
    }
  }

  private static void check(FtpVerdict verdict) {
    DataConnection hole = verdict.data();
    if (hole != null && (hole.port() < 1024 || hole.port() > 65_535 || !isOfBothEnds(hole))) {
      throw new AssertionError("a hole for others: " + hole);
    }
    if (verdict.reply() != null && verdict.reply().lines().count() != 1) {
      throw new AssertionError("a reply of several lines: " + verdict.reply());
    }
  }

  private static boolean isOfBothEnds(DataConnection hole) {
    return (hole.opener().equals(CLIENT) && hole.listener().equals(SERVER))
        || (hole.opener().equals(SERVER) && hole.listener().equals(CLIENT));
  }
}
