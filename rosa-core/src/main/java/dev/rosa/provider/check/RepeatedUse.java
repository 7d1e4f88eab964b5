package dev.rosa.provider.check;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.PreparedKeys;
import dev.rosa.crypto.SuiteEngine;
import dev.rosa.wire.active.ActivePacket;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Trial of an engine with one prepared key used hundreds of times: singly by turns, then in
 * batches. Payloads lie on both sides of every block. What is sealed is compared with answers that
 * are part of ROSA. Owned by one thread.
 */
final class RepeatedUse {

  private static final String FILE = "repeated-use.json";
  private static final Map<String, String> ANSWERS = read();

  /** Of a sealed packet's SHA-256. */
  private static final int ANSWER_BYTES = 4;

  /** Payloads of every length up to this one, so that each kind of block is begun and filled. */
  private static final int EACH_UP_TO = 200;

  /** Further lengths of payloads: about powers of two, usual and jumbo packets. */
  private static final int[] LONGER = {
    255, 256, 257, 1_023, 1_024, 1_025, 1_371, 1_372, 1_373, 1_499, 1_500, 1_501, 4_095, 4_096,
    4_097, 8_999, 9_000, 9_001
  };

  private static final int[] LENGTHS =
      IntStream.concat(IntStream.rangeClosed(0, EACH_UP_TO), Arrays.stream(LONGER)).toArray();

  /** As a router has them by default. */
  private static final int USUAL_BATCH = 64;

  private static final int SMALL_BATCH = 9;

  /** One packet of so many in a batch is forged. */
  private static final int FORGED_EVERY = 7;

  private final SuiteEngine engine;
  private final TrialSession session;
  private final ByteBuffer memory;
  private final ActivePacket[] packets = new ActivePacket[LENGTHS.length];
  private final MessageDigest sha256 = newSha256();
  private PreparedKeys keys;

  private RepeatedUse(SuiteEngine engine) {
    this.engine = engine;
    this.session = new TrialSession(engine.suite(), 0);
    int bytes =
        Arrays.stream(LENGTHS)
            .map(length -> TrialSession.packetBytes(engine.suite(), length))
            .sum();
    this.memory = ByteBuffer.allocateDirect(bytes);
  }

  private static Map<String, String> read() {
    try (InputStream in = RepeatedUse.class.getResourceAsStream(FILE)) {
      return Map.copyOf(new JsonMapper().readValue(in, Answers.class).answers());
    } catch (IOException e) {
      throw new IllegalStateException("the known answers cannot be read", e);
    }
  }

  /** The file's contents: by suite, the answers for all packets in hexadecimal digits. */
  private record Answers(String about, Map<String, String> answers) {}

  private static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /**
   * Tries an engine.
   *
   * @return the first case that it gets wrong, in a phrase; empty if all are right
   */
  static Optional<String> error(SuiteEngine engine) {
    RepeatedUse trial = new RepeatedUse(engine);
    trial.keys = engine.prepare(trial.session.key());
    try {
      return trial.byTurns().or(trial::inBatches);
    } finally {
      trial.keys.destroy();
    }
  }

  /** Packets that an engine seals, in the file's format. */
  static String answers(SuiteEngine engine) {
    RepeatedUse trial = new RepeatedUse(engine);
    trial.keys = engine.prepare(trial.session.key());
    trial.writeAll();
    StringBuilder answers = new StringBuilder();
    CryptoBatch one = new CryptoBatch(1, 0);
    for (int i = 0; i < LENGTHS.length; i++) {
      trial.seal(one, i, i + 1);
      answers.append(trial.answer(i));
    }
    trial.keys.destroy();
    return answers.toString();
  }

  private Optional<String> byTurns() {
    writeAll();
    CryptoBatch one = new CryptoBatch(1, longest(0, LENGTHS.length));
    for (int i = 0; i < LENGTHS.length; i++) {
      Optional<String> error = trySingly(one, i);
      if (error.isPresent()) {
        return error;
      }
    }
    return Optional.empty();
  }

  private Optional<String> trySingly(CryptoBatch one, int i) {
    seal(one, i, i + 1);
    if (!isAnswered(i)) {
      return wrong(i, "is sealed wrongly");
    }
    verify(one, i, i + 1);
    if (!one.isAuthentic(0)) {
      return wrong(i, "is refused although it is genuine");
    }
    if (!isOpened(one, 0, i)) {
      return wrong(i, "opens to another payload");
    }
    forge(i);
    verify(one, i, i + 1);
    return one.isAuthentic(0) ? wrong(i, "is accepted with a forged tag") : Optional.empty();
  }

