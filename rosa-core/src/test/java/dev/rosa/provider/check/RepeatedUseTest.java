package dev.rosa.provider.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rosa.provider.Candidate;
import dev.rosa.provider.Candidates;
import dev.rosa.provider.EngineProviders;
import dev.rosa.provider.FakeEngines;
import dev.rosa.provider.FakeNanos;
import dev.rosa.provider.KnownProviders;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hundreds of packets of one key, singly and in batches, whose answers are known. */
@Tag("jdk")
final class RepeatedUseTest {

  private final FakeEngines engines = new FakeEngines("fake", new FakeNanos(), 1);

  private void assertRefused(String words) {
    assertEquals(
        Optional.of(words), RepeatedUse.error(engines.engineFor(Suite.HMAC_SHA256)), words);
  }

  @Test
  void shouldNameThePacketWhenAnEngineIsWrongForLongOnes() {
    engines.wrongFromBytes = 1_500;
    assertRefused("packet 212 of a session, payload of 1500 bytes: is sealed wrongly");
  }

  @Test
  void shouldNameTheBatchWhenAnEngineIsWrongInBatchesOnly() {
    engines.wrongFromBatch = 2;
    assertRefused("packet 1 of a session, payload of 0 bytes: is sealed wrongly, in a batch of 64");
  }

  @Test
  void shouldNameThePacketWhenAnEngineAcceptsForgedTagsAfterManyUses() {
    engines.credulousFromUse = 300;
    assertRefused("packet 100 of a session, payload of 99 bytes: is accepted with a forged tag");
  }

  @ParameterizedTest
  @EnumSource(Suite.class)
  void shouldHoldTheAnswersThatTwoProvidersGive(Suite suite) throws Exception {
    JsonNode file =
        new JsonMapper().readTree(RepeatedUse.class.getResourceAsStream("repeated-use.json"));
    String answers = file.at("/answers").get(suite.protocolName()).asText();
    for (String provider : new String[] {"SunJCE", "BC"}) {
      Candidate candidate =
          Candidates.of(KnownProviders.config(Path.of("none")), new EngineProviders(List.of()))
              .named(provider)
              .orElseThrow();
      assertEquals(answers, RepeatedUse.answers(candidate.engineFor(suite)), provider);
      assertEquals(Optional.empty(), RepeatedUse.error(candidate.engineFor(suite)));
    }
  }
}
