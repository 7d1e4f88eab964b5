package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.SignedState;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.StateContent;
import dev.rosa.keys.CodeDigest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Time for which a Code Server may lack a secret that the domain's state names. */
class OwedItemsTest {

  private static final CodeDigest CODE =
      CodeDigest.ofBundle("a bundle".getBytes(StandardCharsets.UTF_8));
  private static final AwaitedItem.Secret COMING = new AwaitedItem.Secret(CODE, 8);
  private static final AwaitedItem.Secret IN_USE = new AwaitedItem.Secret(CODE, 7);

  private final OwedItems owed = new OwedItems(Duration.ofSeconds(30), Duration.ofSeconds(1));

  private static InForce catalogue(boolean permitted, Integer... held) {
    return catalogue(Set.of(7, 8), permitted, held);
  }

  private static InForce catalogue(Set<Integer> named, boolean permitted, Integer... held) {
    List<Catalogue.Entry> entries =
        List.of(new Catalogue.Entry(CODE, "sample", permitted, List.of(held)));
    return inForce(new Catalogue(entries, Revocations.NONE), named);
  }

  private static InForce inForce(Catalogue catalogue, Set<Integer> named) {
    StateContent content = new StateContent(Map.of(CODE, named), List.of());
    DomainState state =
        new DomainState(1, Instant.EPOCH, Instant.MAX, content, SignedState.getDefaultInstance());
    return new InForce(catalogue, 1, state);
  }

  /** The seconds, from 1 on, at which the server is to be blamed, each for these secrets. */
  private List<Integer> blamedFor(int seconds, AwaitedItem.Secret... secrets) {
    List<Integer> at = new ArrayList<>();
    for (int second = 1; second <= seconds; second++) {
      List<AwaitedItem.Secret> overdue = owed.tick();
      if (!overdue.isEmpty()) {
        assertEquals(List.of(secrets), overdue);
        at.add(second);
      }
    }
    return at;
  }

  @Test
  void shouldBlameServerOnceWhenItLacksAnEpochForLongerThanThePatience() {
    owed.taken(catalogue(true, 7));
    assertEquals(List.of(31), blamedFor(150, COMING));
  }

  @Test
  void shouldBlameServerWhenItLacksAnEpochThatIsNotTheNewest() {
    owed.taken(catalogue(true, 8));
    assertEquals(List.of(31), blamedFor(31, IN_USE));
  }

  @Test
  void shouldBlameServerForAllAtOnceWhenItLacksSeveral() {
    owed.taken(catalogue(true));
    assertEquals(List.of(31), blamedFor(31, IN_USE, COMING));
  }

  @Test
  void shouldNotBlameServerWhenASecretComesSomeSecondsAfterTheState() {
    owed.taken(catalogue(true, 7));
    assertEquals(List.of(), blamedFor(29));
    owed.taken(catalogue(true, 7, 8));
    assertEquals(List.of(), blamedFor(600));
  }

  @Test
  void shouldBlameServerWhenAnotherEntryOfTheCodeHidesTheOneWithTheEpochs() {
    Catalogue.Entry full = new Catalogue.Entry(CODE, "sample", true, List.of(7, 8));
    Catalogue.Entry empty = new Catalogue.Entry(CODE, "sample", false, List.of());
    owed.taken(inForce(new Catalogue(List.of(full, empty), Revocations.NONE), Set.of(7, 8)));
    assertEquals(List.of(31), blamedFor(31, IN_USE, COMING));
  }

  @Test
  void shouldNotBlameServerWhenItDoesNotPermitTheCodeHere() {
    owed.taken(catalogue(false));
    assertEquals(List.of(), blamedFor(600));
  }

  @Test
  void shouldNotBlameServerWhenItDoesNotListTheCode() {
    owed.taken(inForce(new Catalogue(List.of(), Revocations.NONE), Set.of(7, 8)));
    assertEquals(List.of(), blamedFor(600));
  }

