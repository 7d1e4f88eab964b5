package dev.rosa.proxy.http.relay;

import static dev.rosa.proxy.http.relay.HttpRelayRig.saying;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.ScriptedServer.Talk;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of relayed connections whose answers nothing wants to see. */
class HttpRelayTest {
  private static final String OK = "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello";

  private static String got(String answer) throws Exception {
    try (HttpRelayRig rig = new HttpRelayRig(saying(answer))) {
      return rig.get("/x");
    }
  }

  @Test
  void shouldHandOnAnswersOfEachForm() throws Exception {
    for (String answer :
        List.of(
            OK,
            "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n",
            "HTTP/1.1 200 OK\n\nup to the end",
            "HTTP/1.0 200 OK\nContent-Length: 0\n\n",
            "HTTP/1.1 204 No Content\n\n",
            "HTTP/1.1 304 Not Modified\nContent-Length: 5\n\n",
            "HTTP/1.1 103 Early Hints\nLink: x\n\n" + OK)) {
      assertEquals(answer, got(answer));
    }
  }

  @Test
  void shouldHandOnAnswersWhereverTheyAreCut() throws Exception {
    String answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    for (int cut = 1; cut < answer.length(); cut++) {
      String first = answer.substring(0, cut);
      String second = answer.substring(cut);
      Talk talk =
          line -> {
            line.readHead();
            line.sayBytes(first);
            line.sayBytes(second);
          };
      try (HttpRelayRig rig = new HttpRelayRig(talk)) {
        // Chunks may be cut anew.
        String got = rig.get("/x").replaceAll("\n[0-9]\n", "\n").replace("\n", "");
        assertEquals("HTTP/1.1 200 OKTransfer-Encoding: chunkedhello", got, "cut at " + cut);
      }
    }
  }

  @Test
  void shouldLetAClientSeeThatAnAnswerIsCutShort() throws Exception {
    assertTrue(got("HTTP/1.1 200 OK\nContent-Length: 6\n\nhello").endsWith("[reset]"));
    String chunked = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n";
    assertTrue(got(chunked).endsWith("[reset]"));
    assertTrue(got(chunked + "-1\n").endsWith("[reset]"));
    assertEquals("", got("HTTP/1.1 200 OK\nContent-"));
    assertEquals("", got(""));
  }

  @Test
  void shouldRefuseAnswersThatCanBeReadInTwoWays() throws Exception {
    String refused = "HTTP/1.1 403 No\n\nAMBIGUOUS";
    assertEquals(refused, got("HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 6\n\nhello"));
    assertEquals(refused, got("HTTP/2 200 OK\n\n"));
    assertEquals(refused, got("HTTP/1.1 200 OK\n" + "X: y\n".repeat(2_000) + "\n"));
  }

