package dev.rosa.bench.code;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.BuiltInBundle;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.examples.bench.Passing;
import dev.rosa.examples.bench.kernel.AudioKernel;
import dev.rosa.examples.bench.kernel.BufferKernel;
import dev.rosa.examples.bench.kernel.CompressionKernel;
import dev.rosa.examples.bench.kernel.CrcKernel;
import dev.rosa.examples.bench.kernel.PayloadKernel;
import dev.rosa.examples.bench.kernel.RecordsKernel;
import dev.rosa.examples.bench.kernel.RecursionKernel;
import dev.rosa.examples.bench.kernel.SignaturesKernel;
import dev.rosa.examples.bench.kernel.SortKernel;
import dev.rosa.examples.bench.kernel.SumKernel;
import dev.rosa.examples.bench.kernel.TextKernel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Code that the bench measures.
 *
 * @param name for people
 * @param example whether it is one of the examples, not a kernel
 * @param jar gives its bundle
 * @param payload gives the payload that it runs on
 */
record BenchCode(String name, boolean example, Supplier<byte[]> jar, Supplier<byte[]> payload) {

  /** The sort calls methods often enough for more than a packet has by default. */
  private static final Map<String, String> BUDGETS = Map.of(CodeBudgets.FUEL, "4000");

  private static final int PAYLOAD_BYTES = 1_200;
  private static final int SHORT_PAYLOAD_BYTES = 332;
  private static final int RTP_VERSION = 0x80;
  private static final int LINEAR_PCM = 96;
  private static final String WORDS = "the quick brown fox jumps over it ";

  /** The examples, as they were built below {@code home}, and ten kernels. */
  static List<BenchCode> all(Path home) {
    List<BenchCode> all = new ArrayList<>(examples(home));
    all.add(kernel("sum", SumKernel.class, BenchCode::noise));
    all.add(kernel("crc", CrcKernel.class, BenchCode::noise));
    all.add(kernel("signatures", SignaturesKernel.class, BenchCode::noise));
    all.add(kernel("compression", CompressionKernel.class, BenchCode::text));
    all.add(
        kernel("records, map", RecordsKernel.class, BenchCode::text, RecordsKernel.Element.class));
    all.add(kernel("recursion", RecursionKernel.class, BenchCode::noise));
    all.add(kernel("sort", SortKernel.class, BenchCode::noise));
    all.add(kernel("text", TextKernel.class, BenchCode::text));
    all.add(kernel("buffer", BufferKernel.class, BenchCode::noise));
    all.add(kernel("audio", AudioKernel.class, BenchCode::noise));
    return all;
  }

  /** An application that does nothing. */
  static BenchCode empty() {
    return new BenchCode(
        "empty",
        false,
        () -> BuiltInBundle.of(Passing.class, FailurePolicy.DROP),
        BenchCode::noise);
  }

  private static List<BenchCode> examples(Path home) {
    return List.of(
        example(home, "counter", () -> audio(PAYLOAD_BYTES), "counter"),
        example(home, "transcoder, 1,200 B", () -> audio(PAYLOAD_BYTES), "transcoder"),
        example(home, "transcoder, 332 B", () -> audio(SHORT_PAYLOAD_BYTES), "transcoder"));
  }

  private static BenchCode example(
      Path home, String name, Supplier<byte[]> payload, String folder) {
    Path file = home.resolve("examples").resolve(folder).resolve("target").resolve(folder + ".jar");
    return new BenchCode(name, true, () -> read(file), payload);
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static BenchCode kernel(
      String name,
      Class<? extends ActiveApplication> type,
      Supplier<byte[]> payload,
      Class<?>... others) {
    List<Class<?>> classes = new ArrayList<>(List.of(others));
    classes.add(PayloadKernel.class);
    return new BenchCode(
        name, false, () -> BuiltInBundle.of(type, FailurePolicy.DROP, classes, BUDGETS), payload);
  }

  private static byte[] noise() {
    byte[] payload = new byte[PAYLOAD_BYTES];
    new Random(1).nextBytes(payload);
    return payload;
  }

  private static byte[] audio(int bytes) {
    byte[] payload = new byte[bytes];
    new Random(1).nextBytes(payload);
    payload[0] = (byte) RTP_VERSION;
    payload[1] = LINEAR_PCM;
    return payload;
  }

  private static byte[] text() {
    Random random = new Random(3);
    byte[] words = WORDS.getBytes(StandardCharsets.US_ASCII);
    byte[] payload = new byte[PAYLOAD_BYTES];
    for (int i = 0; i < payload.length; i++) {
      int shift = random.nextInt(9) == 0 ? 3 : 0;
      payload[i] = words[(i * 7 / 5 + shift) % words.length];
    }
    return payload;
  }
}
