package dev.rosa.network;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.rosa.kernel.link.LinkTable;
import dev.rosa.kernel.link.Offloads;
import dev.rosa.kernel.nft.NftFigures;
import dev.rosa.kernel.nft.NftTable;
import dev.rosa.kernel.nft.NftTables;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Control of this network namespace's links, nft tables and tc filters by the programs {@code ip},
 * {@code nft} and {@code tc}.
 */
public final class LinuxKernel implements Kernel {

  private static final Path SETTINGS = Path.of("/proc/sys/net");

  private static final String NO_SUCH_TABLE = "No such file or directory";

  /** The programs print names as they are, and the kernel takes control characters in names. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS).build();

  private final Program ip;
  private final Program nft;
  private final Program tc;

  /** The tables of the rules that each network namespace has, by priority. */
  private static final Map<Integer, String> OWN_ROUTING_RULES =
      Map.of(0, "local", 32_766, "main", 32_767, "default");

  /** Opened when first used, as long as the process; null before. */
  private NftTables tables;

  private LinkTable linkTable;

  /** States of all links, as of the last change. */
  private List<LinkTable.State> states;

  private LinuxKernel(Program ip, Program nft, Program tc) {
    this.ip = ip;
    this.nft = nft;
    this.tc = tc;
  }

  /**
   * Finds the programs.
   *
   * @throws IOException if one of them is not installed
   */
  public static LinuxKernel open() throws IOException {
    return new LinuxKernel(
        Program.find("ip", "iproute2"),
        Program.find("nft", "nftables"),
        Program.find("tc", "iproute2"));
  }

  @Override
  public KernelSnapshot snapshot(String prefix, WatchedLinks links) throws IOException {
    return KernelSnapshot.of(openTables().state(prefix), links, states());
  }

  private List<LinkTable.State> states() throws IOException {
    if (linkTable == null) {
      linkTable = LinkTable.open();
    }
    boolean hasChanged = linkTable.hasChanged();
    if (hasChanged) {
      states = null;
    }
    if (states == null) {
      states = linkTable.states();
    }
    return states;
  }

  private NftTables openTables() throws IOException {
    if (tables == null) {
      tables = NftTables.open();
    }
    return tables;
  }

  @Override
  public int nftGeneration() throws IOException {
    return openTables().generation();
  }

  @Override
  public boolean hasRoutingRules() throws IOException {
    for (JsonNode rule : JSON.readTree(ip.run("", "-j", "-4", "rule", "show"))) {
      if (!rule.equals(own(rule.path("priority").asInt()))) {
        return true;
      }
    }
    return false;
  }

  /** The rule that each network namespace has under this number, as {@code ip} shows it. */
  private JsonNode own(int priority) {
    return JSON.createObjectNode()
        .put("priority", priority)
        .put("src", "all")
        .put("table", OWN_ROUTING_RULES.getOrDefault(priority, ""));
  }

  @Override
  public List<Link> links() throws IOException {
    return ip.read(LinuxKernel::links, "-j", "-d", "link", "show");
  }

  /**
   * One after the other: a machine may have more than a keeper's memory holds as one text. The
   * kernel takes any bytes for a name or alias, so those that are no UTF-8 are replaced.
   */
  static List<Link> links(InputStream listing) throws IOException {
    List<Link> links = new ArrayList<>();
    Reader text = new InputStreamReader(listing, StandardCharsets.UTF_8);
    try (MappingIterator<JsonNode> all = JSON.readerFor(JsonNode.class).readValues(text)) {
      while (all.hasNextValue()) {
        links.add(link(all.nextValue()));
      }
    }
    return links;
  }

  private static Link link(JsonNode link) {
    return new Link(
        link.path("ifname").asText(),
        link.path("ifindex").asInt(),
        isUp(link.path("flags")),
        link.path("mtu").asInt(),
        link.path("link_type").asText().intern(),
        link.path("address").asText(""),
        link.path("ifalias").asText(""),
        master(link),
        link.path("linkinfo").path("info_kind").asText("").intern(),
        link.path("link").asText(""));
  }

  private static String master(JsonNode link) {
    String kind = link.path("linkinfo").path("info_slave_kind").asText("");
    String name = link.path("master").asText("");
    return name.isEmpty() ? "" : kind + " " + name;
  }

  private static boolean isUp(JsonNode flags) {
    for (JsonNode flag : flags) {
      if (flag.asText().equals("UP")) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<String> table(String family, String name) throws IOException {
    Program.Result result = nft.tryToRun("", "-s", "-t", "list", "table", family, name);
    if (result.exit() == 0) {
      return Optional.of(result.output());
    }
    if (result.error().contains(NO_SUCH_TABLE)) {
      return Optional.empty();
    }
    throw nft.failure(result, "list", "table", family, name);
  }

  @Override
  public List<NftTable> tables(String prefix) throws IOException {
    // Not by 'nft list tables': that reads the elements of all sets of the machine.
    return openTables().named(prefix);
  }

  @Override
  public void nft(String script) throws IOException {
    nft.run(script, "-f", "-");
  }

  @Override
  public NftFigures figures(String table) throws IOException {
    return openTables().figures(table);
  }

  @Override
  public String filters(String link) throws IOException {
    // An interface without a qdisc for what comes in is refused by some versions of tc.
    return tc.tryToRun("", "filter", "show", "dev", link, "ingress").output();
  }

  @Override
  public void tc(String script) throws IOException {
    tc.run(script, "-batch", "-");
  }

  @Override
  public void ip(String... arguments) throws IOException {
    ip.run("", arguments);
  }

  @Override
  public String shown(String... arguments) throws IOException {
    // A routing table without routes is refused.
    return ip.tryToRun("", arguments).output();
  }

  @Override
  public Optional<String> setting(String path) throws IOException {
    try {
      return Optional.of(Files.readString(SETTINGS.resolve(path)).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  @Override
  public void setting(String path, String value) throws IOException {
    Path file = SETTINGS.resolve(path);
    try {
      Files.writeString(file, value);
    } catch (IOException e) {
      throw new IOException("cannot write " + value + " to " + file + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    String[] words = String.valueOf(e.getMessage()).split(": ");
    return words.length > 1
        ? String.join(": ", Arrays.copyOfRange(words, 1, words.length))
        : "permission denied";
  }

  @Override
  public boolean txChecksum(String link) throws IOException {
    return Offloads.txChecksum(link);
  }

  @Override
  public void txChecksum(String link, boolean on) throws IOException {
    Offloads.txChecksum(link, on);
  }
}
