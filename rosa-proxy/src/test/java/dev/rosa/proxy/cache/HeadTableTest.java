package dev.rosa.proxy.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.proxy.http.Ambiguity;
import dev.rosa.proxy.http.HeadBuffers;
import dev.rosa.proxy.http.HttpPolicy;
import dev.rosa.proxy.http.HttpRequestJudge;
import dev.rosa.proxy.http.RequestHead;
import dev.rosa.proxy.http.ServerEnd;
import dev.rosa.proxy.stream.AsciiBytes;
import dev.rosa.proxy.stream.Judgement;
import dev.rosa.proxy.stream.RefusalReason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the table by which the kernel's program reads, without a kernel. */
class HeadTableTest {
  private static final int HEADS = Integer.getInteger("cache.heads", 100_000);
  private static final long SEED = Long.getLong("fuzz.seed", System.nanoTime());

  /** What is wrong about method, target and host: no verdict is written down for those. */
  private static final Set<Ambiguity> OF_URLS =
      EnumSet.of(
          Ambiguity.BAD_TARGET, Ambiguity.ENCODED_SLASH, Ambiguity.BAD_HOST, Ambiguity.OTHER_HOST);

  private static final byte[] HOST = AsciiBytes.of("host");

  private final ByteBuffer table =
      ByteBuffer.allocate(HeadTable.BYTES).order(ByteOrder.nativeOrder());
  private final List<String> judged = new ArrayList<>();
  private Ambiguity wrong;

  HeadTableTest() {
    HeadTable.write(table);
  }

  /** What is of the key; null if the table does not take it. */
  private String read(byte[] head) {
    StringBuilder kept = new StringBuilder();
    int state = HeadTable.START;
    for (byte b : head) {
      int entry = table.getShort(2 * (state * HeadTable.SYMBOLS + (b & 0xff))) & 0xffff;
      if ((entry & HeadTable.KEEP) != 0) {
        kept.append((char) (b & 0xff));
      }
      state = entry & HeadTable.STATES - 1;
    }
    return state == HeadTable.ACCEPT ? kept.toString() : null;
  }

  /** Allows all, and writes down what it was asked. */
  private final class Asked implements HttpPolicy {
    @Override
    public Judgement decide(RequestHead request) {
      int host = request.fields().find(HOST, 0);
      String line = AsciiBytes.text(request.bytes(), 0, request.lineLength());
      judged.add(host < 0 ? line : line + hostOf(request, host));
      return Judgement.PASS;
    }

    @Override
    public void refused(RefusalReason reason, Ambiguity ambiguity) {
      // Nothing was asked.
    }
  }

  private static String hostOf(RequestHead request, int host) {
    return AsciiBytes.text(
        request.bytes(), request.fields().valueBegin(host), request.fields().valueEnd(host));
  }

  /** What the daemon reads; empty if it refuses, or waits for more. */
  private List<String> judge(byte[] head) {
    judged.clear();
    HttpRequestJudge judge =
        new HttpRequestJudge(
            new HeadBuffers(1), new RequestHead(), ServerEnd.of("10.0.1.2", 80), new Asked());
    Judgement judgement = judge.judge(ByteBuffer.wrap(head), 0, head.length);
    wrong = judge.ambiguity();
    return judgement == Judgement.PASS && judge.isAtRest() ? judged : List.of();
  }

  private void assertAlike(byte[] head, String kept) {
    String text = new String(head, StandardCharsets.ISO_8859_1);
    assertEquals(
        List.of(kept), judge(head), () -> "-Dfuzz.seed=" + SEED + ": " + text.replace("\r", "\\r"));
  }

  @Test
  @Tag("fuzz")
  void shouldTakeNothingThatTheDaemonDoesNotTakeOrReadsInAnotherWay() {
    CacheHeads heads = new CacheHeads(SEED);
    int taken = 0;
    for (int i = 0; i < HEADS; i++) {
      byte[] head = heads.next();
      String kept = read(head);
      boolean isUrlWrong = judge(head).isEmpty() && OF_URLS.contains(wrong);
      if (kept != null && !isUrlWrong) {
        taken++;
        assertAlike(head, kept);
      }
    }
    assertTrue(taken > HEADS / 50, taken + " heads were taken");
  }

  @Test
  void shouldTakeNoMoreFieldsThanTheDaemon() {
    String begin = "GET / HTTP/1.1\r\nHost: a\r\n";
    int fields = (CacheLayout.HEAD_BYTES - begin.length() - 2) / "Accept:x\r\n".length();
    byte[] head =
        (begin + "Cookie:x\r\n".repeat(fields) + "\r\n").getBytes(StandardCharsets.US_ASCII);
    String kept = read(head);
    assertEquals("GET / HTTP/1.1\ra", kept);
    assertAlike(head, kept);
  }
}
