package dev.rosa.bench.shootout.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.shootout.result.Findings;
import dev.rosa.bench.shootout.result.FixedFindings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private void write(Findings findings) throws IOException {
    new ReportFiles(directory.resolve("out"), Optional.of(directory.resolve("rows.json")))
        .writeAll(findings);
  }

  private ReportFiles files(Path out) {
    return new ReportFiles(out, Optional.empty());
  }

  private String page() throws IOException {
    return Files.readString(directory.resolve("out/shootout.html"));
  }

  @Test
  void shouldHaveARowForEveryCellWhenWrittenAsJson() throws IOException {
    prepared();
    JsonNode rows = JSON.readTree(directory.resolve("rows.json").toFile());
    // Operations × providers × sizes × batches.
    assertEquals(6 * 5 * 3 * 2, rows.size());
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
    assertEquals(1 + 6 * 5 * 3 * 2, lines.size());
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
    assertFalse(page.contains("could not be drawn"));
    assertTrue(page.contains("A &lt;CPU&gt; &amp; more"));
  }

  @Test
  void shouldGiveEveryIdOnceWhenThereAreManyPictures() throws IOException {
    prepared();
    Matcher ids = Pattern.compile("\\bid=\"([^\"]+)\"").matcher(page());
    Set<String> seen = new HashSet<>();
    while (ids.find()) {
      assertTrue(seen.add(ids.group(1)), ids.group(1));
    }
    assertFalse(seen.isEmpty());
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
    ReportFiles json = new ReportFiles(directory, Optional.of(directory));
    assertThrows(IOException.class, json::prepare);
  }
}
