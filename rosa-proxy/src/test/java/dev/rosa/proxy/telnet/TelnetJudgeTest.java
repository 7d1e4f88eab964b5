package dev.rosa.proxy.telnet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TelnetJudgeTest {
  private static final String IAC = "\u00ff";
  private static final String SE = IAC + "\u00f0";
  private static final String SB = IAC + "\u00fa";
  private static final String WILL = IAC + "\u00fb";
  private static final String WONT = IAC + "\u00fc";
  private static final String DO = IAC + "\u00fd";
  private static final String ENVIRON = SB + "\47";
  private static final String TERMINAL = SB + "\30";

  private TelnetJudge judge = new TelnetJudge(TelnetLimits.USUAL);

  @Test
  void shouldLetUsualOptionsPass() {
    passes(WILL + "\30" + WILL + "\37" + DO + "\3" + WONT + "\46");
    passes(TERMINAL + "\0XTERM" + SE + SB + "\37\0P" + IAC + IAC + "\30" + SE);
    passes(ENVIRON + "\0\0USER\1alice\3LANG\1de_DE.UTF-8" + SE);
    passes(ENVIRON + "\0" + SE);
    passes(IAC + "\u00f1");
    // Debian's client.
    passes(DO + "\46" + WILL + "\46" + DO + "\45" + SB + "\46\1" + SE);
  }

  @Test
  void shouldRefuseOptionsThatAreNotOnTheList() {
    refuses(RefusalReason.OPTION, WILL + "\45");
    refuses(RefusalReason.OPTION, SB + "\46\3" + SE);
    refuses(RefusalReason.OPTION, SB + "\46\1\1" + SE);
    refuses(RefusalReason.OPTION, SB + "\46" + SE);
    refuses(RefusalReason.OPTION, WILL + "\44");
    refuses(RefusalReason.OPTION, SB + "\45\0x" + SE);
    refuses(RefusalReason.OPTION, SB + SE);
  }

  @Test
  void shouldRefuseValuesThatLoginTakesForOptions() {
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\0USER\1-f root" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\3USER\1-froot" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\2\0USER\1alice\0USER\1-f root" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\0USER\1 -f root" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\0USER\1\2-f root" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\0US\2ER\1alice" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\3LD_PRELOAD\1/tmp/x" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\0USER\1a\nb" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0USER\1alice" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\7" + SE);
    refuses(RefusalReason.ENVIRONMENT, ENVIRON + SE);
    refuses(RefusalReason.ENVIRONMENT, TERMINAL + "\0-x" + SE);
  }

  @Test
  void shouldRefuseAValueWhereverItIsCut() {
    String all = "x" + ENVIRON + "\0\0USER\1-f root" + SE;
    for (int cut = 1; cut < all.length(); cut++) {
      judge = new TelnetJudge(TelnetLimits.USUAL);
      Judgement first = give(all.substring(0, cut));
      assertEquals(cut == 1 ? Judgement.PASS : Judgement.HOLD, first, "cut at " + cut);
      assertEquals(Judgement.REFUSE, give(all.substring(cut)), "cut at " + cut);
    }
  }

  @Test
  void shouldRefuseASubnegotiationWithoutEnd() {
    assertEquals(Judgement.HOLD, give(ENVIRON + "\0\0USER\1" + "a".repeat(500)));
    assertEquals(Judgement.REFUSE, give("a".repeat(100)));
    assertEquals(RefusalReason.SUBNEGOTIATION_TOO_LONG, judge.reason());
  }

  @Test
  void shouldRefuseCommandsThatServersReadDifferently() {
    refuses(RefusalReason.AMBIGUOUS, TERMINAL + "\0X" + WILL + "\1");
    refuses(RefusalReason.AMBIGUOUS, SE);
    refuses(RefusalReason.AMBIGUOUS, IAC + "\7");
  }

  @Test
  void shouldTakeADoubledIacForAByte() {
    assertEquals(Judgement.HOLD, give("a" + IAC));
    assertEquals(Judgement.PASS, give(IAC));
    assertEquals(Judgement.PASS, give(IAC + IAC + "\45"));
  }

  @Test
  void shouldLetAllPassAfterSoManyLinesIfAsked() {
    judge = new TelnetJudge(new TelnetLimits(Set.of(), Set.of(), 2));
    assertEquals(Judgement.PASS, give("alice\r\0"));
    assertEquals(Judgement.PASS_THROUGH, give("secret\r\0"));
  }

  @Test
  void shouldWatchToTheEndAsLinesMayComeBeforeTheOptions() {
    for (String line : List.of("\r\n\r\n", "alice\r\0", "secret\r\0", "ls\r\0")) {
      assertEquals(Judgement.PASS, give(line));
    }
    assertEquals(Judgement.REFUSE, give(ENVIRON + "\0\3USER\1-f root" + SE));
  }

  @Test
  void shouldRefuseValuesOfSeveralWordsOrWithMarksOfAShell() {
    for (String value :
        List.of("root -f", "x\t-f", "a;id", "`id`", "$(id)", "a|b", "\u00e9", "%u")) {
      refuses(RefusalReason.ENVIRONMENT, ENVIRON + "\0\0USER\1" + value + SE);
    }
    passes(ENVIRON + "\0\0DISPLAY\1host.example:0.0\0USER\1a_b-c.d@e" + SE);
  }

  private void passes(String bytes) {
    judge = new TelnetJudge(TelnetLimits.USUAL);
    assertEquals(Judgement.PASS, give(bytes));
  }

  private void refuses(RefusalReason expected, String bytes) {
    judge = new TelnetJudge(TelnetLimits.USUAL);
    assertEquals(Judgement.REFUSE, give(bytes));
    assertEquals(expected, judge.reason());
  }

  private Judgement give(String bytes) {
    byte[] memory = bytes.getBytes(StandardCharsets.ISO_8859_1);
    return judge.judge(ByteBuffer.wrap(memory), 0, memory.length);
  }
}
