package dev.rosa.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.bench.measure.Figure.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BarsTest {

  private static final List<String> FIGURES = List.of("echo", "sessions");

  @TempDir Path folder;

  private Bars bars(String text) throws IOException {
    return Bars.read(Files.writeString(folder.resolve("bars.json"), text), "path", FIGURES);
  }

  private static Figure figure(double value) {
    return Figure.of("echo", "delivered", OptionalDouble.of(value), value + " ×", List.of());
  }

  @Test
  void shouldJudgeAFigureByTheLimitOfItsKey() throws Exception {
    Bars bars = bars("{\"path\": {\"echo\": {\"atLeast\": 0.65}}}");
    assertEquals(Verdict.REACHED, figure(0.65).within(bars).verdict());
    assertEquals(Verdict.MISSED, figure(0.64).within(bars).verdict());
    assertEquals("at least 0.65", figure(1).within(bars).limitText());
    assertEquals(
        "no verdict: 1 of 3 rounds",
        figure(1).unless(Optional.of("1 of 3 rounds")).within(bars).verdictText());
  }

  @Test
  void shouldJudgeNothingWhenThereIsNoLimit() throws Exception {
    assertEquals(Verdict.NO_LIMIT, figure(1).within(Bars.none()).verdict());
    Bars others = bars("{\"path\": {\"sessions\": {\"atLeast\": 0.9}}}");
    assertEquals("", figure(1).within(others).limitText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"atLeast\": \"3\"}", "{\"atLeast\": 1, \"atMost\": 2}", "3"})
  void shouldNameThePlaceWhenALimitIsNone(String limit) {
    IOException refusal =
        assertThrows(IOException.class, () -> bars("{\"path\": {\"echo\": " + limit + "}}"));
    assertTrue(
        refusal.getMessage().endsWith("path, echo: expected a number as atLeast or atMost"),
        refusal::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"shootout\": {\"echo\": {\"atMost\": 3}}}", "[]", "7"})
  void shouldRefuseAFileThatJudgesNothing(String text) {
    IOException refusal = assertThrows(IOException.class, () -> bars(text));
    assertTrue(refusal.getMessage().endsWith("has no limits of 'path'"), refusal::getMessage);
  }

  @Test
  void shouldRefuseAMisspeltKey() {
    IOException refusal =
        assertThrows(IOException.class, () -> bars("{\"path\": {\"ecco\": {\"atMost\": 3}}}"));
    String sentence = "bars.json: path, ecco: no such figure, expected one of echo, sessions";
    assertTrue(refusal.getMessage().endsWith(sentence), refusal::getMessage);
  }

  @Test
  void shouldSayInOneLineWhereAFileIsNoJson() {
    IOException refusal = assertThrows(IOException.class, () -> bars("{\n\"path\": ?"));
    assertTrue(refusal.getMessage().contains("bars.json:2: is no JSON: "), refusal::getMessage);
    assertEquals(1, refusal.getMessage().lines().count());
  }
}
