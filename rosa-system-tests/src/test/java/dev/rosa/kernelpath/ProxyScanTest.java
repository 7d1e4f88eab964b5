package dev.rosa.kernelpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.HangUpSignal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a proxy that relays HTTP between curl and nginx, and has answers scanned. */
@Tag("endtoend")
class ProxyScanTest extends ProxyScanRig {

  private static String rules(String whenGone, String attributes) {
    return RULES.formatted("100s", whenGone, attributes);
  }

  @Test
  void shouldLetCleanAnswersPassAndGiveWhatTheServiceSaysOfOthers() throws Exception {
    file("evil", "x".repeat(100) + "EVIL");
    file("large", "x".repeat(70_000));
    file("clean", "y".repeat(60_000));
    try (RunningProgram icap = icap();
        RunningProgram proxy = proxy("", rules("refuse", ""))) {
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      assertEquals("y".repeat(60_000) + "200", fetch("/clean"));
      assertEquals("evil!403", fetch("/evil"));
      assertEquals("refused by rule no-secret\n403", fetch("/secret"));
      assertEquals(
          "refused: not scanned by virus: larger than 64KiB\n403", fetch("/large"), proxy.said());
      assertEquals("a small answer\n", curl("http://[fd01:2::2]/small"));
      assertEquals(
          "a small answer\na small answer\n",
          curl("http://" + SERVER + "/small", "http://" + SERVER + "/small"));

      assertEquals(5, scanned("clean"));
      assertEquals(1, scanned("found"));
      assertEquals(1, scanned("unscanned"));
      assertEquals(1, status().at("/refused/infected").asInt());
      assertEquals(1, status().at("/refused/not_scanned").asInt());
      assertEquals(1, status().at("/refused/rule").asInt());
      String metrics = net.shell("curl -s -m 60 http://127.0.0.1:7008/metrics");
      assertTrue(
          metrics.contains("rosa_proxy_scanned_answers{result=\"found\",scan=\"virus\"} 1"),
          metrics);
      assertEquals(0, status().at("/scans/heldBytes").asInt());
      // The server sees the client, and nothing of what is refused.
      String seen = accessLog();
      assertEquals(6, seen.lines().filter(line -> line.startsWith("10.0.1.2 ")).count(), seen);
      assertFalse(seen.contains("/secret"), seen);
      String unused = awaitLog("\"reason\":\"INFECTED\",\"scan\":\"virus: found Type=0;");
      unused = awaitLog("\"scan\":\"virus: clean\"");
      assertTrue(icap.isAlive());
      assertEquals(0, proxy.end(), proxy.said());
      assertEquals("", ruleset());
      assertFalse(net.shell("ip rule; ip -6 rule").contains("fwmark"));
    }
  }

  @Test
  void shouldKeepWhatNoRuleWantsScannedInTheKernel() throws Exception {
    Path big = folder.resolve("www/plain/big");
    Files.createDirectories(big.getParent());
    byte[] bytes = new byte[20_000_000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ((i * 31) >> 3);
    }
    Files.write(big, bytes);
    try (RunningProgram proxy = proxy("", rules("refuse", ""))) {
      String got = folder.resolve("got").toString();
      String unused = curl("-o", got, "http://" + SERVER + "/plain/big");
      assertEquals(-1, Files.mismatch(big, Path.of(got)), proxy.said());
      String ended = "\"event\":\"connection\"";
      String line = awaitLog(ended).lines().filter(one -> one.contains(ended)).findAny().get();
      long seen = Long.parseLong(line.replaceAll(".*\"bytesSeen\":(\\d+).*", "$1"));
      long given = Long.parseLong(line.replaceAll(".*\"bytesToClient\":(\\d+).*", "$1"));
      assertTrue(given > bytes.length, line);
      assertTrue(seen < 40_000, line);
    }
  }

  @Test
  void shouldRefuseWhatAServiceThatIsGoneCannotScan() throws Exception {
    try (RunningProgram proxy = proxy("", rules("refuse", ""))) {
      assertEquals(
          "refused: not scanned by virus: it cannot be reached\n503",
          fetch("/small"),
          proxy.said());
      assertEquals(1, scanned("failed"));
      try (RunningProgram icap = icap()) {
        assertEquals("a small answer\n200", fetch("/small"));
        assertTrue(icap.isAlive());
      }
    }
  }

  @Test
  void shouldLetAnswersPassWithoutAServiceIfItIsToldTo() throws Exception {
    try (RunningProgram proxy = proxy("", rules("pass", ""))) {
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      String unused = awaitLog("\"scan\":\"virus: not scanned, it cannot be reached\"");
    }
  }

  @Test
  void shouldLetASlowScanHoldNoOtherConnectionUp() throws Exception {
    file("slow", "SLOW");
    try (RunningProgram icap = icap();
        RunningProgram proxy = proxy("", rules("refuse", ""));
        RunningProgram slow =
            net.start(
                "slow",
                List.of(
                    "ip", "netns", "exec", "src", "curl", "-s", "http://" + SERVER + "/slow"))) {
      Await.until("the slow scan", () -> accessLog().contains("/slow"));
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      assertTrue(slow.isAlive());
      assertTrue(icap.isAlive());
    }
  }

  @Test
  void shouldRelayThoseConnectionsAloneThatAScanMayConcern() throws Exception {
    file("evil", "EVIL");
    String unused = net.shell("ip -n src addr add 10.0.1.3/24 dev s0");
    try (RunningProgram icap = icap();
        RunningProgram proxy = proxy("", scanOne())) {
      assertEquals("EVIL200", fetch("/evil"), proxy.said());
      assertEquals(
          "evil!", curl("--interface", "10.0.1.3", "http://" + SERVER + "/evil"), proxy.said());
      assertTrue(status().at("/connections/requests").asInt() >= 1);
      assertTrue(icap.isAlive());
    }
  }

