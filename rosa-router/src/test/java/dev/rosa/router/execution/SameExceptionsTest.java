package dev.rosa.router.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.keys.CodeDigest;
import dev.rosa.router.execution.LoadedCode.Outcome;
import dev.rosa.router.execution.bytecode.BytecodeLane;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Exceptions that the JVM makes: another one each time, for code that is compiled, too. That is so
 * with {@code -XX:-OmitStackTraceInFastThrow} only.
 */
@Tag("jdk")
class SameExceptionsTest {

  private static final int PACKETS = 20_000;

  private final ShownPackets packets = new ShownPackets();
  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane());

  private LoadedCode load(String source) throws BundleException {
    byte[] jar = CompiledBundle.of("App", "import dev.rosa.api.*; " + source).jar();
    return environment.load(jar, CodeDigest.ofBundle(jar));
  }

  /** A compiled method throws one object each time, an interpreted one another each time. */
  @Test
  void shouldSeeAnotherExceptionEachTime() throws BundleException {
    LoadedCode code =
        load(
            """
            public class App implements ActiveApplication {
              private Throwable last;
              private int[] none;
              @Override public void onPacket(Packet packet) {
                for (int i = 0; i < 20; i++) {
                  try {
                    none[0]++;
                  } catch (NullPointerException e) {
                    if (e == last) { packet.drop(); }
                    last = e;
                  }
                }
              }
            }
            """);
    for (int i = 0; i < PACKETS; i++) {
      assertEquals(Outcome.FORWARD, run(code), "packet " + i);
    }
  }

  private Outcome run(LoadedCode code) {
    return code.run(packets.next(new Grant(0, 0, Grant.ALL), Suite.HMAC_SHA256));
  }
}
