package dev.rosa.client.demo.node;

import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.config.HostPort;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Maker of the lab's folder before a node is started: identities and configuration files. The
 * addresses are those of the lab's namespaces, always the same, and exist only there.
 */
final class LabDomain {

  static final String AUTHORIZATION_SERVER = "10.9.0.1:7001";
  static final String CODE_SERVER = "10.9.0.2:7002";
  private static final String SECOND_AUTHORIZATION_SERVER = "10.9.0.3:7001";
  private static final String SECOND_CODE_SERVER = "10.9.0.4:7002";

  /** Address of the database of several servers, on the loopback of {@code mgmt}. */
  static final HostPort DATABASE = new HostPort("127.0.0.1", 5432);

  static final String STATUS_1 = "10.9.0.11:9101";
  static final String STATUS_2 = "10.9.0.12:9101";

  private static final String CODE = "    <code name=\"${name}\" bundle=\"${bundle}\"/>\n";

  /** Both ways, so that either side can answer. */
  private static final String RULE =
      """
          <rule user="alice" code="${name}" from="10.0.1.0/24" to="10.0.2.0/24" max-window="1h"
                permissions="read modify drop state"/>
          <rule user="alice" code="${name}" from="10.0.2.0/24" to="10.0.1.0/24" max-window="1h"
                permissions="read modify drop state"/>
          <rule user="alice" code="${name}" from="fd01::/64" to="fd02::/64" max-window="1h"
                permissions="read modify drop state"/>
          <rule user="alice" code="${name}" from="fd02::/64" to="fd01::/64" max-window="1h"
                permissions="read modify drop state"/>
      """;

  private final DomainFolder folder;
  private final Path home;
  private final Map<String, Path> codes;
  private final int servers;

  /**
   * A domain to be made.
   *
   * @param directory empty
   * @param home where ROSA was built
   * @param codes each code's bundle
   * @param servers of each role: 1 on SQLite, or 2 on PostgreSQL
   */
  LabDomain(Path directory, Path home, Map<String, Path> codes, int servers) {
    this.folder = new DomainFolder(directory);
    this.home = home;
    this.codes = codes;
    this.servers = servers;
  }

  /** Makes it. */
  void create(int workers) throws DemoException {
    try {
      folder.issueIdentities(
          DemoDomain.NUMBER,
          servers,
          List.of("r1", "r2"),
          List.of("alice", "bob", "carol", "mallory"));
      writeConfigurations(workers);
    } catch (IdentityException e) {
      throw new DemoException(e.getMessage(), e);
    } catch (IOException e) {
      throw new DemoException(folder.directory() + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private void writeConfigurations(int workers) throws IOException {
    StringBuilder bundles = new StringBuilder();
    StringBuilder rules = new StringBuilder();
    for (Map.Entry<String, Path> code : codes.entrySet()) {
      Map<String, String> values =
          Map.of("name", code.getKey(), "bundle", code.getValue().toString());
      bundles.append(Template.fill(CODE, values));
      rules.append(Template.fill(RULE, values));
    }
    String as = Template.read("lab-as.xml").replace("${codes}", bundles).replace("${rules}", rules);
    String cs = Template.read("lab-codeserver.xml");
    write("as.xml", server(as, "as1", AUTHORIZATION_SERVER));
    write("codeserver.xml", server(cs, "cs1", CODE_SERVER));
    if (servers == 2) {
      write("as2.xml", server(as, "as2", SECOND_AUTHORIZATION_SERVER));
      write("codeserver2.xml", server(cs, "cs2", SECOND_CODE_SERVER));
    }
    write("r1.xml", router("r1", STATUS_1, workers, true, codeServers()));
    write("r2.xml", router("r2", STATUS_2, workers, true, codeServers()));
    write("providers.xml", Template.providers(home));
  }

  private List<String> codeServers() {
    return List.of(CODE_SERVER, SECOND_CODE_SERVER).subList(0, servers);
  }

  /** A server's configuration file. */
  private String server(String template, String name, String listen) {
    String list =
        codeServers().stream()
            .map("    <code-server>%s</code-server>%n"::formatted)
            .collect(Collectors.joining());
    return Template.fill(
            template.replace("${code-servers}", list), Map.of("name", name, "listen", listen))
        .replace("${storage}", storage(name.substring(0, 2)));
  }

  private String storage(String role) {
    if (servers == 1) {
      return "<storage>%s.db</storage>".formatted(role);
    }
    return """
    <storage>jdbc:postgresql://%s/postgres?user=rosa</storage>
      <storage-key>file:%s.key</storage-key>\
    """
        .formatted(DATABASE, role);
  }

  /** A router's configuration file in a lab with one Code Server. */
  static String router(String name, String status, int workers, boolean fetch) throws IOException {
    return router(name, status, workers, fetch, List.of(CODE_SERVER));
  }

  /**
   * A router's configuration file.
   *
   * @param fetch whether codes are fetched before packets ask for them
   */
  private static String router(
      String name, String status, int workers, boolean fetch, List<String> codeServers)
      throws IOException {
    Map<String, String> values =
        Map.of(
            "router",
            name,
            "status",
            status,
            "workers",
            Integer.toString(workers),
            "fetch",
            Boolean.toString(fetch),
            "code-servers",
            String.join(" ", codeServers));
    return Template.fill(Template.read("lab-router.xml"), values);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(file(file), text);
  }

  Path file(String name) {
    return folder.file(name);
  }

  Path jar(String pathInHome) {
    return home.resolve(pathInHome);
  }

  Map<String, Path> codes() {
    return codes;
  }

  Identity identity(String name) throws DemoException {
    try {
      return folder.identity(name);
    } catch (IdentityException e) {
      throw new DemoException(e.getMessage(), e);
    }
  }
}