  private static Optional<String> wrong(int i, String what) {
    return Optional.of(
        "packet %d of a session, payload of %d bytes: %s".formatted(i + 1, LENGTHS[i], what));
  }

  private Optional<String> inBatches() {
    writeAll();
    return inBatches(0, EACH_UP_TO + 1, USUAL_BATCH)
        .or(() -> inBatches(EACH_UP_TO + 1, LENGTHS.length, SMALL_BATCH));
  }

  private Optional<String> inBatches(int from, int to, int size) {
    CryptoBatch batch = new CryptoBatch(size, longest(from, to));
    for (int first = from; first < to; first += size) {
      Optional<String> error = tryBatch(batch, first, Math.min(to, first + size));
      if (error.isPresent()) {
        return error.map(phrase -> phrase + ", in a batch of " + size);
      }
    }
    return Optional.empty();
  }

  private Optional<String> tryBatch(CryptoBatch batch, int first, int end) {
    seal(batch, first, end);
    for (int i = first; i < end; i++) {
      if (!isAnswered(i)) {
        return wrong(i, "is sealed wrongly");
      }
      if (i % FORGED_EVERY == 0) {
        forge(i);
      }
    }
    verify(batch, first, end);
    for (int i = first; i < end; i++) {
      boolean forged = i % FORGED_EVERY == 0;
      if (batch.isAuthentic(i - first) == forged) {
        return wrong(
            i, forged ? "is accepted with a forged tag" : "is refused although it is genuine");
      }
      if (!forged && !isOpened(batch, i - first, i)) {
        return wrong(i, "opens to another payload");
      }
    }
    return Optional.empty();
  }

  private static int longest(int from, int to) {
    return Arrays.stream(LENGTHS, from, to).max().orElseThrow();
  }

  private void writeAll() {
    int offset = 0;
    for (int i = 0; i < LENGTHS.length; i++) {
      packets[i] = session.writeUnsealed(memory, offset, i + 1, ByteBuffer.wrap(payload(i)));
      offset += TrialSession.packetBytes(engine.suite(), LENGTHS[i]);
    }
  }

  private static byte[] payload(int i) {
    byte[] payload = new byte[LENGTHS[i]];
    for (int at = 0; at < payload.length; at++) {
      payload[at] = (byte) (31 * at + 7 * i);
    }
    return payload;
  }

  private void seal(CryptoBatch batch, int first, int end) {
    batch.clear();
    for (int i = first; i < end; i++) {
      batch.add(packets[i], keys);
    }
    engine.seal(batch);
  }

  private void verify(CryptoBatch batch, int first, int end) {
    batch.clear();
    for (int i = first; i < end; i++) {
      if (engine.suite().encrypts()) {
        batch.addToOpen(packets[i], keys);
      } else {
        batch.add(packets[i], keys);
      }
    }
    engine.verify(batch);
    if (engine.suite().encrypts()) {
      openAuthentic(batch);
    }
  }

  private void openAuthentic(CryptoBatch batch) {
    for (int at = 0; at < batch.size(); at++) {
      if (!batch.isAuthentic(at)) {
        batch.leaveClosed(at);
      }
    }
    engine.open(batch);
  }

  private boolean isOpened(CryptoBatch batch, int at, int i) {
    if (!engine.suite().encrypts()) {
      return true;
    }
    byte[] opened = new byte[LENGTHS[i]];
    batch.plaintext().get(batch.plaintextOffset(at), opened);
    return Arrays.equals(opened, payload(i));
  }

  private void forge(int i) {
    int tag = packets[i].tagOffset();
    memory.put(tag, (byte) (memory.get(tag) ^ 1));
  }

  private boolean isAnswered(int i) {
    int digits = 2 * ANSWER_BYTES;
    return ANSWERS.get(engine.suite().protocolName()).startsWith(answer(i), i * digits);
  }

  private String answer(int i) {
    int from = packets[i].headerOffset();
    int to = packets[i].tagOffset() + engine.suite().tagBytes();
    sha256.update(memory.slice(from, to - from));
    return HexFormat.of().formatHex(sha256.digest(), 0, ANSWER_BYTES);
  }
}
