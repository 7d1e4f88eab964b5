package dev.rosa.client.demo.node;

import dev.rosa.bundle.BundleLimits;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Machine;
import dev.rosa.client.demo.progress.ProgressLog;
import dev.rosa.client.demo.progress.Waits;
import dev.rosa.client.endpoint.CallFailedException;
import dev.rosa.client.endpoint.PublicationClient;
import dev.rosa.client.process.TemporaryPostgres;
import dev.rosa.config.BoundedFile;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nodes of the lab: makes their domain, starts each in an existing network namespace, publishes the
 * codes, and ends them. Authorization Server and Code Server are in {@code mgmt}, like this
 * process, and the routers in {@code r1} and {@code r2}. {@link #close} ends those that were
 * started, also after a failure. One thread.
 */
public final class LabNodes implements AutoCloseable {

  private final LabDomain domain;
  private final ProgressLog progressLog;
  private final NodeProcesses processes = new NodeProcesses();
  private final Waits waits;
  private final Settings settings;
  private final ClassArchives archives;
  private TemporaryPostgres database;

  private LabNodes(LabDomain domain, ProgressLog progressLog, Settings settings) {
    this.domain = domain;
    this.progressLog = progressLog;
    this.waits = new Waits(progressLog, processes, Machine.own());
    this.settings = settings;
    this.archives = new ClassArchives(settings.home(), false);
  }

  /**
   * Settings of the nodes.
   *
   * @param directory empty; gets identities, configurations and logs
   * @param home where ROSA was built
   * @param codes further codes beside the examples, by name, with their bundles
   * @param routers whether r1 and r2 are active routers; else they only forward
   * @param workers of each router
   * @param servers of each role: 1 on SQLite, or 2 on a PostgreSQL server of the lab's own
   */
  public record Settings(
      Path directory,
      Path home,
      Map<String, Path> codes,
      boolean routers,
      int workers,
      int servers) {}

  /** Makes the domain, starts its nodes, publishes the codes; returns when packets may flow. */
  public static LabNodes start(Settings settings, PrintWriter progressLog)
      throws DemoException, InterruptedException {
    Map<String, Path> codes = new TreeMap<>(settings.codes());
    for (String example : new String[] {DemoDomain.TRANSCODER, DemoDomain.COUNTER}) {
      String jar = "examples/%s/target/%s.jar".formatted(example, example);
      codes.put(example, settings.home().resolve(jar));
    }
    LabDomain domain =
        new LabDomain(settings.directory(), settings.home(), codes, settings.servers());
    domain.create(settings.workers());
    LabNodes nodes = new LabNodes(domain, new ProgressLog(progressLog), settings);
    try {
      nodes.start();
      return nodes;
    } catch (DemoException | InterruptedException e) {
      nodes.close();
      throw e;
    }
  }

  private void start() throws DemoException, InterruptedException {
    if (settings.servers() > 1) {
      startDatabase();
    }
    progressLog.line("starting Authorization Server and Code Server in mgmt");
    startRole("cs", "mgmt", "codeserver.xml", "rosa-codeserver");
    startRole("as", "mgmt", "as.xml", "rosa-as");
    if (settings.routers()) {
      progressLog.line("starting r1 and r2");
      startRole("r1", "r1", "r1.xml", "rosa-router");
      startRole("r2", "r2", "r2.xml", "rosa-router");
    }
    processes.awaitReady(waits, "cs");
    publish();
    processes.awaitAllReady(waits);
    if (settings.servers() > 1) {
      startSecondServers();
    }
    if (settings.routers()) {
      new StatusPage("r1", LabDomain.STATUS_1, waits).awaitCatalogue(domain.codes().size());
      new StatusPage("r2", LabDomain.STATUS_2, waits).awaitCatalogue(domain.codes().size());
    }
    progressLog.line("all nodes are ready");
  }

  private void startDatabase() throws DemoException, InterruptedException {
    progressLog.line("starting PostgreSQL in mgmt");
    try {
      database =
          TemporaryPostgres.startInOwnNetwork(
              settings.directory().resolve("postgresql"), LabDomain.DATABASE);
    } catch (IOException e) {
      throw new DemoException(e.getMessage(), e);
    }
  }

  /** After the first ones, which make the tables and the storage keys. */
  private void startSecondServers() throws DemoException, InterruptedException {
    progressLog.line("starting as2 and cs2 in mgmt");
    startRole("cs2", "mgmt", "codeserver2.xml", "rosa-codeserver");
    startRole("as2", "mgmt", "as2.xml", "rosa-as");
    processes.awaitReady(waits, "cs2", "as2");
  }

  private void startRole(String name, String namespace, String config, String module)
      throws DemoException {
    Path jar = domain.jar(module + "/target/" + module + ".jar");
    List<String> arguments = List.of("--config", domain.file(config).toString());
    Path log = domain.file(name + ".log");
    RoleProcess.Jar program = RoleProcess.Jar.of(jar, archives, arguments);
    RoleProcess process = RoleProcess.startIn(namespace, name, log, program);
    processes.add(process);
    notePid(process);
  }

  /** For the commands of the lab's prompt. */
  private void notePid(RoleProcess process) throws DemoException {
    try {
      Files.writeString(domain.file(process.name() + ".pid"), process.pid() + "\n");
    } catch (IOException e) {
      throw new DemoException(e.getMessage(), e);
    }
  }

  private void publish() throws DemoException, InterruptedException {
    HostPort server = HostPort.parse(LabDomain.CODE_SERVER);
    try (PublicationClient publisher =
        PublicationClient.open(server, domain.identity("carol"), InstantSource.system())) {
      for (Map.Entry<String, Path> code : domain.codes().entrySet()) {
        byte[] bundle = bundle(code.getValue());
        waits.answer(
            "the Code Server to admit " + code.getKey(),
            () -> publisher.publish(code.getKey(), bundle));
      }
    } catch (CallFailedException | IOException e) {
      throw new DemoException(e.getMessage(), e);
    }
    progressLog.line("published %s", String.join(", ", domain.codes().keySet()));
  }

  private static byte[] bundle(Path file) throws IOException {
    return BoundedFile.require(file, BundleLimits.defaults().bundleBytes());
  }

  /** The pids of the nodes' processes, by name. */
  public Map<String, Long> pids() {
    return processes.pids();
  }

  @Override
  public void close() {
    processes.close();
    try {
      if (database != null) {
        database.close();
      }
    } catch (IOException e) {
      progressLog.line("PostgreSQL's data remain: %s", e.getMessage());
    }
  }
}
