package dev.rosa.bench.shootout.work;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.shootout.result.Cell;
import dev.rosa.bench.shootout.result.Operation;
import dev.rosa.wire.active.Suite;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ContenderTest {

  private final Contenders contenders = Contenders.known();

  @ParameterizedTest
  @EnumSource(Operation.class)
  void shouldTakePartInEverythingWhenItIsTheJdksOwn(Operation operation) {
    Contender sun = contenders.named("SunJCE");
    assertEquals(Optional.empty(), sun.obstacle(operation, Cell.ONE_AT_A_TIME));
    if (operation.suite().isPresent()) {
      assertEquals(Optional.empty(), sun.obstacle(operation, 8));
    }
  }

  @Test
  void shouldSayThatNoSuiteHasItWhenCbcIsAskedForInBatches() {
    assertEquals(
        Optional.of(
            "BC is not measured: no suite of ROSA's has AES-CBC, so it is not offered in batches"),
        contenders.named("BC").obstacle(Operation.AES_CBC, 64));
  }

  @Test
  void shouldSayWhyWhenAProviderIsAbsent() {
    Contender flexi = contenders.named("FlexiProvider");
    assertFalse(flexi.isPresent());
    String why = flexi.obstacle(Operation.HMAC_MD5, Cell.ONE_AT_A_TIME).orElseThrow();
    assertTrue(why.startsWith("FlexiProvider is not measured: "), why);
    assertTrue(flexi.description().startsWith("absent: "), flexi.description());
  }

  @Test
  void shouldListThePapersProviderThatNoMachineHas() {
    Contender cryptix =
        contenders.all().stream()
            .filter(contender -> contender.name().equals("Cryptix"))
            .findFirst()
            .orElseThrow();
    String why = "its last release on Maven Central, 3.2.0, has no JCE interface";
    assertEquals("absent: " + why, cryptix.description());
    assertEquals(
        Optional.of("Cryptix is not measured: " + why), cryptix.obstacle(Operation.HMAC_MD5, 64));
    assertEquals(Map.of(), cryptix.serveLines());
    assertFalse(cryptix.serves(Suite.HMAC_MD5) || cryptix.isJce());
  }

  @Test
  void shouldKnowTheLinesByWhichItServes() {
    assertEquals(
        "<serve provider=\"SunJCE\"/>",
        contenders.named("SunJCE").serveLines().get(Suite.AES256_GCM));
  }

  @Test
  void shouldNotBeOfferedOneAtATimeWhenItIsNoJceProvider() {
    String why =
        contenders
            .named("multi-buffer")
            .obstacle(Operation.HMAC_SHA1, Cell.ONE_AT_A_TIME)
            .orElseThrow();
    assertTrue(why.startsWith("multi-buffer is not measured: "), why);
  }
}
