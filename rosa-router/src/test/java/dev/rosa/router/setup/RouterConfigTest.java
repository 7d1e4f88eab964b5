package dev.rosa.router.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.firewall.divert.Interfaces;
import dev.rosa.wire.active.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterConfigTest {

  private static final String LEAST =
      """
      <router>
        <identity>r1</identity>
        <code-server>127.0.0.1:7002</code-server>
        <overlay listen="127.0.0.1:3323"/>
      </router>
      """;

  @TempDir private Path directory;

  private RouterConfig load(String content) throws ConfigException {
    Path file = directory.resolve("router.xml");
    try {
      return RouterConfig.load(Files.writeString(file, content));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private String refusal(String content) {
    ConfigException refused = assertThrows(ConfigException.class, () -> load(content));
    return refused.getMessage().replace(directory + "/", "");
  }

  @Test
  void shouldTakeDefaultsWhenOnlyRequiredKeysAreThere() throws ConfigException {
    RouterConfig config = load(LEAST);
    assertEquals(directory.resolve("r1"), config.identity());
    assertEquals(List.of(new HostPort("127.0.0.1", 7002)), config.codeServers());
    assertNull(config.providers());
    assertEquals("127.0.0.1:9101", config.status().toString());
    assertEquals(Duration.ofSeconds(2), config.domain().skew());
    assertEquals(16, config.domain().leastHopLimit());
    assertFalse(config.domain().dropsForeignDomain());
    assertFalse(config.domain().dropsRefusedCode());
    assertEquals(
        EnumSet.of(
            Suite.HMAC_SHA256, Suite.AES128_CTR_HMAC_SHA256, Suite.AES256_GMAC, Suite.AES256_GCM),
        config.domain().acceptedSuites());
    assertTrue(config.publishers().accept("anybody"));
    assertEquals(1 << 20, config.maxBundle().bytes());
    assertEquals(9216, config.packets().maxSize().bytesAsInt());
    assertEquals(64, config.packets().batch());
    assertEquals(65_536, config.sessions().max());
    assertEquals(1L << 30, config.sessions().maxBytes().bytes());
    assertEquals(new RouterConfig.Parked(256, 4096, Duration.ofSeconds(5)), config.parking());
    assertEquals(Duration.ofSeconds(5), config.prewarm().atMost());
    assertTrue(config.prewarm().isOn());
    assertFalse(config.prewarm().fetch());
    assertEquals(List.of(), config.overlay().routes());
  }

  @Test
  void shouldReadTheExampleAsTheDefaultsItClaims() throws ConfigException {
    RouterConfig example = RouterConfig.load(Path.of("../config/router.xml"));
    RouterConfig defaults = load(LEAST);
    assertEquals(defaults.packets(), example.packets());
    assertEquals(defaults.parking(), example.parking());
    assertEquals(defaults.sessions().max(), example.sessions().max());
    assertEquals(defaults.sessions().maxBytes(), example.sessions().maxBytes());
    assertEquals(defaults.prewarm(), example.prewarm());
    assertFalse(defaults.dropsWhenStale());
    assertFalse(example.dropsWhenStale());
    assertNull(defaults.state());
    assertEquals(
        Path.of(example.sessions().record() + ".state").toAbsolutePath().normalize(),
        example.state().toAbsolutePath().normalize());
    assertEquals(defaults.status(), example.status());
    assertEquals(defaults.maxBundle(), example.maxBundle());
    assertEquals(defaults.domain().skew(), example.domain().skew());
    assertEquals(defaults.domain().leastHopLimit(), example.domain().leastHopLimit());
    assertEquals(defaults.domain().acceptedSuites(), example.domain().acceptedSuites());
    assertTrue(example.publishers().accept("carol"));
    assertFalse(example.publishers().accept("mallory"));
    assertEquals(2, example.overlay().routes().size());
    assertEquals("providers.xml", example.providers().getFileName().toString());
  }

  @Test
  void shouldTakePrewarmingAsItIsWanted() throws ConfigException {
    Prewarm off =
        load(LEAST.replace("<overlay", "<prewarm limit='off' fetch='true'/>\n<overlay")).prewarm();
    assertFalse(off.isOn());
    assertTrue(off.fetch());
    Prewarm brief = load(LEAST.replace("<overlay", "<prewarm limit='250ms'/>\n<overlay")).prewarm();
    assertEquals(Duration.ofMillis(250), brief.atMost());
    assertFalse(brief.fetch());
  }

  @Test
  void shouldTakeSeveralCodeServersAndDecisionsWhenGiven() throws ConfigException {
    RouterConfig config =
        load(
            LEAST
                .replace("127.0.0.1:7002", "cs1.example:7002 [::1]:7012")
                .replace(
                    "<overlay",
                    "<domain skew='0s' suites='HMAC-MD5' least-hop-limit='2' foreign-domain='drop'"
                        + " refused-code='drop' behind-headers='drop'/>\n<overlay"));
    assertEquals(2, config.codeServers().size());
    assertEquals("cs1.example", config.codeServers().get(0).host());
    assertEquals(EnumSet.of(Suite.HMAC_MD5), config.domain().acceptedSuites());
    assertEquals(2, config.domain().leastHopLimit());
    assertTrue(config.domain().dropsForeignDomain());
    assertTrue(config.domain().dropsRefusedCode());
    assertTrue(config.domain().dropsBehindHeaders());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "256", "many"})
  void shouldRefuseALeastHopLimitThatNoPacketCouldHaveOrGoOnWith(String least) {
    String message =
        refusal(LEAST.replace("<overlay", "<domain least-hop-limit='" + least + "'/><overlay"));
    assertTrue(
        message.endsWith(
            "<domain least-hop-limit> is '%s', expected a TTL or hop limit from 2 to 255"
                .formatted(least)),
        message);
  }

  @Test
  void shouldTakeDefaultsOfInterfacesWhenOnlyLinksAreGiven() throws ConfigException {
    RouterConfig config =
        load(
            LEAST.replace(
                "<overlay listen=\"127.0.0.1:3323\"/>",
                "<interfaces><divert>r0</divert><divert>br-lan.2</divert></interfaces>"));
    assertNull(config.overlay());
    Interfaces interfaces = config.interfaces();
    assertEquals(List.of("r0", "br-lan.2"), interfaces.divert());
    assertEquals(1, interfaces.workers());
    assertFalse(interfaces.dropsWhenGone());
    assertEquals(Duration.ofSeconds(1), interfaces.silence());
    assertEquals(
        new Interfaces.Assistant("rosa0", "rosa1", null, null, null), interfaces.assistant());
    assertFalse(interfaces.assistant().isElsewhere());
  }

  @Test
  void shouldTakeEverythingThatCanBeSaidOfInterfaces() throws ConfigException {
    RouterConfig config =
        load(
            LEAST.replace(
                "<overlay listen=\"127.0.0.1:3323\"/>",
                "<interfaces workers='4' when-gone='drop' silence='2s'><divert>r0</divert>"
                    + "<assistant link='a0' peer='a1' return-mark='0x7'/></interfaces>"));
    assertEquals(4, config.interfaces().workers());
    assertTrue(config.interfaces().dropsWhenGone());
    assertEquals(Duration.ofSeconds(2), config.interfaces().silence());
    assertEquals("a1", config.interfaces().assistant().peer());
    assertEquals("0x7", config.interfaces().assistant().returnMark());
  }

  @Test
  void shouldTakeAnAssistantBehindAnInterface() throws ConfigException {
    RouterConfig config =
        load(
            LEAST.replace(
                "<overlay listen=\"127.0.0.1:3323\"/>",
                "<interfaces><assistant interface='eth1' return-to='02:00:00:00:00:01'/>"
                    + "</interfaces>"));
    assertTrue(config.interfaces().assistant().isElsewhere());
    assertEquals("eth1", config.interfaces().assistant().onInterface());
    assertEquals("02:00:00:00:00:01", config.interfaces().assistant().returnTo());
    assertEquals(List.of(), config.interfaces().divert());
  }

  @Test
  void shouldRefuseTwoWaysInAsASessionWouldHaveTwoReplayWindows() {
    String both = "<interfaces><divert>r0</divert></interfaces>\n<overlay";
    String message = refusal(LEAST.replace("<overlay", both));
    assertTrue(
        message.endsWith(": there is both <interfaces> and <overlay>, expected one of them"),
        message);
  }

  @Test
  void shouldRefuseRouterWithoutAnyLink() {
    String message = refusal(LEAST.replace("  <overlay listen=\"127.0.0.1:3323\"/>\n", ""));
    assertTrue(
        message.endsWith(": there is neither <interfaces> nor <overlay>, expected one of them"),
        message);
    assertTrue(message.startsWith("router.xml:1: "), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | '' | <interfaces> has no <divert>, expected the name of at least one interface",
        "workers='65' | <divert>r0</divert> | <interfaces workers> is 65, expected 1 to 64",
        "silence='200ms' | <divert>r0</divert> | <interfaces silence> is 200ms, expected a time"
            + " from 500ms to 1m",
        "'' | <divert>r0</divert><divert>r0</divert> | <divert> is interface r0, which is named"
            + " twice, expected it once",
        "'' | <divert>r0</divert><assistant link='r0'/> | <assistant link> is interface r0, which"
            + " is named twice, expected it once",
        "'' | <divert>r0</divert><assistant link='a' peer='a'/> | <assistant peer> is interface a,"
            + " which is named twice, expected it once",
        "'' | <divert>r0</divert><assistant interface='e'/> | <assistant> has interface or"
            + " return-to alone, expected both or none",
        "'' | <assistant interface='e' return-to='02:00:00:00:00:01' link='a'/> | <assistant link>"
            + " is of a link within this machine, and interface of two, expected one of them",
        "'' | <divert>r0</divert><assistant return-mark='0x0'/> | <assistant return-mark> is '0x0',"
            + " expected a number from 0x1 to 0xffffffff",
        "'' | <divert>r0</divert><assistant interface='e' return-to='02:00:00:00:00:01'/> |"
            + " <divert> is of the machine that forwards, which is another one as <assistant"
            + " interface> says, expected none here",
        "when-gone='drop' | <assistant interface='e' return-to='02:00:00:00:00:01'/> |"
            + " <interfaces when-gone> is of the machine that forwards, which is another one as"
            + " <assistant interface> says, expected none here"
      })
  void shouldNameLineAndReasonWhenInterfacesDoNotFit(
      String attributes, String elements, String reason) {
    String interfaces = "<interfaces %s>%s</interfaces>".formatted(attributes, elements);
    String message =
        refusal(LEAST.replace("  <overlay listen=\"127.0.0.1:3323\"/>", "  " + interfaces));
    assertEquals("router.xml:4: " + reason, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | <divert>sixteen-letters0</divert>",
        "'' | <divert>a b</divert>",
        "'' | <divert>a/b</divert>",
        "'' | <divert>\"; flush ruleset</divert>",
        "'' | <divert/>",
        "when-gone='maybe' | <divert>r0</divert>",
        "silence='0s' | <divert>r0</divert>",
        "workers='0' | <divert>r0</divert>",
        "colour='red' | <divert>r0</divert>",
        "'' | <divert>r0</divert><assistant link=''/>",
        "'' | <assistant interface='e' return-to='02:00:00:00:00'/>",
        "'' | <assistant interface='e' return-to='03:00:00:00:00:01'/>"
      })
  void shouldNameLineWhenSchemaRefusesInterfaces(String attributes, String elements) {
    String interfaces = "<interfaces %s>%s</interfaces>".formatted(attributes, elements);
    String message =
        refusal(LEAST.replace("  <overlay listen=\"127.0.0.1:3323\"/>", "  " + interfaces));
    assertTrue(message.startsWith("router.xml:4: "), message);
    assertTrue(message.contains("expected"), message);
    assertEquals(1, message.lines().count(), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<parking per-code='300' total='256'/> | <parking per-code> is 300 and total 256, expected"
            + " at most as many",
        "<parking timeout='2m'/> | <parking timeout> is 2m, expected a time of at most 1m",
        "<packets batch='4096'/> | <packets batch> is 4096, expected 1 to 1024",
        "<packets max-size='64KiB'/> | <packets max-size> is 64KiB, expected a size from 576B to"
            + " 65535B",
        "<prewarm limit='2m'/> | <prewarm limit> is 2m, expected a time of at most 1m, or off",
        "<domain skew='1h'/> | <domain skew> is 1h, expected a time of at most 5m",
        "<max-bundle>1B</max-bundle> | <max-bundle> is 1B, expected a size from 1KiB to 16MiB",
        "<sessions max='20000000'/> | <sessions max> is 20000000, expected 1 to 16777216",
        "<sessions max-bytes='255KiB'/> | <sessions max-bytes> is 255KiB and <packets batch> 64,"
            + " expected at least 256KiB for so many",
        "<sessions max='63'/> | <sessions max> is 63 and <packets batch> 64, expected at least as"
            + " many"
      })
  void shouldNameLineAndReasonWhenValuesDoNotFit(String element, String reason) {
    String message = refusal(LEAST.replace("  <overlay", "  " + element + "\n  <overlay"));
    assertEquals("router.xml:4: " + reason, message);
  }

  @ParameterizedTest
  @CsvSource({
    "<domain skew='5 parsecs'/>, 4",
    "<sessions max='0'/>, 4",
    "<prewarm limit='0s'/>, 4",
    "<prewarm limit='soon'/>, 4",
    "<prewarm fetch='maybe'/>, 4",
    "<prewarm fetch='yes' colour='red'/>, 4",
    "<domain suites='ROT13'/>, 4",
    "<domain foreign-domain='eat'/>, 4",
    "<colour>red</colour>, 4",
    "<status>nowhere</status>, 4"
  })
  void shouldNameLineWhenSchemaRefuses(String element, int line) {
    String message = refusal(LEAST.replace("  <overlay", "  " + element + "\n  <overlay"));
    assertTrue(message.startsWith("router.xml:" + line + ": "), message);
    assertTrue(message.contains("expected"), message);
  }

  @Test
  void shouldRefuseWhenTwoRoutesHaveOnePrefix() {
    String routes =
        """
          <overlay listen="127.0.0.1:3323">
            <route to="10.0.2.0/24" via="127.0.0.1:1"/>
            <route to="%s" via="127.0.0.1:2"/>
          </overlay>
        """;
    String before = LEAST.substring(0, LEAST.indexOf("  <overlay"));
    String twice = refusal(before + routes.formatted("10.0.2.0/24") + "</router>");
    assertTrue(twice.startsWith("router.xml:6: "), twice);
    assertTrue(twice.contains("10.0.2.0/24"), twice);

    String ipv6 = before + routes.replace("10.0.2.0/24", "2001:db8::/32");
    String spelled = refusal(ipv6.formatted("2001:0db8::/32") + "</router>");
    assertEquals(
        "router.xml:6: <route to> is 2001:db8:0:0:0:0:0:0/32, to which another route leads,"
            + " expected one route to it",
        spelled);
  }

  @Test
  void shouldRefuseRouteWhenItsAddressesAreNone() {
    String route = "<overlay listen='127.0.0.1:3323'><route to='%s' via='%s'/></overlay>";
    for (String[] bad : new String[][] {{"10.0.2.1/24", "127.0.0.1:1"}, {"::/0", "127.0.0.1:0"}}) {
      String message =
          refusal(
              LEAST.replace(
                  "<overlay listen=\"127.0.0.1:3323\"/>", route.formatted(bad[0], bad[1])));
      assertTrue(message.startsWith("router.xml:4: "), message);
      assertTrue(message.contains("expected"), message);
    }
  }
}
