package dev.rosa.firewall.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.config.ConfigException;
import dev.rosa.evidence.Proof;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.policy.PolicySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FirewallConfigTest {

  private static final Path ALL_KEYS = Path.of("../config/firewall.xml");

  @TempDir private Path folder;

  @Test
  void shouldReadEveryKeyAndHaveTheDefaultsThatItNames() throws ConfigException {
    FirewallConfig config = FirewallConfig.load(ALL_KEYS);

    PolicySettings read = config.policy().settings();
    PolicySettings usual = PolicyConfig.DEFAULT.settings();
    assertEquals(usual.thresholds(), read.thresholds());
    assertEquals(usual.times(), read.times());
    assertEquals(usual.prefixes(), read.prefixes());
    assertEquals(usual.bounds(), read.bounds());
    assertEquals(usual.halfLife(), read.halfLife());
    assertEquals(
        new LayerSettings(
            "firewall", List.of("eth0", "eth1"), false, LayerSettings.WhenGone.KEEP, 100),
        config.layers().settings());
    assertEquals(2, config.allow().sources().size());
    assertEquals(Set.of(Proof.HANDSHAKE, Proof.NONE), config.reporters().proofs().get("www-data"));
  }

  @Test
  void shouldNameTheLineOfAnAllowedSourceThatIsNone() throws IOException {
    String text = Files.readString(ALL_KEYS).replace("192.0.2.0/28", "192.0.2.1/28");
    Path file = Files.writeString(folder.resolve("firewall.xml"), text);

    ConfigException refusal = assertThrows(ConfigException.class, () -> FirewallConfig.load(file));

    assertTrue(refusal.getMessage().contains("192.0.2.0/28"), refusal.getMessage());
  }

  @Test
  void shouldRefuseThresholdsThatDoNotGrow() throws IOException {
    String text = Files.readString(ALL_KEYS).replace("suspicious=\"15\"", "suspicious=\"26\"");
    Path file = Files.writeString(folder.resolve("firewall.xml"), text);

    assertThrows(ConfigException.class, () -> FirewallConfig.load(file));
  }
}
