package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.measure.PacketMix;
import dev.rosa.provider.measure.Timing;
import dev.rosa.wire.active.Suite;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class EngineRaceTest {

  private final FakeNanos clock = new FakeNanos();
  private final EngineRace race = new EngineRace(clock, FakeWorld.WARM, Duration.ofMillis(10));

  @Test
  void shouldTellWhatEachTakesPerPacketWhateverTheSizeOfTheBatch() throws Exception {
    List<Server> servers = List.of(server("a", 100), server("b", 2_000));
    for (int batch : new int[] {1, 8, 64}) {
      List<Timing> timings = race.run(servers, PacketMix.only(256, batch)).timings();
      assertEquals(new Timing(100, 100), timings.get(0));
      assertEquals(new Timing(2_000, 2_000), timings.get(1));
      assertEquals(200, timings.get(0).bothNanos());
    }
  }

  @Test
  void shouldMeasureEveryPacketSizeUpToTheLongestThatThereIs() throws Exception {
    List<Timing> timings =
        race.run(List.of(server("a", 300)), new PacketMix(List.of(1, 8_900), List.of(1, 2)))
            .timings();
    assertEquals(List.of(new Timing(300, 300)), timings);
  }

  @Test
  void shouldNotBeMisledByASlowPhaseOfTheMachine() throws Exception {
    FakeEngines phased = new FakeEngines("phased", clock, 400);
    Server server = server(phased);
    List<Timing> timings =
        new EngineRace(
                () -> {
                  long now = clock.getAsLong();
                  phased.nanosPerPacket = now / 5_000_000 % 5 == 0 ? 4_000 : 400;
                  return now;
                },
                FakeWorld.WARM,
                Duration.ofMillis(200))
            .run(List.of(server), PacketMix.only(64, 64))
            .timings();
    assertEquals(400, timings.get(0).verifyNanos(), 1);
  }

  @Test
  void shouldMeasureThreeRoundsEvenIfTheTimeIsUp() throws Exception {
    FakeEngines slow = new FakeEngines("slow", clock, 1_000_000);
    assertEquals(
        new Timing(1_000_000, 1_000_000),
        race.run(List.of(server(slow)), PacketMix.only(64, 64)).timings().get(0));
    assertEquals(2 + 3 * 2, slow.batches);
  }

  @Test
  void shouldRunWarmUntilTheCompilerIsDoneButNotForEver() throws Exception {
    assertTook(3, true, new EngineRace.Warmth(() -> false, 0));
    assertTook(8.5, true, new EngineRace.Warmth(() -> clock.getAsLong() < 8_000_000, 0));
    // A hundred batches, each sealed and verified.
    assertTook(13, true, new EngineRace.Warmth(() -> false, 6_400));
    assertTook(15, false, new EngineRace.Warmth(() -> true, 0));
    assertTook(15, false, new EngineRace.Warmth(() -> false, Integer.MAX_VALUE));
  }

  /** Plus four for the rounds. */
  private void assertTook(double warmUpMillis, boolean isWarm, EngineRace.Warmth warmth)
      throws Exception {
    clock.set(0);
    EngineRace.Outcome outcome =
        new EngineRace(clock, warmth, Duration.ofMillis(10))
            .run(List.of(server("a", 1_000)), PacketMix.only(64, 64));
    assertEquals(isWarm, outcome.isWarm());
    double tookMillis = clock.getAsLong() / (double) Duration.ofMillis(1).toNanos();
    assertEquals(warmUpMillis + 4, tookMillis, 0.7);
  }

  @Test
  void shouldNameWhoFailsWhileItIsMeasured() {
    FakeEngines wrong = new FakeEngines("wrong", clock, 100);
    wrong.wrongFromBatch = 2;
    EngineRace.WrongAnswerException failed =
        assertThrows(
            EngineRace.WrongAnswerException.class,
            () -> race.run(List.of(server("right", 100), server(wrong)), PacketMix.only(64, 2)));
    assertEquals("wrong", failed.server().label());
    assertTrue(failed.getMessage().contains("in a batch of 2"), failed.getMessage());
  }

  @Test
  void shouldMeasureSuitesThatEncryptAsRoutersUseThem() throws Exception {
    for (Suite suite : Suite.values()) {
      Server server =
          new Server(
              suite,
              "SunJCE",
              "SunJCE",
              () -> {
                clock.advance(1);
                return ProviderRegistry.builtIn().engineFor(suite);
              });
      EngineRace ticking =
          new EngineRace(
              () -> {
                clock.advance(100_000);
                return clock.getAsLong();
              },
              FakeWorld.WARM,
              Duration.ofMillis(10));
      assertTrue(
          ticking.run(List.of(server), PacketMix.only(1_372, 3)).timings().get(0).bothNanos() > 0);
    }
  }

  private Server server(String name, long nanosPerPacket) {
    return server(new FakeEngines(name, clock, nanosPerPacket));
  }

  private static Server server(FakeEngines engines) {
    return new Server(
        Suite.HMAC_SHA256,
        engines.name(),
        engines.description(),
        () -> engines.engineFor(Suite.HMAC_SHA256));
  }
}
