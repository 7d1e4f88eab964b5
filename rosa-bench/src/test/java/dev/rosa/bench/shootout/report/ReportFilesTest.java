package dev.rosa.bench.shootout.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.measure.ShippedBars;
import dev.rosa.bench.shootout.result.Figures;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private void write(Findings findings) throws IOException {
    new ReportFiles(
            directory.resolve("out"),
            Optional.of(directory.resolve("rows.json")),
            ShippedBars.of("shootout", Figures.KEYS))
        .writeAll(findings);
  }

  private ReportFiles files(Path out) {
    return new ReportFiles(out, Optional.empty(), ShippedBars.of("shootout", Figures.KEYS));
  }

  private String page() throws IOException {
    return Files.readString(directory.resolve("out/shootout.html"));
  }

  @Test
  void shouldHaveARowForEveryCellWhenWrittenAsJson() throws IOException {
    prepared();
    JsonNode rows = JSON.readTree(directory.resolve("rows.json").toFile());
    // Operations × providers × sizes × batches.
    assertEquals(6 * 6 * 3 * 2, rows.size());
    for (JsonNode row : rows) {
      assertEquals(
          List.of("operation", "provider", "bytes", "batch", "nsPerPacket", "error"), names(row));
      if (row.get("nsPerPacket").isNull()) {
        assertTrue(row.get("error").isTextual(), row::toString);
      } else {
        assertTrue(row.get("nsPerPacket").asDouble() > 0, row::toString);
        assertTrue(row.get("error").isNumber() || row.get("error").isNull(), row::toString);
      }
    }
    assertEquals(
        Files.readString(directory.resolve("rows.json")),
        Files.readString(directory.resolve("out/shootout.json")));
  }

  private void prepared() throws IOException {
    Files.createDirectories(directory.resolve("out"));
    write(FixedFindings.complete());
  }

  private static List<String> names(JsonNode row) {
    List<String> names = new ArrayList<>();
    for (Iterator<String> each = row.fieldNames(); each.hasNext(); ) {
      names.add(each.next());
    }
    return names;
  }

  @Test
  void shouldQuoteSentencesWithCommasWhenWrittenAsCsv() throws IOException {
    prepared();
    List<String> lines = Files.readAllLines(directory.resolve("out/shootout.csv"));
    assertEquals("operation,provider,bytes,batch,nsPerPacket,error", lines.get(0));
    assertEquals(1 + 6 * 6 * 3 * 2, lines.size());
    assertTrue(
        lines.contains(
            "HMAC-MD5,multi-buffer,256,0,,\"multi-buffer is not measured: it is no JCE provider,"
                + " so it is not offered one at a time\""),
        lines.get(1));
  }

  @Test
  void shouldNameMachineVersionsAndRatiosOfEveryRoundInTheDetails() throws IOException {
    prepared();
    JsonNode details = JSON.readTree(directory.resolve("out/shootout-details.json").toFile());
    assertEquals("A <CPU> & more", details.at("/machine/cpu").asText());
    assertEquals("1.37", details.at("/versions/JMH").asText());
    assertEquals("reached", details.at("/figures/0/verdict").asText());
    assertEquals(3, details.at("/rounds/0/nsPerPacketByRound").size());
    assertEquals(3, details.at("/rounds/0/timesAsFastAs/byRound").size());
  }

  @Test
  void shouldDrawThePapersFiguresAsSvgWithoutReferringElsewhere() throws IOException {
    prepared();
    String page = page();
    assertTrue(page.contains("Figure 3 drawn anew: HMAC-MD5, one at a time"));
    assertTrue(page.contains("Figure 4 drawn anew: HMAC-SHA1, one at a time"));
    assertTrue(page.contains("Figure 5 drawn anew: AES-CBC, one at a time"));
    assertEquals(13, page.split("<svg ", -1).length - 1, "pictures");
    String withoutNamespaces = page.replaceAll("xmlns(:\\w+)?=\"[^\"]*\"", "");
    assertFalse(withoutNamespaces.contains("http"), "a reference");
    assertTrue(page.contains("A &lt;CPU&gt; &amp; more"));
  }

  @Test
  void shouldStaySmallWhenEverythingWasMeasured() throws IOException {
    Files.createDirectories(directory.resolve("out"));
    write(FixedFindings.full());
    assertEquals(13, page().split("<svg ", -1).length - 1, "pictures");
    assertFalse(page().contains("<img") || page().contains("<image"), "another format");
    long bytes = Files.size(directory.resolve("out/shootout.html"));
    assertTrue(bytes < 1_000_000, bytes + " bytes");
  }

  @Test
  void shouldCiteThePapersOwnMeasurements() throws IOException {
    prepared();
    for (String fact :
        List.of(
            "Pentium III at 1.1 GHz",
            "Sun J2SDK 1.4.1",
            "256 to 2,048 bytes",
            "SunJCE, Cryptix, BC, FlexiProvider",
            "libgcrypt through JNI, about 3 times as fast as the fastest provider in Java",
            "BC for HMAC-MD5 (figure 3), SunJCE for HMAC-SHA1 (figure 4), BC for AES encryption"
                + " (figure 5)",
            "12.5 % key generation, 75.0 % verifying and making the HMAC, 12.5 % the rest",
            "absent: it has no JCE interface")) {
      assertTrue(page().contains(fact), fact);
    }
    assertFalse(page().contains("not known"));
    JsonNode details = JSON.readTree(directory.resolve("out/shootout-details.json").toFile());
    JsonNode paper = details.get("paper");
    assertEquals("HMAC-MD5", paper.at("/figures/0/operation").asText());
    assertEquals("BC", paper.at("/figures/0/fastest").asText());
    assertEquals("SunJCE", paper.at("/figures/1/fastest").asText());
    assertEquals("BC", paper.at("/figures/2/fastest").asText());
    assertEquals(75, paper.at("/packetSharesPercent/hmac").asDouble());
    assertEquals(60, paper.at("/firstCallTimesLater/hmac").asInt());
    assertEquals("Sun J2SDK 1.4.1", paper.get("jvm").asText());
  }

  @Test
  void shouldRecommendBeforeAnythingElseOnThePageAndInTheDetails() throws IOException {
    prepared();
    int advice = page().indexOf("On this machine, put multi-buffer first in providers.xml");
    assertTrue(advice > 0 && advice < page().indexOf("<h2>"), "at the top");
    assertTrue(page().contains("<pre>&lt;serve provider=&quot;multi-buffer&quot;/&gt;</pre>"));
    JsonNode details = JSON.readTree(directory.resolve("out/shootout-details.json").toFile());
    assertEquals(
        "<serve provider=\"multi-buffer\"/>", details.at("/recommendations/0/line").asText());
  }

  @Test
  void shouldSayThatNothingIsJudgedWhenThereAreFewerThanThreeRounds() throws IOException {
    Files.createDirectories(directory.resolve("out"));
    write(FixedFindings.after(1));
    assertEquals(6, page().split(">no verdict: 1 of 3 rounds<", -1).length - 1);
    assertFalse(page().contains("number first"), "a bold fastest");
    JsonNode details = JSON.readTree(directory.resolve("out/shootout-details.json").toFile());
    assertEquals("no verdict: 1 of 3 rounds", details.at("/figures/0/verdict").asText());
  }

  @Test
  void shouldSayWhatIsMissingWhenTheRunWasInterrupted() throws IOException {
    Files.createDirectories(directory.resolve("out"));
    write(new Findings(FixedFindings.setting()));
    assertTrue(page().contains("Not everything is here: the run was interrupted."));
    JsonNode rows = JSON.readTree(directory.resolve("rows.json").toFile());
    assertEquals("the run was interrupted", rows.get(0).get("error").asText());
  }

  @Test
  void shouldLeaveNoPartialFileWhenWritten() throws IOException {
    prepared();
    try (Stream<Path> files = Files.list(directory.resolve("out"))) {
      assertEquals(4, files.count());
    }
  }

  @Test
  void shouldRefuseBeforeMeasuringWhenTheDirectoryIsAFile() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertThrows(IOException.class, files(file)::prepare);
    ReportFiles json =
        new ReportFiles(
            directory, Optional.of(directory), ShippedBars.of("shootout", Figures.KEYS));
    assertThrows(IOException.class, json::prepare);
  }
}
