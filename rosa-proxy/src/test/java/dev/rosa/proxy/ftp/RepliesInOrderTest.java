package dev.rosa.proxy.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.stream.RefusalReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each reply is that to the command before: names of files may look like replies. */
class RepliesInOrderTest extends FtpControlRig {

  @Test
  void shouldHoldEachCommandUntilTheOneBeforeIsAnswered() {
    for (String line : List.of("CWD pub", "NOOP", "STAT /pub", "PASV", "SIZE x")) {
      is(FtpVerdict.Kind.FORWARD, line);
      is(FtpVerdict.Kind.WAIT, "RETR x");
      is(FtpVerdict.Kind.WAIT, "no command");
      is(FtpVerdict.Kind.WAIT, "ABOR");
      control.reply("550 no");
    }
    is(FtpVerdict.Kind.FORWARD, "RETR x");
  }

  @Test
  void shouldHoldCommandsUntilTheServerHasGreeted() {
    FtpControl fresh =
        new FtpControl(CLIENT, SERVER, (verb, url) -> new FtpPolicy.Decision(null, "all", false));
    assertEquals(FtpVerdict.Kind.WAIT, fresh.command("USER a").kind());
  }

  @Test
  void shouldRefuseToListBareNamesAsAReply() {
    // Pure-FTPd has names alone in the reply then: a file may be called "213 x".
    for (String line : List.of("STAT -1 /pub", "STAT -a", "STAT -")) {
      is(FtpVerdict.Kind.REFUSE, line);
    }
    is(FtpVerdict.Kind.FORWARD, "STAT /pub");
  }

  @Test
  void shouldEndASessionWhoseServerAnswersNoCommand() {
    is(FtpVerdict.Kind.FORWARD, "STAT /pub");
    for (String line : List.of("213-begin", "213 x")) {
      assertEquals(FtpVerdict.Kind.FORWARD, control.reply(line).kind());
    }
    FtpVerdict verdict = control.reply("226 y");
    assertEquals(FtpVerdict.Kind.END, verdict.kind());
    assertEquals(RefusalReason.AMBIGUOUS, verdict.reason());
  }

  @Test
  void shouldLetAServerEndTheSessionAtAnyTime() {
    assertEquals(FtpVerdict.Kind.FORWARD, control.reply("421 idle, closing").kind());
  }

  private void is(FtpVerdict.Kind expected, String line) {
    assertEquals(expected, control.command(line).kind(), line);
  }
}
