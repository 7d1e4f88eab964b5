package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.HangUpSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a proxy between real clients and servers. */
@Tag("endtoend")
class ProxyPathTest extends ProxyRig {

  private static final String RULES =
      """
      <rules>
        <rule name="no-secret" action="refuse" paths="/secret*"/>
        <rule name="no-bad-host" action="refuse" hosts="bad.example"/>
        <rule name="web" action="allow" protocols="http https"/>
      </rules>
      """;
  private static final String REFUSED = "refused by rule no-secret\n403";

  @Test
  void shouldLetAllowedRequestsPassAndAnswerRefusedOnesWithTheirRule() throws Exception {
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals("a small answer\n200", fetch("/small"));
      assertEquals(REFUSED, fetch("/secret"));
      String ipv6 = "http://[fd01:2::2]";
      assertEquals("a small answer\n200", curl("-w", "%{http_code}", ipv6 + "/small"));
      assertEquals(REFUSED, curl("-w", "%{http_code}", ipv6 + "/secret"));
      // The second request of a kept connection.
      String both = curl("http://" + SERVER + "/small", "http://" + SERVER + "/secret");
      assertEquals("a small answer\nrefused by rule no-secret\n", both);
      assertFalse(accessLog().contains("secret"), accessLog());
      assertEquals(3, status().at("/refused/rule").asInt());
      assertEquals(0, proxy.end(), proxy.said());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldLetBodiesPassInTheKernel() throws Exception {
    byte[] body = new byte[20_000_000];
    new Random(1).nextBytes(body);
    Files.write(folder.resolve("www/big"), body);
    Path got = folder.resolve("got");
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals("", curl("-o", got.toString(), "http://" + SERVER + "/big"));
      assertEquals(-1, Files.mismatch(folder.resolve("www/big"), got));
      Await.until(
          "the end of the connection to tell of its bytes",
          () -> status().at("/bytes/kernel").asLong() >= body.length);
      JsonNode bytes = status().at("/bytes");
      assertTrue(bytes.at("/seen").asLong() <= body.length / 1000, bytes::toString);
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldGiveBothDirectionsOfAConnectionToOneOfSeveralWorkers() throws Exception {
    try (RunningProgram proxy = proxy("workers='3'", RULES)) {
      for (int i = 0; i < 20; i++) {
        assertEquals("a small answer\n200", fetch("/small"));
        assertEquals(REFUSED, fetch("/secret"));
      }
      assertEquals(20, status().at("/refused/rule").asInt());
      assertEquals(0, status().at("/refused/unknown_connection").asInt());
      assertEquals(0, proxy.end(), proxy.said());
    }
  }

  @Test
  void shouldReplaceAnAnswerThatARuleForContentRefuses() throws Exception {
    Files.copy(Path.of("/bin/sh"), folder.resolve("www/program"));
    String rules =
        "<rules><rule name='no-elf' action='refuse' kinds='elf'/><rule action='allow'/></rules>";
    try (RunningProgram proxy = proxy("", rules)) {
      assertEquals("a small answer\n200", fetch("/small"));
      assertEquals("refused by rule no-elf\n403", fetch("/program"));
      assertEquals(1, status().at("/refused/content").asInt());
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldJudgeTlsByTheNameInItsFirstMessage() throws Exception {
    net.shell(
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=x -keyout %1$s/key.pem -out %1$s/cert.pem"
            .formatted(folder));
    try (RunningProgram proxy = proxy("", RULES);
        RunningProgram server =
            onServer(
                "tls",
                "openssl",
                "s_server",
                "-accept",
                "443",
                "-www",
                "-cert",
                folder.resolve("cert.pem").toString(),
                "-key",
                folder.resolve("key.pem").toString())) {
      Await.until("the server to listen", () -> onServer("ss -Hltn").contains(":443"));
      assertEquals("200", tls("good.example"));
      assertEquals("000", tls("bad.example"));
      assertEquals(1, status().at("/refused/rule").asInt());
      assertTrue(server.isAlive() && proxy.isAlive());
    }
  }

  private String tls(String host) throws Exception {
    String resolved = host + ":443:" + SERVER;
    String page = folder.resolve("page").toString();
    return curl(
        "-k", "-o", page, "-w", "%{http_code}", "--resolve", resolved, "https://" + host + "/");
  }

  @Test
  void shouldTellClientsOfQuicThatNobodyIsThere() throws Exception {
    String datagram =
        "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(60);"
            + " s.connect(('10.0.2.2', 443)); s.send(b'x'); s.recv(1)";
    try (RunningProgram proxy = proxy("", RULES)) {
      String said = atClient(List.of("/usr/bin/python3", "-c", datagram)).out();
      assertTrue(said.contains("ConnectionRefusedError"), said);
      // The proxy's table says so: dst is there, and would refuse it as well.
      assertTrue(ruleset().contains("counter name \"quic\" reject"), ruleset());
      assertTrue(net.shell("nft list counter netdev rosa_proxy_p1 quic").contains("packets 1 "));
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldJudgeARequestAlikeWhereverItIsCut() throws Exception {
    try (RunningProgram proxy = proxy("", RULES)) {
      String answers = atClient(Programs.python("split_request.py", SERVER, "/secret")).out();
      assertEquals("403", answers.strip());
      answers = atClient(Programs.python("split_request.py", SERVER, "/small")).out();
      assertEquals("200", answers.strip());
      assertFalse(accessLog().contains("secret"), accessLog());
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldTellClientsWhereToLogInBeforeAnyPacketOfThemReachesAServer() throws Exception {
    String rules = "<rules><rule action='allow' users='*'/></rules>";
    try (RunningProgram proxy = proxy("login-page='https://10.0.1.1:3327/'", rules)) {
      String page = fetch("/small");
      assertTrue(page.contains("https://10.0.1.1:3327/") && page.endsWith("511"), page);
      assertEquals("000", tls("good.example"));
      assertEquals("", accessLog());
      assertEquals(1, status().at("/connections/sentToLogin").asInt());
      assertTrue(proxy.isAlive());
    }
  }

  @Test
  void shouldGoOnDroppingWhenItIsKilledAndTakeThatOver() throws Exception {
    try (RunningProgram proxy = proxy("when-gone='drop'", RULES)) {
      assertEquals("a small answer\n200", fetch("/small"));
      proxy.kill();
      Await.until(
          "rules to drop, and the link to go",
          () ->
              ruleset().contains("counter name \"unjudged\" drop")
                  && !net.shell("ip -br link").contains("rosap0"));
      String silent = curl("-m", "2", "-w", "%{http_code}", "http://" + SERVER + "/small");
      assertEquals("000", silent);
    }
    try (RunningProgram proxy = proxy("when-gone='drop'", RULES)) {
      assertTrue(proxy.said().contains("found what an earlier run left"), proxy.said());
      assertEquals("a small answer\n200", fetch("/small"));
      assertEquals(0, proxy.end(), proxy.said());
      assertEquals("", ruleset());
    }
  }

  @Test
  void shouldForwardUnjudgedWhenItIsKilledIfThatIsWanted() throws Exception {
    try (RunningProgram proxy = proxy("when-gone='forward'", RULES)) {
      assertEquals(REFUSED, fetch("/secret"));
      proxy.kill();
      Await.until("link and rules to go", () -> ruleset().isEmpty());
      assertEquals("a secret\n200", fetch("/secret"));
    }
  }

  @Test
  void shouldPutOtherRulesInForceWithoutAnEndAndKeepThemWhenAFileIsBroken() throws Exception {
    HangUpSignal.assumeItArrives();
    try (RunningProgram proxy = proxy("", RULES)) {
      assertEquals(REFUSED, fetch("/secret"));
      String unused = config("", RULES.replace("/secret*", "/small*").replace("no-secret", "new"));
      proxy.signal("HUP");
      proxy.await("3 rules are in force");
      assertEquals("a secret\n200", fetch("/secret"));
      assertEquals("refused by rule new\n403", fetch("/small"));
      unused = config("", "<rules><rule action='perhaps'/></rules>");
      proxy.signal("HUP");
      proxy.await("the rules in force stay as they are");
      assertEquals("refused by rule new\n403", fetch("/small"));
      assertNotEquals("", unused);
    }
  }
}
