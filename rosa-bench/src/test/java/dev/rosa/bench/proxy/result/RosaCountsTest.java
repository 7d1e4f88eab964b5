package dev.rosa.bench.proxy.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RosaCountsTest {

  private static RosaCounts counts(String json) throws Exception {
    return RosaCounts.of(new ObjectMapper().readTree(json));
  }

  @Test
  void shouldTakeTheDifferenceOfTwoStatusPages() throws Exception {
    RosaCounts before =
        counts("{\"bytes\":{\"seen\":100,\"packetsSeen\":10},\"allocatedBytes\":1000}");
    RosaCounts after =
        counts("{\"bytes\":{\"seen\":300,\"packetsSeen\":30},\"allocatedBytes\":1050}");
    assertEquals(0.02, after.seenShare(before, 10_000), 1e-9);
    assertEquals(2, after.packetsEach(before, 10), 1e-9);
    assertEquals(OptionalDouble.of(2.5), after.allocatedEach(before));
  }

  @Test
  void shouldNotKnowTheHeapWhenTheStatusDoesNotTellIt() throws Exception {
    RosaCounts before = counts("{\"bytes\":{\"seen\":0,\"packetsSeen\":0}}");
    RosaCounts after = counts("{\"bytes\":{\"seen\":1,\"packetsSeen\":1}}");
    assertTrue(after.allocatedEach(before).isEmpty());
  }
}
