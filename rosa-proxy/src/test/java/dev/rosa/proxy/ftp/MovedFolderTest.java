package dev.rosa.proxy.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The server is in another folder than the one that the session went to. */
class MovedFolderTest extends FtpControlRig {

  /** vsftpd and Pure-FTPd look for the file at RNTO, in the folder of that time. */
  @Test
  void shouldKeepTheFolderFromRnfrToRnto() {
    done("RNFR secret/x", "350 go on");
    for (String line : List.of("CWD /", "CDUP", "REIN")) {
      assertEquals(FtpVerdict.Kind.REFUSE, control.command(line).kind(), line);
    }
    done("RNFR y", "550 no");
    assertEquals(FtpVerdict.Kind.REFUSE, control.command("CWD /").kind());
    done("RNTO z", "550 no");
    done("CWD /", "250 done");
  }

  @Test
  void shouldNameWhatIsAboveTheFolderFromTheRootOn() {
    done("CWD /pub/up/a/b", "250 done");
    // The folder itself may be /pub/up/b by now: a server would take /pub/x.
    assertEquals("RETR /pub/up/x", sent("RETR ../../x", "226 done"));
    assertEquals("LIST -la /pub/up/a", sent("LIST -la ..", "226 done"));
    assertEquals("MDTM 20260101000000 /pub/up/a/x", sent("MDTM 20260101000000 ../x", "213 x"));
    assertEquals("RETR /pub/up/a/x", sent("RETR c/../../x", "226 done"));
    assertEquals("CWD /pub/up/a", sent("CDUP", "250 done"));
    assertEquals("CWD /pub/up", sent("XCWD ..", "250 done"));
    assertEquals("CWD /", sent("CWD ../../..", "250 done"));
  }

  @Test
  void shouldSendOtherPathsAsTheyAre() {
    done("CWD /pub", "250 done");
    for (String line :
        new String[] {"RETR a/../x", "CWD /a/../../b", "LIST -la", "SIZE ...", "PWD"}) {
      assertNull(sent(line, "250 done"), line);
    }
  }

  @Test
  void shouldRefuseAListWhosePathFromTheRootOnHasASpaceOrAPattern() {
    done("CWD /pub/a b/c", "250 done");
    assertEquals(FtpVerdict.Kind.REFUSE, control.command("LIST ..").kind());
    done("CWD /pub/a*/b/c", "250 done");
    assertEquals(FtpVerdict.Kind.REFUSE, control.command("LIST ..").kind());
  }

  @Test
  void shouldRefuseAnotherUserOnceOneIsLoggedIn() {
    done("USER alice", "331 and now");
    done("USER bob", "331 and now");
    done("PASS x", "530 no");
    done("USER bob", "331 and now");
    done("PASS y", "230 done");
    done("CWD a", "250 done");
    // BSD's servers go to the user's folder, others say that it is too late.
    assertEquals(FtpVerdict.Kind.REFUSE, control.command("USER alice").kind());
    done("REIN", "220 ready");
    done("USER alice", "331 and now");
  }

  @Test
  void shouldRefuseLinesOfWhichSomeServersMakeTwoCommands() {
    // inetutils takes 511 bytes for a command, and the rest for the next.
    assertEquals(
        "550 refused: too long", control.command("NOOP " + "a".repeat(506) + "SYST").reply());
    done("CWD /" + "a".repeat(400), "250 done");
    done("CWD " + "b".repeat(400) + "/c", "250 done");
    assertEquals(FtpVerdict.Kind.REFUSE, control.command("RETR ../x").kind());
    done("RETR " + "c".repeat(495), "226 done");
  }

  private String sent(String line, String reply) {
    FtpVerdict verdict = control.command(line);
    assertEquals(FtpVerdict.Kind.FORWARD, verdict.kind(), line);
    control.reply(reply);
    return verdict.line();
  }

  private void done(String line, String reply) {
    assertNull(sent(line, reply), line);
  }

  /** The standard has two quotes for one; Pure-FTPd has as many as the name. */
  @Test
  void shouldKeepTheFolderIfItsNameHasQuotes() {
    done("CWD /pub/x\"\"y/b", "250 done");
    done("PWD", "257 \"/pub/x\"\"y/b\" is your current location");
    assertEquals("RETR /pub/x\"\"y/z", sent("RETR ../z", "226 done"));
  }
}
