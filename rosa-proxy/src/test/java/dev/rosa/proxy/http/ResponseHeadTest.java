package dev.rosa.proxy.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResponseHeadTest {
  private final ResponseHead head = new ResponseHead();

  @Test
  void shouldReadTypeLengthAndStatus() {
    assertNull(read("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 12"));

    assertEquals(200, head.status());
    assertEquals(12, head.statedBytes());
    assertFalse(head.isWithoutBody());
    assertEquals(0, head.contentType());
    assertEquals(-1, head.contentDisposition());
  }

  @Test
  void shouldTellWhichHeadsHaveNoBody() {
    for (String line : List.of("204 No Content", "304 Not Modified", "101 Switching", "100 Go")) {
      assertNull(read("HTTP/1.1 " + line));
      assertTrue(head.isWithoutBody(), line);
    }
    assertTrue(head.isInterim());
    assertNull(read("HTTP/1.1 101 Switching"));
    assertTrue(head.isSwitch());
    assertFalse(head.isInterim());
  }

  @Test
  void shouldNotKnowTheLengthOfABodyThatEndsWithTheConnection() {
    assertNull(read("HTTP/1.0 200"));
    assertEquals(-1, head.statedBytes());
    assertNull(read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked"));
    assertEquals(-1, head.statedBytes());
    assertTrue(head.isChunked());
  }

  @Test
  void shouldRefuseWhatClientsMayReadDifferently() {
    for (String line :
        List.of(
            "HTTP/2 200 OK",
            "200 OK",
            "HTTP/1.1  200",
            "HTTP/1.1 20",
            "HTTP/1.1 2000 OK",
            "HTTP/1.1 099 OK",
            "ICY 200 OK")) {
      assertEquals(Ambiguity.BAD_STATUS_LINE, read(line), line);
    }
    assertEquals(
        Ambiguity.SEVERAL_CONTENT_FIELDS,
        read("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-type: text/html"));
    assertEquals(
        Ambiguity.LENGTH_AND_CHUNKS,
        read("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked"));
  }

  private Ambiguity read(String lines) {
    byte[] bytes = (lines + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
    return head.read(bytes, bytes.length);
  }
}
