package dev.rosa.proxy.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.stream.Judgement;
import java.net.InetAddress;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pure-FTPd reads 99 bytes at a time while data pass, and forgets them, wherever lines end. */
class CommandsDuringTransfersTest {
  private static final InetAddress CLIENT = IpLiteral.parse("10.0.0.7");
  private static final InetAddress SERVER = IpLiteral.parse("192.0.2.1");

  private final FtpControl control =
      new FtpControl(
          CLIENT, SERVER, (verb, url) -> new FtpPolicy.Decision(Judgement.PASS, "all", false));

  @BeforeEach
  void greet() {
    control.reply("220 ready");
  }

  @Test
  void shouldHoldCommandsUntilTheTransferIsOver() {
    for (String transfer :
        new String[] {"RETR x", "STOR x", "APPE x", "STOU", "LIST", "NLST", "MLSD"}) {
      String hidden = "NOOP " + "a".repeat(94) + "CWD /secret";
      is(FtpVerdict.Kind.FORWARD, transfer);
      is(FtpVerdict.Kind.WAIT, hidden);
      control.reply("150 coming");
      is(FtpVerdict.Kind.WAIT, hidden);
      control.reply("226 done");
      is(FtpVerdict.Kind.FORWARD, hidden);
      control.reply("200 done");
    }
  }

  @Test
  void shouldLetAClientCancelATransferOnce() {
    is(FtpVerdict.Kind.FORWARD, "RETR x");
    is(FtpVerdict.Kind.WAIT, "ABOR " + "a".repeat(94) + "CWD /secret");
    is(FtpVerdict.Kind.FORWARD, "ABOR");
    is(FtpVerdict.Kind.WAIT, "ABOR");
    control.reply("426 cut");
    control.reply("226 done");
    is(FtpVerdict.Kind.FORWARD, "ABOR");
  }

  private void is(FtpVerdict.Kind expected, String line) {
    assertEquals(expected, control.command(line).kind(), line);
  }
}
