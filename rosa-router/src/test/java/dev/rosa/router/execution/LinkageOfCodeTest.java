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
 * Code whose classes do not fit together fails, and cannot catch that: which error it is depends on
 * the JDK, and on what is compiled.
 */
@Tag("jdk")
class LinkageOfCodeTest {

  private final ShownPackets packets = new ShownPackets();
  private final ExecutionEnvironment environment =
      new ExecutionEnvironment("r1", BundleLimits.defaults(), new BytecodeLane());

  /** Code that uses an interface, of which it then has another form. */
  private LoadedCode load(String use, String classes, String name, String other)
      throws BundleException {
    byte[] jar =
        CompiledBundle.of(
                "App",
                """
                import dev.rosa.api.*;
                public class App implements ActiveApplication {
                  @Override public void onPacket(Packet packet) {
                    try {
                      %s
                    } catch (Throwable e) {
                      packet.drop();
                    }
                  }
                }
                %s
                """
                    .formatted(use, classes))
            .file(name + ".class", CompiledBundle.of(name, other).classFiles().get(name + ".class"))
            .jar();
    return environment.load(jar, CodeDigest.ofBundle(jar));
  }

  private Outcome run(LoadedCode code) {
    return code.run(packets.next(new Grant(0, 0, Grant.ALL), Suite.HMAC_SHA256));
  }

  @Test
  void shouldFailWhereAMethodIsMissing() throws BundleException {
    LoadedCode code =
        load(
            "Iterable<Object> given = new Given(); given.iterator();",
            """
            interface Part extends Iterable<Object> {
              default java.util.Iterator<Object> iterator() { return null; }
            }
            class Given implements Part {}
            """,
            "Part",
            "interface Part extends Iterable<Object> {}");
    assertEquals(Outcome.FAULT, run(code));
  }

  @Test
  void shouldFailWhereDefaultsConflict() throws BundleException {
    LoadedCode code =
        load(
            "One one = new Given(); one.number();",
            """
            interface One { default int number() { return 1; } }
            interface Other {}
            class Given implements One, Other {}
            """,
            "Other",
            "interface Other { default int number() { return 2; } }");
    assertEquals(Outcome.FAULT, run(code));
  }
}
