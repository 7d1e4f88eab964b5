package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.proof.FaultyEngine.Fault;
import dev.rosa.wire.active.Suite;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checks notice faults: engines with a fault do not pass, and the one without does. */
class FaultyEngineTest {

  private static final int PACKETS = 130;
  private static final int LONGEST = 200;

  /** With one session, a wrong key cannot be seen. */
  private static final int LEAST_SESSIONS = 2;

  private static void check(Fault fault) {
    TestedProvider tested =
        new TestedProvider(
            fault.name(),
            Set.copyOf(EnumSet.of(Suite.AES256_GCM)),
            suite -> FaultyEngine.with(fault),
            Optional.empty());
    Rounds.run(fault.name(), random -> check(tested, random));
  }

  private static void check(TestedProvider tested, RandomInput random) {
    Traffic traffic = new TrafficDraw(random, LEAST_SESSIONS).mixed(PACKETS, LONGEST);
    BatchChecks.anyMix(tested, traffic, random);
    BatchChecks.everyBit(tested, Suite.AES256_GCM, random);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void shouldFindTheFault(Fault fault) {
    assertThrows(AssertionError.class, () -> check(fault));
  }

  @ParameterizedTest
  @EnumSource(names = "NONE")
  void shouldFindNothingWhereThereIsNoFault(Fault none) {
    check(none);
  }
}
