package dev.rosa.bench.proxy.way;

import dev.rosa.bench.proxy.ground.WebServer;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Rules of the bench's proxies. The requests of the bench match one of the last, so that none
 * decides early. Stateless.
 */
final class RosaRules {

  /** Of a proxy as the paper's. */
  static final int FEW = 30;

  /** Of a proxy with many. */
  static final int MANY = 10_000;

  /** Lines of a list of URLs. */
  static final int LISTED = 1_000_000;

  private static final int HOSTS = 10;
  private static final int PATHS = 10;

  private static final String OTHERS =
      """
      <rule action="refuse" commands="DELETE TRACE"/>
      <rule action="refuse" from="192.0.2.0/24"/>
      <rule action="refuse" to="198.51.100.0/24"/>
      <rule action="refuse" users="bob" paths="/staff/*"/>
      <rule action="allow" groups="staff" paths="/staff/*"/>
      <rule action="allow" hosts="intranet.example" commands="GET HEAD"/>
      """;

  private RosaRules() {}

  /** The usual ones. */
  static String few() {
    return "<rules default=\"refuse\" log=\"summary\">\n" + usual() + "</rules>\n";
  }

  /** Many, and a list of URLs before them. */
  static String many() {
    StringBuilder rules = new StringBuilder("<lists><list category=\"listed\" file=\"urls.txt\"/>");
    rules.append("</lists>\n<rules default=\"refuse\" log=\"summary\">\n");
    rules.append("<rule action=\"refuse\" categories=\"listed\"/>\n");
    for (int i = 0; i < MANY - FEW - 1; i++) {
      rules.append("<rule action=\"refuse\" hosts=\"h").append(i).append(".example\"/>\n");
    }
    return rules.append(usual()).append("</rules>\n").toString();
  }

  private static String usual() {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < HOSTS; i++) {
      rules.append("<rule action=\"refuse\" hosts=\"*.refused%d.example\"/>\n".formatted(i));
    }
    for (int i = 0; i < PATHS; i++) {
      rules.append("<rule action=\"refuse\" paths=\"/private%d/*\"/>\n".formatted(i));
    }
    rules.append(OTHERS);
    for (String mode : WebServer.FOLDERS) {
      String rule = "<rule name=\"%1$s\" action=\"allow\" paths=\"/%1$s/*\" log=\"%1$s\"/>\n";
      rules.append(rule.formatted(mode));
    }
    return rules
        .append("<rule name=\"web\" action=\"allow\" protocols=\"http ftp\"/>\n")
        .toString();
  }

  /** Writes the list of {@link #many}. */
  static void writeList(Path folder) throws IOException {
    try (Writer list = Files.newBufferedWriter(folder.resolve("urls.txt"))) {
      for (int i = 0; i < LISTED; i++) {
        list.write(String.format(Locale.ROOT, "site%07d.example/x%d%n", i, i % PATHS));
      }
    }
  }
}