  @Test
  void shouldForgetTheDebtWhenTheStateNamesTheEpochNoMore() {
    owed.taken(catalogue(true, 7));
    assertEquals(List.of(), blamedFor(30));
    owed.taken(catalogue(Set.of(7), true, 7));
    assertEquals(List.of(), blamedFor(600));
  }

  @Test
  void shouldForgetTheDebtWhenTheStreamEnds() {
    owed.taken(catalogue(true, 7));
    assertEquals(List.of(), blamedFor(30));
    owed.streamEnded();
    assertEquals(List.of(), blamedFor(600));
  }

  @Test
  void shouldBlameServersMoreAndMoreSeldomWhenNoneHasTheEpoch() {
    List<Integer> at = new ArrayList<>();
    owed.taken(catalogue(true, 7));
    for (int second = 1; second <= 1_000; second++) {
      if (!owed.tick().isEmpty()) {
        at.add(second);
        owed.streamEnded();
        owed.taken(catalogue(true, 7));
      }
    }
    assertEquals(List.of(31, 151, 391, 871), at);
  }

  @Test
  void shouldBlameServerAnewWhenAnotherOneHadTheEpochMeanwhile() {
    owed.taken(catalogue(true, 7));
    assertEquals(List.of(31), blamedFor(31, COMING));
    owed.streamEnded();
    owed.taken(catalogue(true, 7, 8));
    assertEquals(List.of(), blamedFor(5));
    owed.streamEnded();
    owed.taken(catalogue(true, 7));
    assertEquals(List.of(31), blamedFor(31, COMING));
  }

  /** As {@link #blamedFor}, by a server that hides the epoch in so many seconds of a period. */
  private List<Integer> blamedWhenHiding(int hidden, int period, int seconds) {
    List<Integer> at = new ArrayList<>();
    for (int second = 1; second <= seconds; second++) {
      owed.taken(second % period < hidden ? catalogue(true, 7) : catalogue(true, 7, 8));
      if (!owed.tick().isEmpty()) {
        at.add(second);
      }
    }
    return at;
  }

  @Test
  void shouldBlameServerWhenAnEpochComesForAMomentAgainAndAgain() {
    assertEquals(31, blamedWhenHiding(9, 10, 60).get(0));
  }

  @Test
  void shouldBlameServerWhenItHidesAnEpochForLessThanHalfOfTheTime() {
    assertEquals(List.of(65), blamedWhenHiding(7, 16, 180));
  }

  @Test
  void shouldBlameServerWhenItHidesAnEpochForATenthOfTheTime() {
    assertEquals(1, blamedWhenHiding(2, 20, 400).size());
  }

  @Test
  void shouldBlameServerWhenItHidesAnEpochBetweenTicks() {
    int second = 0;
    List<AwaitedItem.Secret> overdue = List.of();
    while (overdue.isEmpty() && second < 100) {
      second++;
      owed.taken(catalogue(true, 7));
      owed.taken(catalogue(true, 7, 8));
      overdue = owed.tick();
    }
    assertEquals(31, second);
    assertEquals(List.of(COMING), overdue);
  }

  @Test
  void shouldNotBlameServerAtEachReturnWhenItGoesOnHiding() {
    assertEquals(List.of(31, 151, 391), blamedWhenHiding(3, 4, 500));
  }

  @Test
  void shouldNotBlameServerWhenItLacksAnEpochForSomeSecondsOnceInTenMinutes() {
    assertEquals(List.of(), blamedWhenHiding(20, 600, 6_000));
  }

  @Test
  void shouldCountARefusedItemOnceInTwoMinutesUnderACatalogue() {
    Catalogue one = catalogue(true, 7).catalogue();
    assertTrue(owed.refused(COMING, one));
    assertFalse(owed.refused(COMING, one));
    assertTrue(owed.refused(IN_USE, one));
    assertEquals(List.of(), blamedFor(119));
    assertFalse(owed.refused(COMING, one));
    assertEquals(List.of(), blamedFor(1));
    assertTrue(owed.refused(COMING, one));
    assertTrue(owed.refused(COMING, catalogue(true, 7).catalogue()));
  }
}
