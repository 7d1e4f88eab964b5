package dev.rosa.firewall.plane.layer.nft;

import dev.rosa.firewall.plane.allow.Surroundings;
import dev.rosa.firewall.plane.ban.Ban;
import dev.rosa.firewall.plane.ban.Source;
import dev.rosa.firewall.plane.layer.Enforcement;
import dev.rosa.firewall.plane.layer.LayerReport;
import dev.rosa.firewall.plane.layer.LayerSettings;
import dev.rosa.firewall.plane.layer.LayerSettings.WhenGone;
import dev.rosa.kernel.nft.NftTables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An enforcement in a program of its own, which a test moves into a network of its own: it does
 * what lines on standard input say, and answers each with one line.
 */
final class EnforcementProgram {

  private static final int MOST_SOURCES = 150_000;
  private static final PrintStream OUT = System.out;

  /** Wanted bans by source and action. */
  private final Map<String, Ban> wanted = new LinkedHashMap<>();

  private final Set<Source> allowed = new HashSet<>();

  private NftEnforcement enforcement;
  private int disturbances;
  private String disturbance = "";

  private EnforcementProgram() {}

  public static void main(String[] args) throws IOException {
    EnforcementProgram program = new EnforcementProgram();
    EchoServers echo = args[0].equals("servers") ? EchoServers.start() : null;
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    OUT.println("ready");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      OUT.println(program.answer(line.split(" "), echo));
    }
  }

  private String answer(String[] words, EchoServers echo) {
    try {
      return switch (words[0]) {
        case "begin" -> begin(words);
        case "ban" -> enforce(Ban.Action.DROP, words);
        case "ban-later" -> later(words[1], Integer.parseInt(words[2]));
        case "limit" -> enforce(Ban.Action.LIMIT, words);
        case "lift" -> lift(words[1]);
        case "disturb" ->
            disturb(
                Integer.parseInt(words[1]),
                String.join(" ", List.of(words).subList(2, words.length)));
        case "allow" -> allow(words[1]);
        case "many" -> many(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
        case "forget" -> forget();
        case "mend" -> Boolean.toString(enforcement.mend());
        case "report" -> text(enforcement.report());
        case "keeper" -> keeperView();
        case "never" -> new Surroundings().read().toString();
        case "remove" -> String.join(" ", NftEnforcement.remove());
        case "connections" -> Integer.toString(echo.connections());
        case "close" -> close();
        default -> "unknown";
      };
    } catch (IOException e) {
      return "refused: " + e.getMessage();
    }
  }

  /** Name, fate at the end, MACs or not, rate, interfaces. */
  private String begin(String... words) throws IOException {
    LayerSettings settings =
        new LayerSettings(
            words[1],
            List.of(words).subList(5, words.length),
            words[3].equals("macs"),
            WhenGone.valueOf(words[2]),
            Integer.parseInt(words[4]));
    enforcement = NftEnforcement.of(settings, InstantSource.system(), MOST_SOURCES);
    enforcement.begin(
        new Enforcement.WantedBans() {
          @Override
          public Collection<Ban> inForce() {
            disturb();
            return wanted.values();
          }

          @Override
          public boolean isNeverBanned(Source source) {
            return allowed.contains(source);
          }
        });
    return "done";
  }

  /** Has another program change rules each time the enforcement asks for bans, so many times. */
  private String disturb(int times, String change) {
    disturbances = times;
    disturbance = change;
    return "done";
  }

  private void disturb() {
    if (disturbances == 0) {
      return;
    }
    disturbances--;
    try {
      Process nft = new ProcessBuilder("nft", disturbance).start();
      if (nft.waitFor() != 0) {
        throw new IllegalStateException("nft: " + nft.exitValue());
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private String allow(String source) {
    allowed.add(Source.parse(source));
    return "done";
  }

  private Ban ban(Ban.Action action, String source, long seconds) {
    long now = System.currentTimeMillis();
    Ban ban = new Ban(Source.parse(source), action, now, now + 1_000 * seconds, "test");
    wanted.put(source + action, ban);
    return ban;
  }

  private String enforce(Ban.Action action, String... words) throws IOException {
    enforcement.enforce(List.of(ban(action, words[1], Integer.parseInt(words[2]))));
    return "done";
  }

  /** A ban that the next begin is to put in force. */
  private String later(String source, long seconds) {
    Ban unused = ban(Ban.Action.DROP, source, seconds);
    return "done";
  }

  private String lift(String source) throws IOException {
    List<Ban> bans = new ArrayList<>();
    for (Ban.Action action : Ban.Action.values()) {
      Ban ban = wanted.remove(source + action);
      if (ban != null) {
        bans.add(ban);
      }
    }
    enforcement.lift(bans);
    return "done";
  }

  /** Bans so many addresses, so many at a time; how many a second. */
  private String many(String network, int count, int atOnce) throws IOException {
    List<Ban> bans = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String address = "%s.%d.%d.%d".formatted(network, i >> 16, i >> 8 & 255, i & 255);
      bans.add(ban(Ban.Action.DROP, address, 3_600));
    }
    long began = System.nanoTime();
    for (int from = 0; from < count; from += atOnce) {
      enforcement.enforce(bans.subList(from, Math.min(count, from + atOnce)));
    }
    return Long.toString(count * 1_000_000_000L / (System.nanoTime() - began));
  }

  private String forget() {
    wanted.clear();
    return "done";
  }

  private static String text(LayerReport report) {
    String counts =
        report.counts().stream()
            .map(count -> count.layer() + "=" + count.packets())
            .collect(Collectors.joining(" "));
    String layers =
        report.interfaces().stream()
            .map(one -> one.interfaceName() + ":" + one.layer())
            .sorted()
            .collect(Collectors.joining(" "));
    String passedBy =
        report.interfaces().stream()
            .filter(one -> one.why().equals(LayerReport.PASSED_BY))
            .map(one -> " passed-by=" + one.interfaceName())
            .collect(Collectors.joining());
    return Arrays.toString(new String[] {counts, layers, "restored=" + report.restored()})
        + passedBy;
  }

  /** What a router's keeper compares: equal bytes do not wake it. */
  private static String keeperView() throws IOException {
    try (NftTables tables = NftTables.open()) {
      ByteBuffer state = tables.state("rosa_");
      return state.remaining() + " bytes, hash " + state.hashCode();
    }
  }

  private String close() throws IOException {
    enforcement.close();
    return "done";
  }
}
