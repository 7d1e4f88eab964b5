package dev.rosa.router.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.command.Commands;
import dev.rosa.config.ConfigException;
import dev.rosa.config.DamagedConfig;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.router.RouterCommand;
import dev.rosa.testkit.CapturedLog;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages of {@code --validate} and of a start about a router's configuration and what it names.
 */
class RouterValidateTest {

  @TempDir private Path directory;
  private TestDomain domain;
  private Path file;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void prepare() {
    domain = TestDomain.in(directory.resolve("domain"));
    domain.issue(Role.ROUTER, "r1");
    file = directory.resolve("router.xml");
  }

  private int run(String content, String... options) throws IOException {
    Files.writeString(file, content);
    String[] all =
        Stream.concat(Stream.of("--config", file.toString()), Stream.of(options))
            .toArray(String[]::new);
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return Commands.commandLine(new RouterCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private void assertSaid(String... beginnings) {
    List<String> lines = err.toString().lines().toList();
    assertEquals(beginnings.length, lines.size(), err.toString());
    for (int i = 0; i < beginnings.length; i++) {
      String expected = "rosa-router: " + directory + "/" + beginnings[i];
      assertTrue(lines.get(i).startsWith(expected), lines.get(i) + "\n  is not " + expected);
    }
  }

  private Set<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void shouldReportEveryMistakeInTheOrderOfTheFile() throws IOException {
    Files.writeString(
        file,
        """
        <router>
          <identity>r1</identity>
          <code-server>127.0.0.1:7002
                       127.0.0.1:70000</code-server>
          <status>here</status>
          <domain skew="1h"
                  suites="ROT13"/>
          <max-bundle>32MiB</max-bundle>
          <packets batch="4096"
                   max-size="64KiB" unverified="0"/>
          <sessions
              max="20000000"
              max-bytes="1B"/>
          <parking per-code="300" total="256"
                   timeout="2m"/>
          <prewarm limit="2m" fetch="maybe"/>
          <overlay listen="127.0.0.1:3323">
            <route to="10.0.2.0/24" via="127.0.0.1:1"/>
            <route to="10.0.3.1/24" via="127.0.0.1:0"/>
            <route via="127.0.0.1:2"
                   to="10.0.2.0/24"/>
            <route to="2001:db8::/32" via="127.0.0.1:1"/>
            <route to="2001:0db8::/32" via="127.0.0.1:1"/>
            <route to="10.0.4.0/24"/>
          </overlay>
          <interfaces workers="65" silence="1ms"/>
        </router>
        """);
    ConfigException refused = assertThrows(ConfigException.class, () -> RouterConfig.load(file));
    assertEquals(
        """
        router.xml:1: there is both <interfaces> and <overlay>, expected one of them
        router.xml:3: <code-server> has port 70000, expected a port from 0 to 65535
        router.xml:5: <status> is 'here', expected HOST:PORT such as 127.0.0.1:7001 or [::1]:7001
        router.xml:6: <domain skew> is 1h, expected a time of at most 5m
        router.xml:7: <domain suites> is 'ROT13', expected suites separated by spaces, each one of \
        HMAC-MD5, HMAC-SHA1, HMAC-SHA256-128, AES128-CTR+HMAC-MD5, AES128-CTR+HMAC-SHA1, \
        AES128-CTR+HMAC-SHA256-128, AES256-GMAC, AES256-GCM
        router.xml:8: <max-bundle> is 32MiB, expected a size from 1KiB to 16MiB
        router.xml:9: <packets batch> is 4096, expected 1 to 1024
        router.xml:10: <packets unverified> is '0', expected a whole number from 1 to 2147483647
        router.xml:10: <packets max-size> is 64KiB, expected a size from 576B to 65535B
        router.xml:12: <sessions max> is 20000000, expected 1 to 16777216
        router.xml:13: <sessions max-bytes> is 1B and <packets batch> 64, expected at least 256KiB \
        for so many
        router.xml:14: <parking per-code> is 300 and total 256, expected at most as many
        router.xml:15: <parking timeout> is 2m, expected a time of at most 1m
        router.xml:16: <prewarm fetch> is 'maybe', expected true or false
        router.xml:16: <prewarm limit> is 2m, expected a time of at most 1m, or off
        router.xml:19: <route to> is '10.0.3.1/24' with bits set after the prefix, expected a \
        network such as 10.0.1.0/24
        router.xml:19: <route via> has port 0, expected 1 to 65535
        router.xml:20: <route> '10.0.2.0/24' is given twice, expected each only once
        router.xml:23: <route to> is 2001:db8:0:0:0:0:0:0/32, to which another route leads, \
        expected one route to it
        router.xml:24: <route> has no via, expected via="…" with HOST:PORT such as 127.0.0.1:7001 \
        or [::1]:7001
        router.xml:26: <interfaces workers> is 65, expected 1 to 64
        router.xml:26: <interfaces silence> is 1ms, expected a time from 500ms to 1m
        router.xml:26: <interfaces> has no <divert>, expected the name of at least one interface\
        """,
        refused.getMessage().replace(directory + "/", ""));
  }

  @Test
  void shouldReportABadValueOfEveryKeyOfAnOverlay() throws IOException {
    DamagedConfig.of(Path.of("../config/router.xml"), directory)
        .assertEachIsReported(RouterConfig::read);
  }

  @Test
  void shouldReportABadValueOfEveryKeyOfInterfaces() throws IOException {
    String given = Files.readString(Path.of("../config/router.xml"));
    String withoutOverlay = given.replaceAll("(?s)<overlay .*</overlay>", "");
    DamagedConfig.of(DamagedConfig.uncommented(withoutOverlay, "interfaces"), directory)
        .assertEachIsReported(RouterConfig::read);
  }

  @Test
  void shouldNameTheLineThatNamesAMissingFile() throws IOException {
    String config =
        """
        <router>
          <identity>domain/r2</identity>
          <code-server>127.0.0.1:7002</code-server>
          <providers>other.xml</providers>
          <sessions max="1000"
                    record="nowhere/r1.replay"/>
          <state>elsewhere/r1</state>
          <overlay listen="127.0.0.1:0"/>
        </router>
        """;
    for (String[] options : new String[][] {{"--validate"}, {}}) {
      assertEquals(2, run(config, options));
      assertSaid(
          "router.xml:2: <identity>: "
              + directory.resolve("domain/r2.key")
              + ": no such private key file",
          "router.xml:4: <providers>: "
              + directory.resolve("other.xml")
              + ": no such file, expected a configuration",
          "router.xml:6: <sessions record>: %s lies in %s, expected a folder that can be written"
              .formatted(directory.resolve("nowhere/r1.replay"), directory.resolve("nowhere")),
          "router.xml:7: <state>: %s: lies in %s, expected a folder that can be written"
              .formatted(directory.resolve("elsewhere/r1"), directory.resolve("elsewhere")));
    }
    assertFalse(Files.exists(directory.resolve("nowhere")));
  }

  @Test
  void shouldReportMistakesOfTheFileAndOfProvidersInOneRun() throws IOException {
    Files.writeString(
        directory.resolve("providers.xml"),
        """
        <providers>
          <provider name="A" class="a.B" jar="a.jar"/>
          <suite name="HMAC-MD5">
            <serve provider="A"/>
            <serve provider="B"/>
          </suite>
        </providers>
        """);
    String config =
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>127.0.0.1:7002</code-server>
          <providers>providers.xml</providers>
          <packets batch="1025"/>
          <overlay listen="127.0.0.1:0">
            <route to="10.0.2.0/24" via="next.invalid:3323"/>
          </overlay>
        </router>
        """;
    assertEquals(2, run(config, "--validate"));
    assertSaid(
        "router.xml:5: <packets batch> is 1025, expected 1 to 1024",
        "router.xml:7: <route via> is next.invalid:3323, a name that does not resolve within 2s",
        "providers.xml:2: provider A: its jar " + directory.resolve("a.jar") + " is not there",
        "providers.xml:5: provider B is unknown");
    assertEquals(2, run(config));
    assertSaid(
        "router.xml:5: <packets batch> is 1025",
        "providers.xml:2: provider A: its jar",
        "providers.xml:5: provider B is unknown");
  }

  @Test
  void shouldReadTheRecordAndItsNoncesWithoutAStart() throws IOException {
    String config =
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>127.0.0.1:7002</code-server>
          <sessions record="r1.replay"/>
          <overlay listen="127.0.0.1:0"/>
        </router>
        """;
    Path nonces = Files.writeString(directory.resolve("r1.replay.nonces"), "17f2\n");
    assertEquals(2, run(config, "--validate"));
    assertSaid("router.xml:4: <sessions record>: " + nonces + ": is not a record of nonces");
    Files.delete(nonces);
    Path record = Files.writeString(directory.resolve("r1.replay"), "rosa replay record 2\n7 1\n");
    assertEquals(2, run(config, "--validate"));
    assertSaid("router.xml:4: <sessions record>: " + record + ":2: not a record of replay windows");
    assertEquals("rosa replay record 2\n7 1\n", Files.readString(record));
  }

  @Test
  void shouldWarnOfAnOverlayThatIsNotWhatItSeems() throws Exception {
    domain.issue(Role.ROUTER, "brief", Duration.ofDays(10));
    String config =
        """
        <router>
          <identity>domain/brief</identity>
          <code-server>127.0.0.1:7002
            cs1.invalid:7002</code-server>
          <status>192.0.2.1:9101</status>
          <domain skew="2s"
                  suites="HMAC-MD5"/>
          <sessions record="r1.replay"/>
          <overlay listen="0.0.0.0:3323">
            <route to="10.0.2.0/24" via="127.0.0.1:3324"/>
            <route to="10.0.3.0/24"
                   via="127.0.0.1:3323"/>
          </overlay>
        </router>
        """;
    Files.writeString(file, config);
    Set<String> before = files();
    assertEquals(0, run(config, "--validate"), err.toString());
    assertSaid(
        "router.xml:2: warning: <identity> names " + directory.resolve("domain/brief.crt"),
        "router.xml:3: warning: <code-server> is cs1.invalid:7002, a name that does not resolve",
        "router.xml:5: warning: <status> is 192.0.2.1:9101, which is not an address of this",
        "router.xml:7: warning: <domain suites> has only suites with MD5 or SHA1",
        "router.xml:12: warning: <route via> is 127.0.0.1:3323, where this router listens itself");
    assertEquals(file + ": valid, 5 warnings\n", out.toString());
    assertEquals(before, files());
    try (CapturedLog log = CapturedLog.of(RouterSetup.class)) {
      RouterSetup setup = RouterSetup.load(file);
      assertEquals("brief", setup.self().id().name());
      assertEquals(5, log.linesWith("WARN " + file + ":").size());
    }
  }

  @Test
  void shouldWarnOfInterfacesThatAreNotThere() throws IOException {
    String config =
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>127.0.0.1:7002</code-server>
          <interfaces>
            <divert>lo</divert>
            <divert>eth77</divert>
            <divert>eth78</divert>
          </interfaces>
        </router>
        """;
    assertEquals(0, run(config, "--validate"), err.toString());
    assertSaid(
        "router.xml:6: warning: <divert> is 'eth77', expected an interface that",
        "router.xml:7: warning: <divert> is 'eth78', expected an interface that");
    assertEquals(file + ": valid, 2 warnings\n", out.toString());
    assertEquals(
        0,
        run(
            config.replaceAll(
                "(?s)<divert>.*</divert>",
                "<assistant interface='eth79' return-to='02:00:00:00:00:01'/>"),
            "--validate"));
    assertSaid("router.xml:5: warning: <assistant interface> is 'eth79'");
  }
}
