package dev.rosa.proxy.ftp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.IpLiteral;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import dev.rosa.proxy.url.NormalUrl;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FtpControlTest {
  private static final InetAddress CLIENT = IpLiteral.parse("10.0.0.7");
  private static final InetAddress SERVER = IpLiteral.parse("192.0.2.1");

  private final List<String> asked = new ArrayList<>();
  private Judgement otherwise = Judgement.PASS;
  private boolean allowsSite;
  private FtpControl control = new FtpControl(CLIENT, SERVER, this::decide);

  private FtpPolicy.Decision decide(String verb, NormalUrl url) {
    asked.add(verb + " " + url.text());
    boolean isRefused = verb.equals("STOR") || url.pathText().startsWith("/secret");
    return new FtpPolicy.Decision(
        isRefused ? Judgement.REFUSE : otherwise, "no-put", verb.equals("SITE") && allowsSite);
  }

  @Test
  void shouldRefuseACommandAndLetTheSessionGoOn() {
    reply("220 ready");

    FtpVerdict refused = control.command("STOR x");
    assertEquals(FtpVerdict.Kind.REFUSE, refused.kind());
    assertEquals("550 refused by rule no-put", refused.reply());
    assertEquals(FtpVerdict.Kind.FORWARD, control.command("RETR x").kind());
  }

  @Test
  void shouldFollowTheFolderOnceTheServerHasChangedIt() {
    reply("220-hello", " 220 x", "220 ready");
    ask("cwd pub");
    reply("250 done");
    ask("CWD nowhere");
    reply("550 no");
    ask("RETR a b%.txt");
    reply("150 coming", "226 done");
    ask("CWD ../..");
    reply("250 done");
    ask("XCUP");
    reply("250 done");
    ask("LIST -la /pub/./x//y");
    reply("226 done");
    ask("PWD");
    reply("257 \"/home/ab\" is it");
    ask("SIZE x");
    reply("213 1");

    assertEquals(
        List.of(
            "CWD ftp://192.0.2.1/pub",
            "CWD ftp://192.0.2.1/pub/nowhere",
            "RETR ftp://192.0.2.1/pub/a%20b%25.txt",
            "CWD ftp://192.0.2.1/",
            "CDUP ftp://192.0.2.1/",
            "LIST ftp://192.0.2.1/pub/x/y",
            "PWD ftp://192.0.2.1/",
            "SIZE ftp://192.0.2.1/home/ab/x"),
        asked);
    assertEquals(RefusalReason.RULE, control.command("RETR /x/../secret/y").reason());
  }

  @Test
  void shouldKeepTheFolderIfItsNameIsNotQuotedAsTheStandardSays() {
    reply("220 ready");
    ask("CWD /pub/a\"/b");
    reply("250 done");
    ask("PWD");
    // Pure-FTPd does not double the quotes of a name.
    reply("257 \"/pub/a\"/b\" is your current location");
    ask("SIZE ../../x");
    assertEquals("SIZE ftp://192.0.2.1/pub/x", asked.get(asked.size() - 1));
  }

  @Test
  void shouldRefuseListsOfSeveralPaths() {
    reply("220 ready");
    // Pure-FTPd and inetutils take each word for a path.
    for (String line :
        List.of("LIST -a /pub/ /secret", "LIST x /secret", "NLST /pub/ /x", "STAT a ../b")) {
      assertEquals(FtpVerdict.Kind.REFUSE, control.command(line).kind(), line);
    }
    ask("MLSD a b");
  }

  @Test
  void shouldOpenOneHoleForEachAgreedDataConnection() {
    reply("220 ready");
    ask("PASV");
    assertEquals(
        new DataConnection(CLIENT, SERVER, 200 * 256 + 1),
        control.reply("227 Entering Passive Mode (192,0,2,1,200,1).").data());
    ask("EPSV");
    assertEquals(
        new DataConnection(CLIENT, SERVER, 5000),
        control.reply("229 Entering Extended Passive Mode (|||5000|)").data());
    ask("PORT 10,0,0,7,4,0");
    assertEquals(new DataConnection(SERVER, CLIENT, 1024), control.reply("200 done").data());
    ask("EPRT |1|10.0.0.7|4000|");
    assertNull(control.reply("500 no").data());
  }

  @Test
  void shouldTellThatATransferHasSucceeded() {
    reply("220 ready");
    ask("RETR x");
    reply("150 coming");
    assertFalse(control.isTransferred());
    reply("226 done");
    assertTrue(control.isTransferred());
    ask("RETR x");
    reply("550 no");
    assertFalse(control.isTransferred());
    ask("NOOP");
    reply("200 done");
    assertFalse(control.isTransferred());
  }

  @Test
  void shouldRefuseAddressesOfOthersAndLowPorts() {
    reply("220 ready");
    refused(RefusalReason.FOREIGN_ADDRESS, "PORT 10,0,0,8,200,1");
    refused(RefusalReason.FOREIGN_ADDRESS, "PORT 192,0,2,1,200,1");
    refused(RefusalReason.FOREIGN_ADDRESS, "EPRT |2|2001:db8::1|4000|");
    refused(RefusalReason.LOW_PORT, "PORT 10,0,0,7,3,255");
    refused(RefusalReason.LOW_PORT, "EPRT |1|10.0.0.7|22|");
    for (String argument :
        List.of("10,0,0,7,200", "10,0,0,7,256,1", "10,0,0,07,200,1", "10, 0,0,7,200,1", "")) {
      refused(RefusalReason.BAD_COMMAND, "PORT " + argument);
    }
    refused(RefusalReason.BAD_COMMAND, "EPRT |2|10.0.0.7|4000|");
    refused(RefusalReason.BAD_COMMAND, "EPRT |1|10.0.0.7|70000|");
    refused(RefusalReason.BAD_COMMAND, "LPRT 4,4,10,0,0,7,2,200,1");
  }

  @Test
  void shouldEndASessionWhoseServerNamesAnotherHost() {
    ended(RefusalReason.FOREIGN_ADDRESS, "PASV", "227 Entering (192,0,2,2,200,1)");
    ended(RefusalReason.LOW_PORT, "PASV", "227 Entering (192,0,2,1,0,22)");
    ended(RefusalReason.LOW_PORT, "EPSV", "229 Entering (|||22|)");
    ended(RefusalReason.AMBIGUOUS, "PASV", "227 Entering 192,0,2,1,200,1");
    ended(RefusalReason.AMBIGUOUS, "PASV", "227 (10,0,0,1,2,3) (192,0,2,1,200,1)");
    ended(RefusalReason.AMBIGUOUS, "PASV", "227-Entering (192,0,2,1,200,1)");
    ended(RefusalReason.AMBIGUOUS, "PASV", "229 Entering (|||5000|)");
    ended(RefusalReason.AMBIGUOUS, "NOOP", "227 Entering (192,0,2,1,200,1)");
    ended(RefusalReason.AMBIGUOUS, "EPSV", "229 Entering (||192.0.2.2|5000|)");
    ended(RefusalReason.BAD_COMMAND, "NOOP", "hello");
  }

  @Test
  void shouldRefusePathsThatServersBeginInTheHomeFolder() {
    reply("220 ready");
    // vsftpd and ProFTPD read a tilde as the folder where the session began; Pure-FTPd and those of
    // BSD go there without a path.
    for (String line :
        List.of(
            "RETR ~/secret/x",
            "CWD ~",
            "CWD ~/secret",
            "CWD",
            "CWD ",
            "xcwd",
            "LIST -la ~/secret",
            "STAT ~",
            "DELE ~/secret/x",
            "RNFR ~ftp/secret/x")) {
      assertEquals(FtpVerdict.Kind.REFUSE, control.command(line).kind(), line);
    }
  }

  @Test
  void shouldRefusePatternsThatLeadToAnotherFolder() {
    reply("220 ready");
    // glob(3) lets each of them match "..", and so leave the folder that the rule allows.
    for (String line :
        List.of(
            "LIST /pub/.?/secret/",
            "NLST /pub/.*/secret",
            "STAT /pub/.[.]/secret/x",
            "LIST /pub/{..,x}/secret",
            "LIST /pub/{../secret,x}")) {
      assertEquals(FtpVerdict.Kind.REFUSE, control.command(line).kind(), line);
    }
  }

  @Test
  void shouldRefusePathsThatServersReadInSeveralWays() {
    reply("220 ready");
    for (String line :
        List.of("RETR  /secret/x", "RETR /x ", "LIST -l  /secret", "NLST {~,x}/y", "CWD a/~b")) {
      assertEquals(RefusalReason.BAD_COMMAND, control.command(line).reason(), line);
    }
    assertEquals(FtpVerdict.Kind.FORWARD, control.command("RETR /pub/x~").kind());
  }

  @Test
  void shouldForwardCommandsWithoutAReadablePathIfARuleNamesThem() {
    reply("220 ready");
    assertEquals(RefusalReason.BAD_COMMAND, control.command("SITE HELP").reason());
    assertEquals(RefusalReason.BAD_COMMAND, control.command("XCRC /x").reason());
    allowsSite = true;
    ask("SITE HELP");
    reply("214 none");
    assertEquals(RefusalReason.BAD_COMMAND, control.command("XCRC /x").reason());
  }

  @Test
  void shouldJudgeThePathsOfCommandsThatAreExtensions() {
    reply("220 ready");
    // ProFTPD with Debian's modules: the first two copy a file, the others change it.
    for (String line :
        List.of(
            "SITE CPFR /secret/x",
            "SITE CHMOD 777 /secret/x",
            "SITE SYMLINK /secret/x /pub/x",
            "MFF modify=20200101000000; /secret/x",
            "MDTM 20200101000000 /secret/x")) {
      assertEquals(FtpVerdict.Kind.REFUSE, control.command(line).kind(), line);
    }
  }

  @Test
  void shouldRefuseATimeBeforeAPathThatOnlySomeServersTakeForOne() {
    reply("220 ready");
    // vsftpd asks for a digit, and for a space behind 8 or 14 characters, or a point behind 14.
    for (String line :
        List.of(
            "MDTM 20200101 /secret/x",
            "MDTM 20200101 secret/x",
            "MDTM 1-------- /secret/x",
            "MDTM 202001010000 /secret/x",
            "MDTM 20200101000000. /secret/x",
            "MDTM 20200101000000.x /secret/x",
            "MDTM 20200101000000+60 /secret/x",
            "MDTM 20200101000000\t /secret/x",
            "MDTM 1bcdefgh /secret/x")) {
      refused(RefusalReason.BAD_COMMAND, line);
    }
    refused(RefusalReason.RULE, "MDTM 20200101000000.123 /secret/x");
    ask("MDTM 2020 report");
    reply("213 20200101000000");
    ask("MDTM 20200101.txt");
  }

  @Test
  void shouldRefuseFactsOfOtherForms() {
    reply("220 ready");
    // Servers that leave out more spaces before an argument than one find another path.
    for (String line :
        List.of(
            "MFMT  20200101000000 /secret/x",
            "MFF  modify=20200101000000; /secret/x",
            "MFMT 20200101000000\t/secret/x y",
            "MFMT 20200101000000",
            "MFCT")) {
      refused(RefusalReason.BAD_COMMAND, line);
    }
    refused(RefusalReason.RULE, "MFMT 20200101000000 /secret/x");
  }

  @Test
  void shouldFindPatternsThatLeadToAnotherFolder() {
    reply("220 ready");
    for (String path : List.of("a*/x", "/a?/x", "a/[b]/c", ".*", "a/.x?", "..[a]", "{a,b}", "a{")) {
      refused(RefusalReason.BAD_COMMAND, "LIST " + path);
    }
    for (String path : List.of("*", "/a/x*", "a/b.*", "a./[bc]", ".a/x*", "a/.b/c*", "}")) {
      ask("NLST " + path);
      reply("226 done");
    }
  }

  @Test
  void shouldTakeEachByteOfANameForItself() {
    reply("220 ready");
    // The second byte of a ring above an A is a line's end in ISO 8859-1.
    ask("RETR \u00c3\u0085.txt");
    reply("150 Opening data connection for \u00c3\u0085.txt", "226 done");
    ask("PWD");
    reply("257 \"/\u00c3\u0085\" is it \u0085");
    ask("SIZE x");
    reply("213 1");

    assertEquals(
        List.of(
            "RETR ftp://192.0.2.1/%C3%85.txt",
            "PWD ftp://192.0.2.1/", "SIZE ftp://192.0.2.1/%C3%85/x"),
        asked);
    refused(RefusalReason.BAD_COMMAND, "RETR \u0085 ");
    refused(RefusalReason.BAD_COMMAND, "RETR  \u0085");
    refused(RefusalReason.BAD_COMMAND, "RETR \u0085/~");
  }

  @Test
  void shouldJudgeAFileThatTheServerNames() {
    reply("220 ready");
    ask("CWD pub");
    reply("250 done");
    ask("STOU");
    reply("226 done");
    // Pure-FTPd passes over the argument, vsftpd takes it for a name.
    refused(RefusalReason.BAD_COMMAND, "STOU /up/x");
    assertEquals("STOU ftp://192.0.2.1/pub/*", asked.get(asked.size() - 1));
  }

  @Test
  void shouldLetASessionEncryptOnlyIfARulePassesIt() {
    reply("220 ready");
    refused(RefusalReason.RULE, "AUTH TLS");
    otherwise = Judgement.PASS_THROUGH;
    ask("AUTH TLS");
    assertEquals(FtpVerdict.Kind.PASS_THROUGH, control.reply("234 go on").kind());
  }

  @Test
  void shouldRefuseLinesThatAreNoCommands() {
    reply("220 ready");
    for (String line :
        List.of("", "A", "RETR\tx", "12", "RETR a\\..\\b", " RETR x", "NOTACOMMAND x")) {
      refused(RefusalReason.BAD_COMMAND, line);
    }
  }

  @Test
  void shouldReadLinesHoweverTheyAreCutAndRefuseOtherBytes() {
    assertEquals("USER a", line("USER a\r\n").text);
    assertEquals(RefusalReason.TELNET_IN_FTP, line("US\u00ff\u00f4ER a\r\n").reason);
    assertEquals(RefusalReason.BAD_COMMAND, line("USER a\n").reason);
    assertEquals(RefusalReason.BAD_COMMAND, line("USER\ra\r\n").reason);
    assertEquals(RefusalReason.BAD_COMMAND, line("USER \0a\r\n").reason);
    assertEquals(RefusalReason.HEAD_TOO_LONG, line("a".repeat(3000)).reason);
  }

  private record Read(String text, RefusalReason reason) {}

  private static Read line(String bytes) {
    FtpLines lines = new FtpLines();
    String text = null;
    for (byte b : bytes.getBytes(StandardCharsets.ISO_8859_1)) {
      String complete = lines.add(b);
      text = complete == null ? text : complete;
    }
    return new Read(text, lines.reason());
  }

  private void ended(RefusalReason expected, String command, String reply) {
    control = new FtpControl(CLIENT, SERVER, this::decide);
    reply("220 ready");
    ask(command);
    FtpVerdict verdict = control.reply(reply);
    assertEquals(FtpVerdict.Kind.END, verdict.kind(), reply);
    assertEquals(expected, verdict.reason(), reply);
  }

  private void refused(RefusalReason expected, String line) {
    FtpVerdict verdict = control.command(line);
    assertEquals(FtpVerdict.Kind.REFUSE, verdict.kind(), line);
    assertEquals(expected, verdict.reason(), line);
  }

  @Test
  void shouldRefuseAPathBehindOptionsThatBeginsLikeAnOption() {
    reply("220 ready");
    // vsftpd takes one word of options: what follows is the path, also if it begins with a dash.
    for (String line :
        List.of("LIST -a -x/../secret", "NLST -a -x/../secret", "LIST - -/../secret")) {
      assertEquals(FtpVerdict.Kind.REFUSE, control.command(line).kind(), line);
    }
  }

  private void ask(String line) {
    assertEquals(FtpVerdict.Kind.FORWARD, control.command(line).kind(), line);
  }

  private void reply(String... lines) {
    for (String line : lines) {
      assertEquals(FtpVerdict.Kind.FORWARD, control.reply(line).kind(), line);
    }
  }
}
