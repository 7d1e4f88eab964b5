package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CandidatesTest {

  @TempDir private Path folder;

  @Test
  void shouldListEveryKnownProviderInAFixedOrderWhetherPresentOrNot() {
    assertEquals(
        List.of("multi-buffer", "SunJCE", "BC", "ACCP", "Conscrypt", "RosaGcrypt", "FlexiProvider"),
        Candidates.known(folder).all().stream().map(Candidate::name).toList());
  }

  @Test
  void shouldServeEverySuiteRightlyWithTheJdkAndBouncyCastle() {
    for (String name : List.of("SunJCE", "BC")) {
      Candidate candidate = Candidates.known(folder).named(name).orElseThrow();
      assertTrue(candidate.absence().isEmpty());
      assertEquals(EnumSet.allOf(Suite.class), candidate.suites());
      assertEquals(candidate.name(), candidate.jce().orElseThrow().getName());
      for (Suite suite : Suite.values()) {
        assertEquals(List.of(), candidate.errors(suite));
        assertEquals(suite, candidate.engineFor(suite).suite());
      }
    }
  }

  @Test
  void shouldWriteTheLineByWhichACandidateServes() {
    Candidates known = Candidates.known(folder);
    assertEquals(
        "<serve provider=\"FlexiProvider\" mac=\"MD5\" key-factory=\"HmacMD5\""
            + " reset=\"init\" optional=\"true\"/>",
        known.named("FlexiProvider").orElseThrow().serveLine(Suite.HMAC_MD5));
    assertEquals(
        "<serve provider=\"multi-buffer\" optional=\"true\"/>",
        known.named("multi-buffer").orElseThrow().serveLine(Suite.AES256_GCM));
    assertEquals(
        "<serve provider=\"SunJCE\"/>",
        known.named("SunJCE").orElseThrow().serveLine(Suite.AES256_GCM));
  }

  @Test
  void shouldSayWhichJarIsMissingWhenADropInIsNotThere() {
    Candidate accp = Candidates.known(folder).named("ACCP").orElseThrow();
    assertEquals(
        "its jar " + folder.resolve("AmazonCorrettoCryptoProvider.jar") + " is not there",
        accp.absence().orElseThrow());
    assertEquals(Set.of(), accp.suites());
    assertEquals("", accp.description());
    assertThrows(IllegalStateException.class, () -> accp.engineFor(Suite.HMAC_MD5));
  }

  @Test
  void shouldPointToAJarThatStillHasItsVersionInItsName() throws Exception {
    Files.write(folder.resolve("FlexiProvider-1.7p7.signed.jar"), new byte[4]);
    Candidate flexi = Candidates.known(folder).named("FlexiProvider").orElseThrow();
    assertTrue(
        flexi.absence().orElseThrow().endsWith("FlexiProvider-1.7p7.signed.jar is: rename it"));
  }
}