  @Test
  void shouldAnswerPipelinedRequestsInTheirOrder() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.say(OK);
          line.readHead();
          line.say(OK.replace("hello", "world"));
          line.keepSilent();
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /a", "");
      client.ask("GET /b", "");
      client.ask("GET /secret", "");
      String got = client.rest();
      assertEquals(OK + OK.replace("hello", "world") + "HTTP/1.1 403 No\n\nRULE", got);
      assertEquals(2, rig.server.heard().size());
      assertFalse(rig.server.heard().toString().contains("secret"));
    }
  }

  /** The client asks for it again, over another connection. */
  @Test
  void shouldEndInOrderIfTheServerDoesBeforeARequest() throws Exception {
    try (HttpRelayRig rig = new HttpRelayRig(saying(OK));
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /a", "");
      client.ask("GET /b", "");
      assertEquals(OK, client.rest());
    }
  }

  @Test
  void shouldReachNoServerWithARefusedRequest() throws Exception {
    try (HttpRelayRig rig = new HttpRelayRig(saying(OK));
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /x", "Content-Length: 1\nContent-Length: 2\n");
      assertEquals("HTTP/1.1 403 No\n\nAMBIGUOUS", client.rest());
      assertEquals("HTTP/1.1 403 No\n\nRULE", rig.get("/secret"));
      assertEquals(List.of(), rig.server.heard());
    }
  }

  @Test
  void shouldSendBodiesAndHearTheServerMeanwhile() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.say("HTTP/1.1 100 Continue\n\n");
          line.readTo("0\r\n\r\n");
          line.say(OK);
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("POST /x", "Transfer-Encoding: chunked\nExpect: 100-continue\n");
      assertEquals("HTTP/1.1 100 Continue\n\n", client.readTo("\r\n\r\n"));
      client.say("3\nabc\n0\n\n");
      assertEquals(OK, client.rest());
      assertEquals("3\r\nabc\r\n0\r\n\r\n", rig.server.heard().get(1));
    }
  }

  @Test
  void shouldRefuseAnInterimAnswerToAClientOfHttp10() throws Exception {
    try (HttpRelayRig rig = new HttpRelayRig(saying("HTTP/1.1 103 Early Hints\n\n" + OK));
        HttpRelayRig.Client client = rig.connect()) {
      client.say("GET /x HTTP/1.0\nHost: 127.0.0.1:" + rig.server.address().getPort() + "\n\n");
      assertEquals("HTTP/1.1 403 No\n\nAMBIGUOUS", client.rest());
    }
  }

  @Test
  void shouldTakeAnAnswerBeforeTheBodyEnds() throws Exception {
    try (HttpRelayRig rig = new HttpRelayRig(saying(OK));
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("POST /x", "Content-Length: 100\n");
      assertEquals(OK, client.readTo("hello"));
    }
  }

  @Test
  void shouldEndAConnectionWhoseBodyIsAmbiguous() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.readTo("nothing");
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("POST /x", "Transfer-Encoding: chunked\n");
      client.say("-1\nGET /secret HTTP/1.1\n\n");
      assertEquals("[reset]", client.rest());
      assertFalse(rig.server.heard().toString().contains("secret"));
    }
  }

  @Test
  void shouldEndWithALogout() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.keepSilent();
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /x", "");
      rig.policy.inForce.set(false);
      assertEquals("[reset]", client.rest());
      assertTrue(rig.policy.events.contains("LOGGED_OUT"), rig.policy.events.toString());
    }
  }

  @Test
  void shouldEndADownloadWithALogout() throws Exception {
    String chunk = "10000\n" + "x".repeat(1 << 16) + "\n";
    Talk talk =
        line -> {
          line.readHead();
          line.say("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n");
          for (int i = 0; i < 500; i++) {
            line.say(chunk);
          }
          line.say("0\n\n");
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /x", "");
      String unused = client.readTo("\r\n\r\n");
      rig.policy.inForce.set(false);
      assertTrue(client.rest().endsWith("[reset]"));
    }
  }

  @Test
  void shouldSendALargeBody() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.readBytes(8_000_000);
          line.say(OK);
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("POST /x", "Content-Length: 8000000\n");
      client.say("x".repeat(8_000_000));
      assertEquals(OK, client.rest());
    }
  }

  @Test
  void shouldEndAnUploadWithALogout() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.keepSilent();
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("POST /x", "Content-Length: 9000000\n");
      rig.policy.inForce.set(false);
      assertThrows(IOException.class, () -> client.say("x".repeat(8_000_000)));
      String unused = client.rest();
      assertTrue(rig.policy.events.contains("LOGGED_OUT"), rig.policy.events.toString());
    }
  }

  @Test
  void shouldSayThatAServerCannotBeReached() throws Exception {
    try (HttpRelayRig rig = new HttpRelayRig(saying(OK))) {
      rig.server.close();
      assertEquals("HTTP/1.1 502 No\n\n", rig.get("/x"));
    }
  }

  @Test
  void shouldPassThroughBehindAChangeOfTheProtocolThatARuleAllows() throws Exception {
    Talk talk =
        line -> {
          line.readHead();
          line.say("HTTP/1.1 101 Switching\nUpgrade: x\n\nfirst\n");
          line.readTo("bye\r\n");
          line.say("last");
        };
    try (HttpRelayRig rig = new HttpRelayRig(talk);
        HttpRelayRig.Client client = rig.connect()) {
      client.ask("GET /tunnel", "Connection: upgrade\nUpgrade: x\n");
      assertTrue(client.readTo("first\r\n").startsWith("HTTP/1.1 101"));
      client.say("bye\n");
      assertEquals("last", client.rest());
      assertEquals("bye\r\n", rig.server.heard().get(1));
    }
    try (HttpRelayRig rig = new HttpRelayRig(talk)) {
      // Nothing has asked for it.
      assertEquals("HTTP/1.1 403 No\n\nUPGRADE", rig.get("/x"));
    }
  }
}
