package dev.rosa.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Active packets of a source whose rate a firewall plane limits, at a router on its machine. */
@Tag("endtoend")
class LimitedSourceTest {

  private static final Path JAR =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .resolveSibling("rosa-firewall/target/rosa-firewall.jar");

  /** Fewer than the rate of a second, which may come at once. */
  private static final int PACKETS = 9;

  private static final String CONFIG =
      """
      <firewall>
        <storage>plane.db</storage>
        <operators socket="%1$s/operator.sock"/>
        <reporters socket="%1$s/evidence.sock"><reporter user="root" proofs="none"/></reporters>
        <layers when-gone="lift" limit-per-second="10"/>
        <policy><kinds other="100"/><times limit="10m"/><bounds limits="8"/></policy>
      </firewall>
      """;

  @TempDir Path folder;

  private static String[] plane(Path config, String... command) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = new ArrayList<>(List.of("on", "r1", java, "-XX:TieredStopAtLevel=1"));
    words.addAll(List.of("-XX:+DisableAttachMechanism", "-jar", JAR.toString()));
    words.addAll(List.of("--config", config.toString()));
    words.addAll(List.of(command));
    return words.toArray(String[]::new);
  }

  @Test
  void shouldForwardActivePacketsOfALimitedSourceUpToItsRate() throws Exception {
    Path own =
        Files.createDirectory(
            folder.resolve("plane"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path config = Files.writeString(own.resolve("firewall.xml"), CONFIG.formatted(own));
    try (NetLab lab = StarLab.start(Files.createDirectory(folder.resolve("lab")))) {
      RunningProgram plane = lab.start(plane(config)).await(" ready ");
      String unused =
          lab.run(plane(config, "report", "10.0.1.2", "--kind", "SCAN", "--interface", "r0"));
      Await.until(
          "the source to be limited",
          () -> lab.run(plane(config, "list")).contains("10.0.1.2") && plane.isAlive());
      ForeignSender foreign = new ForeignSender(lab, folder);
      JsonNode session = foreign.session("--code", "counter");
      ArrayNode packets = ForeignSender.list();
      for (int sequence = 1; sequence <= PACKETS; sequence++) {
        packets.add(ForeignSender.packet(session, sequence, "packet " + sequence));
      }
      foreign.send(packets);
      Await.until(
          () -> "all packets at r2" + lab.described("r1") + lab.described("r2"),
          () -> lab.count("r2", "packets", "received") == PACKETS);
    }
  }
}
