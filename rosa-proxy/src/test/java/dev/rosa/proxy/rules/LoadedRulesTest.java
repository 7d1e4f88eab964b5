package dev.rosa.proxy.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Problem;
import dev.rosa.config.Problems;
import dev.rosa.proxy.content.FileKind;
import dev.rosa.proxy.rules.criterion.Commands;
import dev.rosa.proxy.rules.criterion.Content;
import dev.rosa.proxy.rules.criterion.CriterionKind;
import dev.rosa.proxy.rules.criterion.Question;
import dev.rosa.proxy.url.NormalUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadedRulesTest {
  private static final LocalDateTime MONDAY_NOON = LocalDateTime.parse("2026-11-23T12:00");
  private static final String USERS =
      "<users><user name=\"alice\" groups=\"staff\"/><user name=\"bob\"/></users>";

  @TempDir private Path folder;

  private LoadedRules loaded;

  @Test
  void shouldLetTheFirstRuleThatMatchesDecide() throws IOException {
    load(
        """
        <rule action="refuse" hosts="*.bad.example bad.example"/>
        <rule action="allow" commands="GET HEAD" protocols="http" hosts="*.example"/>
        <rule action="pass" users="bob"/>
        """);

    assertEquals(1, decide("GET", "http://bad.example/", "alice"));
    assertEquals(1, decide("GET", "http://www.bad.example/", "bob"));
    assertEquals(2, decide("GET", "http://notbad.example/", null));
    assertEquals(3, decide("POST", "http://a.example/", "bob"));
    assertEquals(0, decide("POST", "http://a.example/", "alice"));
    assertEquals(0, decide("GET", "http://example/", null));
    assertEquals(0, decide("GET", "https://a.example/", null));
    assertEquals(Action.REFUSE, loaded.rules().action(null));
  }

  @Test
  void shouldKnowUsersGroupsAndThoseWhoAreNotLoggedIn() throws IOException {
    load(
        "<rule action=\"allow\" groups=\"staff\"/><rule action=\"refuse\" users=\"*\"/>"
            + "<rule action=\"allow\" paths=\"/login*\"/>");

    assertEquals(1, decide("GET", "http://a.example/", "alice"));
    assertEquals(2, decide("GET", "http://a.example/", "bob"));
    assertEquals(0, decide("GET", "http://a.example/", null));
    assertEquals(3, decide("GET", "http://a.example/login", null));
  }

  @Test
  void shouldSendClientsToLogInOnlyWhereARuleForUsersStandsBeforeTheRefusal() throws IOException {
    load(
        """
        <rule action="refuse" paths="/secret*"/>
        <rule action="refuse" users="bob"/>
        <rule action="refuse" paths="/shut*"/>
        <rule action="allow" users="alice"/>
        <rule action="refuse" paths="/members*"/>
        """);

    RuleSet rules = loaded.rules();
    assertFalse(rules.mayAllowWithLogin(rules.rules().get(0)));
    assertFalse(rules.mayAllowWithLogin(rules.rules().get(2)));
    assertTrue(rules.mayAllowWithLogin(rules.rules().get(4)));
    assertTrue(rules.mayAllowWithLogin(null));
  }

  @Test
  void shouldKnowAddresses() throws IOException {
    load("<rule action=\"allow\" from=\"10.0.0.0/9 2001:db8::/33\" to=\"192.0.2.7\"/>");

    assertEquals(1, between("10.127.0.1", "192.0.2.7"));
    assertEquals(0, between("10.128.0.1", "192.0.2.7"));
    assertEquals(0, between("10.0.0.1", "192.0.2.8"));
    assertEquals(0, between("2001:db8::1", "192.0.2.8"));
    assertEquals(1, between("2001:db8:7fff::1", "192.0.2.7"));
    assertEquals(0, between("2001:db8:8000::1", "192.0.2.7"));
    assertEquals(0, between("::a00:1", "192.0.2.7"));
  }

  @Test
  void shouldMatchPathsInTheirNormalForm() throws IOException {
    load("<rule action=\"refuse\" paths=\"/denied/* /x?y=*\"/><rule action=\"allow\"/>");

    assertEquals(1, decide("GET", "http://a.example/%64enied//./x", null));
    assertEquals(1, decide("GET", "http://a.example/a/../denied/", null));
    assertEquals(1, decide("GET", "http://a.example/denied;v=1/x", null));
    assertEquals(1, decide("GET", "http://a.example/x?y=1", null));
    assertEquals(2, decide("GET", "http://a.example/x", null));
    assertEquals(2, decide("GET", "http://a.example/?/denied/", null));
  }

  @Test
  void shouldKnowCommandsOfFtpByTheirCommonWords() throws IOException {
    load("<rule action=\"allow\" protocols=\"ftp\" commands=\"RETR DIR\"/>");

    for (String command : List.of("RETR", "GET", "LIST", "NLST", "MLSD")) {
      assertEquals(1, decide(command, "ftp://a.example/", null), command);
    }
    assertEquals(0, decide("STOR", "ftp://a.example/", null));
  }

  private BitSet classOf(String address, int user) throws IOException {
    InetAddress client = InetAddress.getByName(address);
    return loaded.rules().classOf(new Question().between(client, client).by(user));
  }

  @Test
  void shouldPutClientsOfTheSameVerdictsIntoOneClass() throws IOException {
    load(
        """
        <rule action="refuse" from="10.0.1.0/24" paths="/a"/>
        <rule action="allow" users="bob" from="10.0.0.0/8"/>
        <rule action="allow" groups="staff" to="192.0.2.1"/>
        """);

    BitSet alice = classOf("10.0.1.7", 0);
    assertEquals(alice, classOf("10.0.1.8", 0));
    assertNotEquals(alice, classOf("10.0.2.8", 0));
    assertNotEquals(alice, classOf("10.0.1.7", 1));
    assertNotEquals(alice, classOf("10.0.1.7", Question.NO_USER));
    assertEquals(classOf("192.0.2.7", 1), classOf("192.0.2.7", Question.NO_USER));
    assertFalse(loaded.rules().asksForTimes());
  }

  @Test
  void shouldKnowTheTimeOfTheWeek() throws IOException {
    load("<rule action=\"refuse\" times=\"night noon\"/><rule action=\"allow\"/>");

    assertTrue(loaded.rules().asksForTimes());
    assertEquals(1, at("2026-11-23T12:00"));
    assertEquals(2, at("2026-11-23T12:30"));
    assertEquals(2, at("2026-11-24T12:00"));
    assertEquals(1, at("2026-11-29T23:59"));
    assertEquals(1, at("2026-11-30T05:59"));
    assertEquals(2, at("2026-11-30T06:00"));
  }

  @Test
  void shouldAskRulesForContentWhenTheServerAnswers() throws IOException {
    load(
        """
        <rule action="refuse" kinds="exe class" users="bob"/>
        <rule action="refuse" types="video/*" files="*.mov"/>
        <rule action="allow" hosts="a.example"/>
        <rule action="refuse" longer-than="1KiB"/>
        <rule action="allow"/>
        """);

    assertEquals(3, content("http://a.example/", "bob", new Content("text/html", "x", 0, 9)));
    long exe = 1L << FileKind.EXE.ordinal();
    assertEquals(1, content("http://a.example/", "bob", new Content("text/html", "x", exe, 9)));
    assertEquals(3, content("http://a.example/", "alice", new Content("", "x", exe, 9)));
    assertEquals(2, content("http://a.example/", "bob", new Content("Video/MP4", "A.MOV", 0, 9)));
    assertEquals(3, content("http://a.example/", "bob", new Content("video/mp4", "x", 0, 9)));
    assertEquals(3, content("http://a.example/", "bob", new Content("", "", 0, 1025)));
    assertEquals(4, content("http://b.example/", "bob", new Content("", "", 0, 1025)));
    assertEquals(5, content("http://b.example/", "bob", new Content("", "", 0, 1024)));
  }

  @Test
  void shouldDecideByCategories() throws IOException {
    load("<rule action=\"refuse\" categories=\"games\"/><rule action=\"allow\"/>");

    assertEquals(1, decide("GET", "http://www.games.example/", null));
    assertEquals(2, decide("GET", "http://a.example/", null));
  }

  @Test
  void shouldTellWhyARuleDoesNotMatch() throws IOException {
    load("<rule action=\"allow\" hosts=\"a.example\" paths=\"/x\"/>");
    Rule rule = loaded.rules().rules().get(0);

    assertEquals(
        CriterionKind.HOSTS, rule.firstMismatch(question("GET", "http://b.example/", null)));
    assertEquals(
        CriterionKind.PATHS, rule.firstMismatch(question("GET", "http://a.example/", null)));
    assertNull(rule.firstMismatch(question("GET", "http://a.example/x", null)));
  }

  @Test
  void shouldDecideAmongTenThousandRulesAsWithoutAnIndex() throws IOException {
    StringBuilder rules = new StringBuilder();
    for (int i = 1; i <= 5_000; i++) {
      rules.append(
          "<rule action=\"allow\" hosts=\"h%d.example\" commands=\"GET\"/>".formatted(i % 700));
      rules.append("<rule action=\"refuse\" hosts=\"*.h%d.example\"/>".formatted(i % 900));
    }
    load(rules.toString());

    for (String host :
        List.of("h7.example", "a.h7.example", "h699.example", "h800.example", "x.h899.example")) {
      Question question = question("GET", "http://" + host + "/", null);
      int expected =
          loaded.rules().rules().stream()
              .filter(rule -> rule.matches(question))
              .mapToInt(Rule::number)
              .findFirst()
              .orElse(0);
      assertEquals(expected, number(loaded.rules().decide(question)), host);
    }
  }

  @Test
  void shouldReportEveryMistakeWithItsLine() throws IOException {
    Problems problems =
        problems(
            """
            <rule action="allow" users="mallory"/>
            <rule action="maybe" groups="crew"/>
            <rule action="allow" from="10.0.0.1/8" hosts="a..b"/>
            <rule action="allow" categories="sports" times="never" kinds="text"/>
            <rule colour="red"/>
            """);

    String all = String.join("\n", problems.all().stream().map(Problem::toString).toList());
    for (String expected :
        List.of(
            ":8: <rule users> names 'mallory'",
            ":9: ",
            ":10: <rule from>",
            ":10: <rule hosts>",
            "'sports'",
            "'never'",
            "'text'",
            "colour",
            "action")) {
      assertTrue(all.contains(expected), expected + " in\n" + all);
    }
  }

  @Test
  void shouldNameRulesThatNeverDecide() throws IOException {
    Problems problems =
        problems(
            """
            <rule action="allow" hosts="*.example" commands="GET HEAD"/>
            <rule action="refuse" hosts="a.example *.b.example" commands="GET" users="bob"/>
            <rule action="refuse" hosts="a.example" commands="POST"/>
            <rule action="refuse" kinds="exe"/>
            <rule action="allow"/>
            <rule action="refuse" kinds="exe elf"/>
            """);

    List<String> warnings = problems.all().stream().map(Problem::toString).toList();
    assertEquals(2, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).contains(":9: warning: <rule> never decides: rule 1"));
    assertTrue(warnings.get(1).contains(":13: warning: <rule> never decides: rule 5"));
  }

  @Test
  void shouldPrintRulesInOneFormHoweverTheyAreWritten() throws IOException {
    load(
        "<rule log=\"none\" hosts=\"*.B.example  A.example.\" action=\"allow\" commands=\"HEAD"
            + " RETR\"/>");

    assertEquals(
        "allow hosts=\"a.example *.b.example\" commands=\"GET HEAD\" log=\"none\"",
        loaded.rules().rules().get(0).text());
  }

  private void load(String rules) throws IOException {
    Problems problems = new Problems(file(rules));
    loaded = LoadedRules.read(file(rules), problems, 1).orElseThrow();
    assertTrue(!problems.hasErrors(), () -> problems.all().toString());
  }

  private Problems problems(String rules) throws IOException {
    Problems problems = new Problems(file(rules));
    LoadedRules.read(file(rules), problems, 1);
    return problems;
  }

  private Path file(String rules) throws IOException {
    Files.writeString(folder.resolve("games.txt"), "games.example\n");
    return Files.writeString(
        folder.resolve("proxy.xml"),
        """
        <proxy>
        %s
        <lists><list category="games" file="games.txt"/></lists>
        <times><time name="night" from="22:00" to="06:00"/>
        <time name="noon" days="mon" from="12:00" to="12:30"/></times>
        <rules>
        <!-- rules begin in line 8 -->
        %s</rules></proxy>
        """
            .formatted(USERS, rules));
  }

  private int decide(String command, String url, String user) {
    return number(loaded.rules().decide(question(command, url, user)));
  }

  private int between(String from, String to) throws IOException {
    Question question = question("GET", "http://a.example/", null);
    question.between(InetAddress.getByName(from), InetAddress.getByName(to));
    return number(loaded.rules().decide(question));
  }

  private int at(String time) {
    Question question = question("GET", "http://a.example/", null);
    return number(
        loaded.rules().decide(question.at(Question.minuteOfWeek(LocalDateTime.parse(time)))));
  }

  private int content(String url, String user, Content content) {
    Question question = question("GET", url, user);
    Rule deciding = loaded.rules().decide(question);
    return number(loaded.rules().decideContent(question.content(content), deciding));
  }

  private Question question(String command, String url, String user) {
    byte[] word = Commands.word(command).getBytes(StandardCharsets.US_ASCII);
    NormalUrl normal = NormalUrl.parse(url);
    return new Question()
        .by(user == null ? Question.NO_USER : loaded.users().of(user))
        .about(normal)
        .command(word, word.length)
        .in(loaded.urls().find(normal))
        .at(Question.minuteOfWeek(MONDAY_NOON));
  }

  private static int number(Rule rule) {
    return rule == null ? 0 : rule.number();
  }
}
