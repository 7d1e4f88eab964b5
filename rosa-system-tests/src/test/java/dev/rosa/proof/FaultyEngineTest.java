package dev.rosa.proof;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.proof.FaultyEngine.Fault;
import dev.rosa.wire.Suite;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the checks themselves: engines with a fault must not pass, and the one without must. */
class FaultyEngineTest {

  private static final int PACKETS = 130;
  private static final int LONGEST = 200;

  private static void check(Fault fault) {
    Party party =
        new Party(
            fault.name(),
            Set.copyOf(EnumSet.of(Suite.AES256_GCM)),
            suite -> FaultyEngine.with(fault),
            Optional.empty());
    Rounds.run(fault.name(), draw -> check(party, draw));
  }

  private static void check(Party party, Draw draw) {
    BatchChecks.anyMix(party, new TrafficDraw(draw).mixed(PACKETS, LONGEST), draw);
    BatchChecks.everyBit(party, Suite.AES256_GCM, draw);
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
