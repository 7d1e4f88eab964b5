package dev.rosa.proxy.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Pure-FTPd reads 99 bytes at a time while data pass, and forgets them, wherever lines end. */
class CommandsDuringTransfersTest extends FtpControlRig {

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
