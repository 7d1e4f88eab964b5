package dev.rosa.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.provider.ProviderSurvey.Role;
import dev.rosa.provider.ProviderSurvey.Row;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderSurveyTest {

  private static final Suite MD5 = Suite.HMAC_MD5;

  @TempDir private Path folder;
  private final FakeWorld world = new FakeWorld();
  private final FakeEngines engine = world.engine("multi-buffer", 5_000);

  @Test
  void shouldShowEveryKnownProviderWhenNothingIsConfigured() throws Exception {
    ProviderSurvey survey = survey(null);
    assertEquals(
        List.of("SunJCE", "multi-buffer", "BC", "ACCP", "Conscrypt", "RosaGcrypt", "FlexiProvider"),
        survey.rows(MD5).stream().map(Row::provider).toList());
    assertEquals(Role.SERVES, row(survey, "SunJCE").role());
    assertEquals(Role.NONE, row(survey, "multi-buffer").role());
    assertTrue(row(survey, "multi-buffer").isUsable());
    assertTrue(row(survey, "ACCP").absence().orElseThrow().contains("is not there"));
    assertEquals(Optional.empty(), survey.refusal());
  }

  @Test
  void shouldShowWhatTheConfigurationNamesFirst() throws Exception {
    ProviderSurvey survey =
        survey(
            "<suite name='HMAC-MD5'><serve provider='multi-buffer'/><serve"
                + " provider='SunJCE'/></suite>");
    assertEquals("multi-buffer", survey.rows(MD5).get(0).provider());
    assertEquals(Role.SERVES, row(survey, "multi-buffer").role());
    assertEquals(Role.NAMED, row(survey, "SunJCE").role());
    assertEquals(Role.NONE, row(survey, "BC").role());
  }

  @Test
  void shouldShowTwoProvidersThatServeTogetherAndEachAlone() throws Exception {
    ProviderSurvey survey =
        survey(
            "<provider name='BC' class='org.bouncycastle.jce.provider.BouncyCastleProvider'/>"
                + "<suite name='AES128-CTR+HMAC-MD5'><serve provider='BC'"
                + " cipher-provider='SunJCE'/></suite>");
    List<String> names =
        survey.rows(Suite.AES128_CTR_HMAC_MD5).stream().map(Row::provider).toList();
    assertEquals("BC+SunJCE", names.get(0));
    assertTrue(names.containsAll(List.of("BC", "SunJCE")), names.toString());
  }

  @Test
  void shouldSayThatTheNextStartWillMeasureWhenNothingIsKnown() throws Exception {
    ProviderSurvey survey =
        survey(
            "<suite name='HMAC-MD5' choose='auto'><serve provider='SunJCE'/><serve"
                + " provider='multi-buffer'/></suite>");
    assertEquals(Role.UNDECIDED, row(survey, "SunJCE").role());
    assertEquals(Role.UNDECIDED, row(survey, "multi-buffer").role());
    assertEquals(Optional.empty(), survey.since(MD5));
  }

  @Test
  void shouldShowWhatIsWrongAndThatNoRoleWouldStart() throws Exception {
    engine.wrongFromBatch = 1;
    ProviderSurvey survey =
        survey("<suite name='HMAC-MD5'><serve provider='multi-buffer' optional='true'/></suite>");
    Row wrong = row(survey, "multi-buffer");
    assertFalse(wrong.isUsable());
    assertTrue(wrong.errors().get(0).startsWith("datagram: differs"), wrong.toString());
    assertEquals(Role.NAMED, wrong.role());
    assertTrue(
        survey.refusal().orElseThrow().contains("providers.xml:2: provider multi-buffer gives"));
  }

  @Test
  void shouldMeasureThoseThatAreThereAndRightAndNameThoseThatFailMeanwhile() throws Exception {
    world.tickNanos = 50_000;
    FakeEngines failing = world.engine("failing", 7_000);
    failing.wrongFromBatch = 65;
    FakeEngines absent = world.engine("absent", 7_000);
    absent.absence = "no library";
    ProviderSurvey survey = survey(null);
    ProviderSurvey.Measured measured = survey.measure(MD5, 64, 65, Duration.ofMillis(10));
    assertEquals(Set.of("SunJCE", "multi-buffer", "BC"), measured.timings().keySet());
    assertTrue(measured.timings().get("multi-buffer").sealNanos() >= 5_000);
    assertEquals(Set.of("failing"), measured.failures().keySet());
    assertEquals("failing 1", description(survey, "failing"));
    assertEquals("", description(survey, "absent"));
  }

  private static String description(ProviderSurvey survey, String name) {
    return survey.providers().stream()
        .filter(each -> each.name().equals(name))
        .map(ProviderSurvey.Present::description)
        .findFirst()
        .orElseThrow();
  }

  private ProviderSurvey survey(String body) throws Exception {
    Optional<Path> file = Optional.empty();
    if (body != null) {
      Path path = folder.resolve("providers.xml");
      file = Optional.of(Files.writeString(path, "<providers>\n" + body + "\n</providers>"));
    }
    return ProviderSurvey.of(file, folder, world.checking());
  }

  private static Row row(ProviderSurvey survey, String provider) {
    return survey.rows(MD5).stream()
        .filter(row -> row.provider().equals(provider))
        .findFirst()
        .orElseThrow();
  }
}
