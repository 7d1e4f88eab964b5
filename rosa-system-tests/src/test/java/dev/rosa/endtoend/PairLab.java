package dev.rosa.endtoend;

import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A lab with two Authorization Servers and two Code Servers, all on one PostgreSQL database: as1,
 * as2, cs1, cs2.
 */
final class PairLab implements AutoCloseable {

  private final LabPostgres postgres;
  private final Lab lab;
  private final Map<String, String> statuses = new HashMap<>();

  private PairLab(LabPostgres postgres, Lab lab) {
    this.postgres = postgres;
    this.lab = lab;
  }

  /** Starts all nodes; {@code overlay} is where the last router sends. */
  static PairLab start(Path folder, String overlay) throws Exception {
    LabPostgres postgres = LabPostgres.start(folder.resolve("postgresql"));
    PairLab pair =
        new PairLab(
            postgres,
            Lab.create(
                Files.createDirectory(folder.resolve("lab")), overlay, LabAddresses.ofPairs()));
    try {
      pair.writeFiles();
      pair.start();
      return pair;
    } catch (Throwable e) {
      System.err.println(pair.lab.tails());
      pair.close();
      throw e;
    }
  }

  private void writeFiles() throws Exception {
    DomainAuthority authority = DomainAuthority.open(lab.files().file("domain"));
    authority.issue(Role.AS, "as2", DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    authority.issue(Role.CODESERVER, "cs2", DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    for (int i = 1; i <= 2; i++) {
      write("as.xml", "as", authorizationServers().get(i - 1), i);
      write("codeserver.xml", "cs", split(lab.at().codeServer()).get(i - 1), i);
      Path router = lab.files().file("r" + i + ".xml");
      Files.writeString(
          router,
          Files.readString(router)
              .replace(lab.at().codeServer(), lab.at().codeServer().replace(',', ' ')));
    }
  }

  private void write(String from, String name, HostPort listen, int number) throws Exception {
    String text =
        bothCodeServers(from)
            .replace(
                "<domain skew=\"1s\"/>",
                "<domain skew=\"1s\"/><quota max-sessions=\"0\" max-requests-per-minute=\"0\"/>")
            .replace("domain/" + name + "1", "domain/" + name + number)
            .replaceFirst("<listen>[^<]*", "<listen>" + listen)
            .replaceFirst(
                "<storage>[^<]*</storage>",
                "<storage>"
                    + postgres.url()
                    + "</storage><storage-key>file:"
                    + name
                    + ".key</storage-key><status>"
                    + status(name + number)
                    + "</status>");
    Files.writeString(lab.files().file(name + number + ".xml"), text);
  }

  /** Address of the status page of as1, as2, cs1 or cs2. */
  String status(String server) {
    return statuses.computeIfAbsent(server, any -> LabAddresses.one());
  }

  private String bothCodeServers(String file) throws Exception {
    String list = lab.at().codeServer();
    return Files.readString(lab.files().file(file))
        .replace(
            "<code-server>" + list + "</code-server>",
            "<code-server>" + list.replace(",", "</code-server><code-server>") + "</code-server>");
  }

  private static List<HostPort> split(String list) {
    return Arrays.stream(list.split(",")).map(HostPort::parse).toList();
  }

  private void start() throws Exception {
    for (String node : List.of("as1", "as2", "cs1", "cs2")) {
      startServer(node);
    }
    lab.startRouter("r1");
    lab.startRouter("r2");
    lab.awaitReady();
    lab.publishAndAwait();
  }

  /** Starts as1, as2, cs1 or cs2. */
  RunningProgram startServer(String name) {
    return name.startsWith("as") ? lab.startAuthorizationServer(name) : lab.startCodeServer(name);
  }

  List<HostPort> authorizationServers() {
    return split(lab.at().authorizationServer());
  }

  LabPostgres postgres() {
    return postgres;
  }

  Lab lab() {
    return lab;
  }

  @Override
  public void close() throws IOException {
    lab.close();
    postgres.close();
  }
}