  /** Answers to one of the client's addresses are scanned. */
  private static String scanOne() {
    return rules("refuse", "from='10.0.1.3'")
        .replace("</rules>", "<rule name='rest' action='allow' protocols='http'/></rules>");
  }

  @Test
  void shouldExpectARestartWhenAScanConcernsOtherConnections() throws Exception {
    HangUpSignal.assumeItArrives();
    try (RunningProgram proxy = proxy("", scanOne())) {
      String unused = config("", scanOne().replace("from='10.0.1.3'", ""));
      proxy.signal("HUP");
      proxy.await("expected a restart");
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
    }
  }

  @Test
  void shouldJudgeEachRequestOfAConnectionAsStrictlyAsElsewhere() throws Exception {
    String program =
        """
        import re, socket
        def say(text):
            s = socket.create_connection(("10.0.2.2", 80), 30)
            s.sendall(text.replace("\\n", "\\r\\n").encode())
            got = b""
            try:
                while True:
                    more = s.recv(4096)
                    if not more:
                        break
                    got += more
            except OSError as e:
                got += str(e).encode()
            print([w.decode() for w in re.findall(rb"HTTP/1.1 [0-9]+", got)],
                  got.split(b"\\r\\n\\r\\n")[-1].decode().strip())
        host = "Host: 10.0.2.2\\n"
        get = "GET /small HTTP/1.1\\n" + host
        say(get + "\\n" + get + "\\n" + "GET /secret HTTP/1.1\\n" + host + "\\n")
        say(get + "Content-Length: 1\\nContent-Length: 2\\n\\n")
        say("POST /plain/x HTTP/1.1\\n" + host + "Transfer-Encoding: chunked\\n\\n-1\\n")
        say(get + "Range: bytes=0-3\\nConnection: close\\n\\n")
        """;
    Path file = Files.writeString(folder.resolve("say.py"), program);
    try (RunningProgram icap = icap();
        RunningProgram proxy = proxy("", rules("refuse", ""))) {
      assertEquals(
          """
          ['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 403'] refused by rule no-secret
          ['HTTP/1.1 403'] refused: ambiguous
          [] [Errno 104] Connection reset by peer
          ['HTTP/1.1 200'] a small answer
          """,
          atClient(List.of("/usr/bin/python3", file.toString())).out(),
          proxy.said());
      assertTrue(icap.isAlive());
    }
  }

  @Test
  void shouldUseFewSocketsForManyConnectionsAndLoseNone() throws Exception {
    file("evil", "EVIL");
    Path big = folder.resolve("www/plain/big");
    Files.createDirectories(big.getParent());
    Files.write(big, new byte[20_000_000]);
    // One client gets half of the places, as many as it leaves to others: 8 for four curls. With 4
    // the next curl may come before the place of the last one is free, some milliseconds after its
    // end: the relay has to see that end, and lets the server end the other connection.
    String few = rules("refuse", "").replace("<scans>", "<scans connections='16' per-client='16'>");
    try (RunningProgram icap = icap();
        RunningProgram proxy = proxy("", few)) {
      String fetch = "curl -s -m 60 -o /dev/null -w '%%{http_code} ' http://10.0.2.2%s";
      String many =
          "seq 60 | xargs -P 4 -I{} sh -c '%s; %s; %s; %s | head -c 99 >/dev/null'"
              .formatted(
                  fetch.formatted("/small").replace("'", "\""),
                  fetch.formatted("/evil").replace("'", "\""),
                  fetch.formatted("/secret").replace("'", "\""),
                  "curl -s -m 60 http://10.0.2.2/plain/big");
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      String seen = atClient(List.of("sh", "-c", many)).out();
      assertEquals(60, seen.split("200 ", -1).length - 1, seen);
      assertEquals(120, seen.split("403 ", -1).length - 1, seen);
      Await.until("all connections to end", () -> status().at("/scans/connections").asInt() == 0);
      // Those of the refused requests, which no server has heard of.
      assertEquals(60, status().at("/scans/refusedConnections").asInt());
      assertEquals(0, status().at("/scans/heldBytes").asInt());
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      assertFalse(proxy.said().contains("Exception"), proxy.said());
      assertTrue(icap.isAlive());
    }
  }

  @Test
  void shouldTellAClientWhereToLogInBeforeAServerHearsOfIt() throws Exception {
    String attributes = "login-page='https://login.example/'";
    try (RunningProgram proxy = proxy(attributes, rules("refuse", "users='alice'"))) {
      String told = fetch("/small");
      assertTrue(told.contains("https://login.example/") && told.endsWith("511"), told);
      assertEquals("", accessLog(), proxy.said());
      assertEquals(1, status().at("/scans/refusedConnections").asInt());
    }
  }

  @Test
  void shouldLetNothingPassUnscannedWithoutAProxy() throws Exception {
    try (RunningProgram proxy = proxy("when-gone='drop'", rules("pass", ""))) {
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      proxy.kill();
    }
    Await.until("rules that drop", () -> !ruleset().contains("tproxy"));
    assertEquals("", curl("-m", "3", "http://" + SERVER + "/small"));
    try (RunningProgram proxy = proxy("when-gone='drop'", rules("pass", ""))) {
      assertEquals("a small answer\n200", fetch("/small"), proxy.said());
      assertEquals(0, proxy.end(), proxy.said());
    }
  }
}
