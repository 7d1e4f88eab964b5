package dev.rosa.multibuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.wire.active.Suite;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CpuMaskTest {

  @Test
  void shouldUseTheWholeCpuUnlessToldOtherwise() {
    assertEquals(new CpuMask(Architecture.AUTO, 0), CpuMask.from(name -> null));
  }

  @Test
  void shouldHideWhatIsListed() {
    Map<String, String> properties =
        Map.of(CpuMask.ARCHITECTURE, "AVX2", CpuMask.WITHOUT, "shani, gfni");
    assertEquals(new CpuMask(Architecture.AVX2, 5), CpuMask.from(properties::get));
  }

  @Test
  void shouldSayWhatIsKnownWhenSomethingElseIsAskedFor() {
    Available.engines();
    MultiBufferEngines engines = new MultiBufferEngines(Map.of(CpuMask.ARCHITECTURE, "neon")::get);
    assertEquals(
        Optional.of(
            "rosa.multibuffer.arch is 'neon', expected one of auto, sse, avx, avx2, avx512"),
        engines.unavailabilityCause());
    assertEquals("", engines.description());
    assertThrows(IllegalStateException.class, () -> engines.engineFor(Suite.HMAC_SHA256));
  }

  @Test
  void shouldSayThatAFeatureIsUnknown() {
    Available.engines();
    MultiBufferEngines engines = new MultiBufferEngines(Map.of(CpuMask.WITHOUT, "shani,mmx")::get);
    assertEquals(
        Optional.of("rosa.multibuffer.without is 'mmx', expected one of shani, aesni, gfni"),
        engines.unavailabilityCause());
  }

  @Test
  void shouldSayThatTheCpuLacksWhatIsNeeded() {
    Available.engines();
    MultiBufferEngines engines = new MultiBufferEngines(Map.of(CpuMask.WITHOUT, "aesni")::get);
    assertEquals(
        Optional.of("this CPU lacks what intel-ipsec-mb needs (SSE4.2 and AES instructions)"),
        engines.unavailabilityCause());
  }
}
