package dev.rosa.proxy.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.Problem;
import dev.rosa.config.Problems;
import dev.rosa.proxy.rules.criterion.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of scans in a configuration. */
class ScanRulesTest {
  private static final String VIRUS = "<scan name='virus' service='icap://127.0.0.1/avscan'/>";
  private static final String WEB = "<rule name='web' action='allow' protocols='http' %s/>";

  @TempDir private Path folder;
  private Problems problems;

  private Optional<LoadedRules> load(String scans, String rules) throws IOException {
    Path file = folder.resolve("proxy.xml");
    Files.writeString(
        file,
        "<proxy>\n<scans>\n%s\n</scans>\n<rules>\n%s\n</rules>\n</proxy>\n"
            .formatted(scans, rules));
    problems = new Problems(file);
    return LoadedRules.read(file, problems, 1);
  }

  private String mistake(String scans, String rules) throws IOException {
    Optional<LoadedRules> unused = load(scans, rules);
    List<Problem> all = problems.all();
    assertEquals(1, all.size(), all.toString());
    return all.get(0).toString().replace(folder.toString() + "/", "");
  }

  @Test
  void shouldHaveUsualValues() throws IOException {
    LoadedRules loaded = load(VIRUS, WEB.formatted("scan='virus'")).orElseThrow();
    assertEquals(List.of(), problems.all());
    ScanConfig scan = loaded.config().scans().named("virus").orElseThrow();
    assertEquals(1344, scan.address().getPort());
    assertEquals("avscan", scan.serviceName());
    assertEquals(Duration.ofSeconds(10), scan.timeout());
    assertEquals(8 << 20, scan.limit().bytes());
    assertFalse(scan.passesWhenGone());
    assertFalse(scan.passesWhenLarger());
    assertEquals(
        "allow protocols=\"http\" scan=\"virus\" log=\"summary\"",
        loaded.rules().rules().get(0).text());
    assertEquals(List.of(new ScanWay(List.of(), List.of())), loaded.config().scanWays());
    assertTrue(loaded.rules().mayScan(new Question(), loaded.rules().rules().get(0)));
  }

  @Test
  void shouldTakeTheExampleOfTheShippedConfiguration() throws IOException {
    String shipped = Files.readString(Path.of("../config/proxy.xml"));
    int begin = shipped.indexOf("<scans ");
    int end = shipped.indexOf("</scans>");
    String example = shipped.substring(shipped.indexOf('>', begin) + 1, end);
    LoadedRules loaded = load(example, WEB.formatted("scan='virus'")).orElseThrow();
    assertEquals(List.of(), problems.all());
    ScansConfig usual = new ScansConfig(null, null, null, loaded.config().scans().scan());
    assertEquals(usual, loaded.config().scans());
    assertTrue(
        shipped.contains(
            "<scans connections=\"%d\" per-client=\"%d\" memory=\"%s\">"
                .formatted(usual.connections(), usual.perClient(), usual.memory())));
  }

  @Test
  void shouldReadAnAddressOfIpv6() throws IOException {
    String scan = "<scan name='v' service='icap://[::1]:1345/a' when-gone='pass'/>";
    ScanConfig read = load(scan, "").orElseThrow().config().scans().named("v").orElseThrow();
    assertEquals(1345, read.address().getPort());
    assertTrue(read.passesWhenGone());
  }

  @Test
  void shouldNameEachMistakeWithItsLine() throws IOException {
    assertTrue(
        mistake(VIRUS, WEB.formatted("scan='other'")).startsWith("proxy.xml:6"),
        problems.all().toString());
    assertTrue(problems.all().get(0).toString().contains("'other', expected a scan of <scans>"));
    assertTrue(
        mistake(VIRUS, "<rule action='allow' scan='virus'/>").contains("expected protocols"));
    assertTrue(
        mistake(VIRUS, "<rule action='pass' protocols='http' scan='virus'/>")
            .contains("action pass, expected allow"));
    assertTrue(
        mistake(VIRUS.replace("127.0.0.1", "localhost"), "").contains("icap://127.0.0.1:1344"));
    assertTrue(mistake(VIRUS.replace("127.0.0.1", "127.0.0.1:99999"), "").contains("port 99999"));
    assertTrue(
        mistake(VIRUS.replace("127.0.0.1", "300.0.0.1"), "").contains("expected an IP address"));
    assertTrue(mistake(VIRUS.replace("/>", " limit='40MiB'/>"), "").contains("at least 10 times"));
    assertTrue(mistake(VIRUS.replace("/>", " timeout='2h'/>"), "").contains("at most 1h"));
    assertTrue(mistake(VIRUS + VIRUS, "").contains("virus"), problems.all().toString());
  }

  @Test
  void shouldKnowWhichConnectionsAScanMayConcern() throws IOException {
    String rules =
        WEB.formatted("scan='virus' from='10.0.0.0/8 10.1.0.0/16' to='192.0.2.0/24'")
            + "<rule action='allow' protocols='http' kinds='exe' scan='virus' from='10.2.0.0/16'/>";
    ProxyConfig config = load(VIRUS, rules).orElseThrow().config();
    List<ScanWay> ways = config.scanWays();
    assertEquals(2, ways.size());
    assertEquals(ScanWay.prefixes("10.0.0.0/8"), ways.get(0).from());
    ScanWay narrow = new ScanWay(ScanWay.prefixes("10.9.0.0/16"), ScanWay.prefixes("192.0.2.1"));
    assertTrue(ways.get(0).covers(narrow));
    assertFalse(narrow.covers(ways.get(0)));
    assertFalse(ways.get(1).covers(new ScanWay(List.of(), List.of())));
    assertTrue(new ScanWay(List.of(), List.of()).covers(narrow));
  }

  @Test
  void shouldRelayAllWhereTooManyPrefixesAreNamed() throws IOException {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < 65; i++) {
      rules.append(
          "<rule action='allow' protocols='http' scan='virus' from='10.0.0.%d'/>\n".formatted(i));
    }
    assertEquals(
        List.of(new ScanWay(List.of(), List.of())),
        load(VIRUS, rules.toString()).orElseThrow().config().scanWays());
    String many =
        IntStream.range(0, 1_001)
            .mapToObj(i -> "10.%d.%d.1".formatted(i / 256, i % 256))
            .collect(Collectors.joining(" "));
    assertEquals(
        List.of(new ScanWay(List.of(), List.of())),
        load(VIRUS, WEB.formatted("scan='virus' from='" + many + "'"))
            .orElseThrow()
            .config()
            .scanWays());
  }
}
