package dev.rosa.as.staging;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Sizes that a Code Server names. */
class CheckpointOffersTest {

  @Test
  void shouldKeepAsManySizesAsAnOfferHasProofsFrom() {
    List<Long> all = LongStream.range(0, 32_700).boxed().toList();
    assertEquals(all.subList(0, 64), CheckpointOffers.firstOf(all));
    assertEquals(List.of(3L, 4L), CheckpointOffers.firstOf(List.of(3L, 4L)));
  }
}
