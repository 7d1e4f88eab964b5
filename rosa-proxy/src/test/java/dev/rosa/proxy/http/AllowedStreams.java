package dev.rosa.proxy.http;

import dev.rosa.proxy.stream.Judgement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Streams that the judgement allows, as it has read them. */
final class AllowedStreams {

  /** Shows where the last body ends: it is a request of its own, or a part of that body. */
  private static final String END = "GET /end HTTP/1.1\r\nHost: a.example\r\n\r\n";

  /**
   * A stream, and its requests.
   *
   * @param requests method, target, Host
   */
  record Allowed(String bytes, List<String> requests) {}

  private final HeadBuffers buffers = new HeadBuffers(1);
  private final RequestHead head = new RequestHead();

  /** The stream with another request behind it; empty if that is refused or incomplete. */
  Optional<Allowed> judge(byte[] stream) {
    String bytes = new String(stream, StandardCharsets.ISO_8859_1) + END;
    byte[] all = bytes.getBytes(StandardCharsets.ISO_8859_1);
    ReadingPolicy read = new ReadingPolicy();
    HttpRequestJudge judge =
        new HttpRequestJudge(buffers, head, ServerEnd.of("192.0.2.1", 80), read);
    Judgement judgement = judge.judge(ByteBuffer.wrap(all), 0, all.length);
    judge.close();
    return judgement == Judgement.PASS
        ? Optional.of(new Allowed(bytes, read.requests))
        : Optional.empty();
  }
}
