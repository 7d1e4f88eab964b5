package dev.rosa.router;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.rosa.control.v1.FetchSecretReply;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.ScriptedCodeServer;
import dev.rosa.router.pipeline.RouterBench;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A capture goes through the pipeline of a router: {@code --replay}. */
class RouterReplayTest extends RouterCommandRig {

  private static final int PCAP_HEADER = 24;
  private static final int RECORD_HEADER = 16;
  private static final byte[] FALSE = "a secret of 32 bytes, not right.".getBytes(US_ASCII);

  private Path capture(byte[]... packets) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    bytes.putInt(0xa1b2c3d4).putInt(0x00020004).putLong(0).putInt(65_535).putInt(101);
    for (byte[] packet : packets) {
      bytes.putInt((int) RouterBench.NOW).putInt(5).putInt(packet.length).putInt(packet.length);
      bytes.put(packet);
    }
    Path file = directory.resolve("in.pcap");
    return Files.write(file, Arrays.copyOf(bytes.array(), bytes.position()));
  }

  private int replay(Path in, String... more) throws IOException {
    return replay(config(""), in, more);
  }

  private int replay(Path config, Path in, String... more) {
    Path output = directory.resolve("out.pcap");
    String[] args = {
      "--config", config.toString(), "--replay", in.toString(), "--write", output.toString()
    };
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return execute(all);
  }

  @Test
  void shouldReplayCaptureThroughTheSamePipeline() throws IOException {
    byte[] good = flow.next("hello");
    byte[] forged = flow.next("hello");
    forged[forged.length - 1] ^= 1;
    assertEquals(0, replay(capture(good, forged, good), "--json"), err.toString());

    JsonNode counted = json.readTree(out.toString());
    assertEquals(3, counted.at("/packets/received").asInt());
    assertEquals(1, counted.at("/packets/executed").asInt());
    assertEquals(1, counted.at("/packets/forwarded").asInt());
    assertEquals(1, counted.at("/drops/BAD_TAG").asInt());
    assertEquals(1, counted.at("/drops/REPLAYED").asInt());
    byte[] written = Files.readAllBytes(directory.resolve("out.pcap"));
    assertEquals(PCAP_HEADER + RECORD_HEADER + good.length, written.length);
    byte[] left = Arrays.copyOfRange(written, PCAP_HEADER + RECORD_HEADER, written.length);
    assertEquals(good[TTL_OFFSET] - 1, left[TTL_OFFSET]);
    int behindIp = 24;
    assertArrayEquals(
        Arrays.copyOfRange(good, behindIp, good.length),
        Arrays.copyOfRange(left, behindIp, left.length));
  }

  @Test
  void shouldLoseNothingInReplayWhenManyPacketsWaitForOneFetch() throws IOException {
    byte[][] packets = new byte[300][];
    Arrays.setAll(packets, i -> flow.next("x"));
    assertEquals(0, replay(capture(packets)), err.toString());
    assertTrue(out.toString().contains("forwarded                     300\n"), out.toString());
    assertTrue(out.toString().contains("  in all                        0\n"), out.toString());
  }

  @Test
  void shouldExecutePacketsWithAnotherCodeServerWhenOneGivesAFalseSecret() throws IOException {
    server.committed = CodeSecret.of(new byte[CodeSecret.BYTES]);
    try (ScriptedCodeServer stolen = new ScriptedCodeServer(domain, "cs0").start()) {
      stolen.catalogue = server.catalogue;
      stolen.committed = server.committed;
      stolen.code = server.code;
      stolen.secret = FetchSecretReply.newBuilder().setKci(ByteString.copyFrom(FALSE)).build();
      stolen.precede(server);
      Path config = stolen.writeRouterConfig(directory, overlay(""));
      Path in = capture(flow.next("1"), flow.next("2"));
      assertEquals(0, replay(config, in, "--json"), err.toString());
      assertTrue(stolen.fetches.get() > 0);
    }
    JsonNode counted = json.readTree(out.toString());
    assertEquals(2, counted.at("/packets/executed").asInt());
    assertEquals(0, counted.at("/drops/BAD_TAG").asInt());
  }

  @Test
  void shouldJudgePacketsByTheTimeThatIsGiven() throws IOException {
    String late = Long.toString(RouterBench.NOW + 3_600);
    assertEquals(0, replay(capture(flow.next("hello")), "--at", late, "--json"));
    assertEquals(1, json.readTree(out.toString()).at("/drops/EXPIRED").asInt());
  }

  @Test
  void shouldDropWhenTheCodeServerAnnouncesNoSuchEpochNow() throws IOException {
    flow.epoch++;
    assertEquals(0, replay(capture(flow.next("hello")), "--json"));
    assertEquals(1, json.readTree(out.toString()).at("/drops/UNKNOWN_EPOCH").asInt());
  }

  @Test
  void shouldSayWhyWhenNoCodeServerAnswersAReplay() throws IOException {
    server.stop();
    Path kept = Files.writeString(directory.resolve("out.pcap"), "kept");
    assertEquals(1, replay(capture(flow.next("hello")), "--wait", "3s"));
    assertTrue(
        err.toString().startsWith("rosa-router: no catalogue within 3 s: code server "),
        err.toString());
    assertEquals(1, err.toString().lines().count());
    assertEquals("kept", Files.readString(kept));
  }

  @Test
  void shouldSayInOneLineWhenACaptureIsNone() throws IOException {
    Path text = Files.writeString(directory.resolve("in.pcap"), "not a capture, but some text");
    assertEquals(1, replay(text));
    assertEquals("rosa-router: " + text + ": is not a pcap capture\n", err.toString());
  }

  @Test
  void shouldWriteWhatWasInFrontWhenACaptureIsTruncated() throws IOException {
    byte[] good = flow.next("hello");
    Path file = capture(good, good);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 3));
    assertEquals(1, replay(file));
    assertTrue(err.toString().contains("the file is truncated within a record"), err.toString());
    assertEquals(
        PCAP_HEADER + RECORD_HEADER + good.length, Files.size(directory.resolve("out.pcap")));
  }

  @Test
  void shouldRefuseToWriteOverTheCaptureItself() throws IOException {
    Path in = capture(flow.next("hello"));
    assertEquals(
        1,
        execute(
            "--config",
            config("").toString(),
            "--replay",
            in.toString(),
            "--write",
            directory.resolve("domain/../in.pcap").toString()));
    assertTrue(err.toString().contains("is the capture itself"), err.toString());
  }
}
