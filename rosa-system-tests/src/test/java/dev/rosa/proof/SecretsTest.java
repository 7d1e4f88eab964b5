package dev.rosa.proof;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests of the traces that the multi-buffer engine leaves in memory, searched from the first
 * address to the last.
 */
@Tag("jdk")
class SecretsTest {

  private static final String MULTI_BUFFER = "-Dproof.parties=multi-buffer";

  @Test
  void shouldLeaveNothingOfAKeyThatIsDestroyed() {
    TestedProviders.assumePresent("multi-buffer");
    // Room for everything: a collection would leave copies that cannot be wiped.
    System.out.println(
        ForkedJvm.with("secrets", "-XX:+UseSerialGC", "-Xmx96m", "-Xmn64m", MULTI_BUFFER)
            .prove("wiped")
            .requireSuccess()
            .summary());
  }

  @Test
  void shouldGiveBackTheMemoryOfKeysThatAreDestroyed() {
    TestedProviders.assumePresent("multi-buffer");
    System.out.println(
        ForkedJvm.brief("hoard", "-Xmx128m", "-Xms128m", "-XX:+AlwaysPreTouch", MULTI_BUFFER)
            .prove("hoard")
            .requireSuccess()
            .summary());
  }

  @Test
  void shouldGiveBackTheMemoryOfKeysThatAreDropped() {
    TestedProviders.assumePresent("multi-buffer");
    System.out.println(
        ForkedJvm.brief(
                "litter", "-Xmx64m", "-Xms64m", "-Xmn8m", "-XX:+AlwaysPreTouch", MULTI_BUFFER)
            .prove("litter")
            .requireSuccess()
            .summary());
  }
}
