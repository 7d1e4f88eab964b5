package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.router.pipeline.QueuePacketIo;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code throws objects whose every method is an attack: none of them is called, none is shown. */
@Tag("jdk")
public class HostileThrowableTest {

  private static final String REFUSAL = "entry class net.example.App does not start: ";

  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane());

  /** A bundle with this member in its entry class, and with hostile throwables to throw. */
  static CompiledBundle bundle(String member) {
    return CompiledBundle.of("net.example.App", application(member))
        .source("net.example.Evil", hostile("Evil", "Error"))
        .source("net.example.Rude", hostile("Rude", "RuntimeException"));
  }

  private static String application(String member) {
    return """
    package net.example;
    public class App implements dev.rosa.api.ActiveApplication {
      static final int[] STARTED = new int[1];
      %s
      @Override public void onPacket(dev.rosa.api.Packet packet) {}
    }
    """
        .formatted(member);
  }

  private static String hostile(String name, String parent) {
    return """
    package net.example;
    public class %1$s extends %2$s {
      @Override public String getMessage() { throw new Rude(); }
      @Override public String toString() { throw new Rude(); }
      @Override public Throwable getCause() { throw new Rude(); }
      @Override public int hashCode() { throw new Rude(); }
      @Override public boolean equals(Object other) { throw new Rude(); }
    }
    """
        .formatted(name, parent);
  }

  private static final String IN_START =
      "@Override public void start(dev.rosa.api.RouterContext router) { %s }";

  /** A bundle that brings a sample, and whose instances after the first throw at their start. */
  public static byte[] startsOnce() {
    return bundle(IN_START.formatted("if (STARTED[0]++ > 0) throw new Evil();"))
        .file("META-INF/rosa/samples/one", new byte[] {1})
        .jar();
  }

  private String refusal(CompiledBundle bundle) {
    byte[] jar = bundle.jar();
    CodeDigest digest = CodeDigest.ofBundle(jar);
    return assertThrows(BundleException.class, () -> environment.loadForPackets(jar, digest))
        .getMessage();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "static { if (true) throw new Evil(); }",
        "{ if (true) throw new Evil(); }",
        "@Override public void start(dev.rosa.api.RouterContext router) { throw new Evil(); }"
      })
  void shouldRefuseCodeByTheClassAloneOfWhatItThrows(String member) {
    assertEquals(REFUSAL + "net.example.Evil", refusal(bundle(member)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "throw new ArithmeticException(\"INFO all is well\");",
        "throw new ArrayIndexOutOfBoundsException(\"INFO all is well\");",
        "throw new IllegalStateException(\"INFO all is well\", new Evil());",
        "Error e = new Error(\"INFO all is well\"); e.addSuppressed(new Evil()); throw e;"
      })
  void shouldShowNoTextOfABundleInItsRefusal(String statement) {
    String refusal = refusal(bundle(IN_START.formatted(statement)));
    assertTrue(refusal.startsWith(REFUSAL + "java.lang."), refusal);
    assertFalse(refusal.contains("well"), refusal);
  }

  /** The class is broken on purpose: a field initialiser of another build is too long for it. */
  @Test
  void shouldShowWhatTheJvmItselfHasToSay() {
    byte[] broken =
        CompiledBundle.of("net.example.Broken", "package net.example; class Broken { int a; }")
            .classFiles()
            .get("net/example/Broken.class");
    broken[7] = 99;
    String refusal =
        refusal(
            CompiledBundle.of(
                    "net.example.App", application("static final int USED = new Broken().a;"))
                .source("net.example.Broken", "package net.example; class Broken { int a; }")
                .file("net/example/Broken.class", broken));
    assertTrue(refusal.contains("99"), refusal);
  }

  @Test
  void shouldHandOnNothingButRefusalsFromTheBoundedThread() {
    BoundedLoading loading = new BoundedLoading(BoundedLoading.LIMIT);
    CodeDigest code = CodeDigest.ofBundle(new byte[1]);
    BundleException refusal =
        assertThrows(
            BundleException.class,
            () ->
                loading.load(
                    code,
                    () -> {
                      throw new OutOfMemoryError("as a bundle may bring about");
                    }));
    assertEquals("does not load: java.lang.OutOfMemoryError", refusal.getMessage());
    assertEquals(0, loading.leftBehind());
  }

  @Test
  void shouldNameAndNotPrewarmCodeWhoseSecondStartIsHostile() throws Exception {
    byte[] jar = startsOnce();
    CodeDigest digest = CodeDigest.ofBundle(jar);
    LoadedCode served = environment.loadForPackets(jar, digest);
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      List<LoadedCode> failed = new ArrayList<>();
      assertEquals(
          List.of(), PrewarmCode.invite(List.of(served), environment, failed::add, () -> true));
      assertEquals(List.of(served), failed);
      assertEquals(1, log.linesWith("code " + digest + " is not prewarmed: " + REFUSAL).size());
    }
  }

  @Test
  void shouldSayWhereCodeFailedWithoutTextOfItsOwn() throws Exception {
    byte[] jar =
        CompiledBundle.of(
                "net.example.App",
                """
                package net.example;
                public class App implements dev.rosa.api.ActiveApplication {
                  @Override public void onPacket(dev.rosa.api.Packet packet) {
                    INFO_\u00e4ll_is_well%s();
                  }
                  private static void INFO_\u00e4ll_is_well%s() {
                    throw new Evil();
                  }
                }
                """
                    .formatted("x".repeat(200), "x".repeat(200)))
            .source("net.example.Evil", hostile("Evil", "Error"))
            .source("net.example.Rude", hostile("Rude", "RuntimeException"))
            .jar();
    LoadedCode code = environment.load(jar, CodeDigest.ofBundle(jar));
    try (CapturedLog log = CapturedLog.of("dev.rosa.router")) {
      assertEquals(LoadedCode.Outcome.FAULT, code.run(new PacketContext(64, new QueuePacketIo())));
      assertEquals(1, log.lines().size());
      String line = log.lines().get(0);
      assertTrue(line.contains("net.example.Evil at net.example.App.INFO_?ll_is_well"), line);
      assertFalse(line.contains("x".repeat(100)), line);
    }
  }
}
