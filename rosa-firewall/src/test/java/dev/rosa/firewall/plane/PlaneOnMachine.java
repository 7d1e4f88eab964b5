package dev.rosa.firewall.plane;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.firewall.plane.layer.nft.BanNetwork;
import dev.rosa.operator.OperatorClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A plane in a process of its own on machine {@code v} of a network, with the kernel's sets. */
final class PlaneOnMachine implements AutoCloseable {

  private static final Pattern IPV4 = Pattern.compile("(?<![:.\\d])(\\d+\\.){3}\\d+");

  private static final String CONFIG =
      """
      <firewall>
        <storage>%s/firewall.db</storage>
        <operators socket="%s"/>
        <reporters socket="%s"><reporter user="root" proofs="handshake none"/></reporters>
        <layers when-gone="keep"><protect>eth0</protect></layers>
        <policy>
          <kinds other="30"/>
          <times ban="1d"/>
          <bounds bans="%d" sources="%d"/>
        </policy>
      </firewall>
      """;

  final BanNetwork net;
  final Path reporters;
  final Path disk;
  private final Path config;
  private final OperatorClient operator;
  private BanNetwork.Program program;

  /**
   * A plane that has not begun. One piece of evidence bans.
   *
   * @param folder for its files; its database is in {@code disk}
   * @param bans most bans
   */
  PlaneOnMachine(Path folder, int bans) throws IOException {
    Path operators = folder.resolve("run/operator.sock");
    this.reporters = folder.resolve("run/evidence.sock");
    this.disk = Files.createDirectory(folder.resolve("disk"));
    this.config =
        Files.writeString(
            folder.resolve("firewall.xml"),
            CONFIG.formatted(disk, operators, reporters, bans, bans / 2));
    this.operator = new OperatorClient(operators, "plane");
    this.net = BanNetwork.create();
  }

  PlaneOnMachine start() throws IOException {
    program = net.program("v", PlaneProgram.class, "-Xmx256m", config.toString());
    return this;
  }

  void kill() throws InterruptedException {
    program.kill();
  }

  /** Bytes of the heap that are in use after a collection. */
  long heapBytes() throws IOException {
    return Long.parseLong(program.say("heap"));
  }

  static ObjectNode request(String command) {
    return JsonNodeFactory.instance.objectNode().put("command", command);
  }

  List<JsonNode> ask(ObjectNode request) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    operator.ask(request, lines::add);
    return lines;
  }

  /** Bans sources for an hour; they are recorded when this returns. */
  void ban(Iterable<String> sources) throws IOException {
    ObjectNode request = request("ban").put("millis", 3_600_000);
    sources.forEach(request.withArray("sources")::add);
    List<JsonNode> unused = ask(request);
  }

  void lift(String source) throws IOException {
    List<JsonNode> unused = ask(request("lift").put("source", source));
  }

  JsonNode status() throws IOException {
    return ask(request("status")).get(0);
  }

  long banned() throws IOException {
    return status().at("/evidence/byVerdict/banned").asLong();
  }

  /** Sources that the plane says to have banned. */
  Set<String> listed() throws IOException {
    return ask(request("list")).stream()
        .map(ban -> ban.path("source").asText())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** IPv4 addresses in the kernel's sets. */
  Set<String> elements() throws Exception {
    String table = net.shell("v", "nft -n list table netdev rosaban_firewall");
    return IPV4.matcher(table)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public void close() {
    net.close();
  }
}
