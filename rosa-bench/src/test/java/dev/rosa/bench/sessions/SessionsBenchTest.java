package dev.rosa.bench.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.display.Progress;
import dev.rosa.provider.ProviderRegistry;
import dev.rosa.wire.active.Suite;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The measurement itself, in small: that packets take the way they are said to take. */
class SessionsBenchTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @ParameterizedTest
  @EnumSource(
      value = Suite.class,
      names = {"HMAC_SHA256", "AES128_CTR_HMAC_SHA256", "AES256_GCM"})
  void shouldMeasureEveryNumberOfSessionsWithAndWithoutRememberedKeys(Suite suite)
      throws IOException {
    PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
    SessionsPlan plan = new SessionsPlan(suite, List.of(1, 70, 1_000), 500, 1, 3, 1, 2);
    SessionsResult result =
        new SessionsBench(
                plan,
                ProviderRegistry.builtIn(),
                new Progress("sessions", err, false, System::nanoTime))
            .run();
    assertEquals(
        List.of(0, 0, 0, 500, 500, 500),
        result.rows().stream().map(SessionsResult.Row::revoked).toList());
    assertTrue(result.withRevoked().live().orElseThrow() > 0);
    assertTrue(result.withRevoked().unknown().orElseThrow() > 0);
    for (SessionsResult.Row row : result.rows()) {
      assertTrue(row.remembered() > 0);
      assertTrue(row.derived() > 0);
      assertTrue(row.countedBytes() > row.sessions() * 100L);
    }
    assertEquals("SunJCE", result.provider());
    assertTrue(result.ratio().isEmpty(), "there are no million sessions");
    String lines = said.toString(StandardCharsets.UTF_8);
    assertTrue(lines.contains("bringing up 1 session, "), lines);
    assertTrue(lines.contains("measuring"), lines);
  }
}
