package dev.rosa.kernel.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Tag("jdk")
class CapabilitySetsTest {

  private static final String STATUS =
      """
      Name:\tjava
      NoNewPrivs:\t%d
      CapInh:\t0000000000000000
      CapPrm:\t0000000000003000
      CapEff:\t%s
      CapBnd:\t000001ffffffffff
      CapAmb:\t0000000000000000
      """;

  @Test
  void shouldReadWhatAThreadMayDo() throws IOException {
    CapabilitySets sets = CapabilitySets.parse(STATUS.formatted(0, "0000000000001000"));
    assertTrue(sets.has(Capability.NET_ADMIN));
    assertFalse(sets.has(Capability.NET_RAW));
    assertFalse(sets.none());
    assertThrows(IOException.class, () -> CapabilitySets.parse("Name:\tjava\n"));
  }

  @Test
  void shouldCountAThreadAsWithoutOnlyIfNoExecCanGiveAny() throws IOException {
    String none = STATUS.replace("3000", "0000");
    assertTrue(CapabilitySets.parse(none.formatted(1, "0000000000000000")).none());
    assertFalse(CapabilitySets.parse(none.formatted(0, "0000000000000000")).none());
    assertFalse(CapabilitySets.parse(none.formatted(1, "0000000000002000")).none());
    assertFalse(CapabilitySets.parse(STATUS.formatted(1, "0000000000000000")).none());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSeeThisProcess() throws IOException {
    assertTrue(CapabilitySets.ofAllThreads().size() > 1);
    assertEquals(
        CapabilitySets.ofThisThread().bounding(), CapabilitySets.ofAllThreads().get(0).bounding());
  }
}
