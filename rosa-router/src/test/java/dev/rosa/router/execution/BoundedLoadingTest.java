package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Code that never gets ready: it is refused and named, and other code need not wait for it. */
@Tag("jdk")
class BoundedLoadingTest {

  private static final Duration AT_ONCE = Duration.ofMillis(1);

  /** Enough for code that ends, also on a busy machine; loops here take several times as long. */
  private static final CodeDigest ENDLESS = digest("00");

  private static final CodeDigest OTHER = digest("ff");

  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void endWhatIsEndless() {
    end.countDown();
  }

  private static CodeDigest digest(String octet) {
    return CodeDigest.ofHex(octet.repeat(32));
  }

  /** Code that ignores interruption. */
  private LoadedCode endless() {
    while (end.getCount() > 0) {
      try {
        end.await();
      } catch (InterruptedException e) {
        assertTrue(end.getCount() > 0);
      }
    }
    return null;
  }

  private static LoadedCode unexpected() {
    throw new AssertionError("is loaded again");
  }

  private static String refusal(
      BoundedLoading loading, CodeDigest code, BoundedLoading.Loading how) {
    return assertThrows(BundleException.class, () -> loading.load(code, how)).getMessage();
  }

  @Test
  void shouldRefuseAndNameCodeThatDoesNotEndLoading() {
    BoundedLoading loading = new BoundedLoading(AT_ONCE);
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      assertEquals("does not end loading within 0 s", refusal(loading, ENDLESS, this::endless));
      assertEquals(1, log.lines().size());
      assertTrue(log.lines().get(0).startsWith("ERROR code " + ENDLESS), log.lines().get(0));
    }
    assertEquals(1, loading.leftBehind());
  }

  @Test
  void shouldNotTryAgainWhatDidNotEnd() {
    BoundedLoading loading = new BoundedLoading(AT_ONCE);
    String first = refusal(loading, ENDLESS, this::endless);
    assertEquals(first, refusal(loading, ENDLESS, BoundedLoadingTest::unexpected));
    assertEquals(1, loading.leftBehind());
  }

  @Test
  void shouldLoadNothingMoreWhenTooManyAreLeftBehind() {
    BoundedLoading loading = new BoundedLoading(AT_ONCE);
    for (int i = 0; i < BoundedLoading.MOST_LEFT_BEHIND; i++) {
      refusal(loading, digest("0" + i), this::endless);
    }
    String refusal = refusal(loading, OTHER, BoundedLoadingTest::unexpected);
    assertTrue(refusal.startsWith("4 codes did not end loading"), refusal);
  }

  @Test
  void shouldHandOnWhyLoadingRefused() {
    BoundedLoading loading = new BoundedLoading(BoundedLoading.LIMIT);
    BundleException harmful = new BundleException("harmful");
    assertSame(
        harmful,
        assertThrows(
            BundleException.class,
            () ->
                loading.load(
                    OTHER,
                    () -> {
                      throw harmful;
                    })));
    assertEquals(0, loading.leftBehind());
  }

  private static final String NO_START = "does not start: it uses up its fuel";

  @Test
  void shouldEndAnInitialiserWithoutEndByItsFuelAndLoadOtherCode() throws Exception {
    byte[] endless =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                import dev.rosa.api.*;
                public class App implements ActiveApplication {
                  static final long SUM;
                  static {
                    long sum = 0;
                    while (sum >= 0) {
                      sum = sum * 31 & 0xffff;
                    }
                    SUM = sum;
                  }
                  @Override public void onPacket(Packet packet) { }
                }
                """)
            .jar();
    ExecutionEnvironment environment =
        new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane());
    BundleException refusal =
        assertThrows(
            BundleException.class,
            () -> environment.loadForPackets(endless, CodeDigest.ofBundle(endless)));
    assertEquals("entry class net.example.App " + NO_START, refusal.getMessage());
    assertEquals(0, environment.endlessCodes());
    byte[] good = CompiledBundle.onPacket("").jar();
    assertEquals(
        CodeDigest.ofBundle(good), environment.load(good, CodeDigest.ofBundle(good)).digest());
  }

  @Test
  void shouldNotPrewarmWhatStartsOnlyOnce() throws Exception {
    byte[] once =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                import dev.rosa.api.*;
                public class App implements ActiveApplication {
                  static final int[] STARTED = new int[1];
                  @Override public void start(RouterContext router) {
                    while (STARTED[0]++ > 0) {
                      STARTED[0] = 1;
                    }
                  }
                  @Override public void onPacket(Packet packet) { }
                }
                """)
            .file("META-INF/rosa/samples/one", new byte[] {1})
            .jar();
    CodeDigest digest = CodeDigest.ofBundle(once);
    ExecutionEnvironment environment =
        new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane());
    LoadedCode served = environment.load(once, digest);
    List<LoadedCode> failed = new ArrayList<>();
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      assertEquals(
          List.of(), PrewarmCode.invite(List.of(served), environment, failed::add, () -> true));
      String line = "code " + digest + " is not prewarmed: entry class net.example.App " + NO_START;
      assertEquals(1, log.linesWith(line).size());
    }
    assertEquals(List.of(served), failed);
    assertEquals(0, environment.endlessCodes());
  }
}
