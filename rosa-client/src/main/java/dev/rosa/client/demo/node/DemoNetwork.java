package dev.rosa.client.demo.node;

import dev.rosa.client.demo.node.DemoDomain.Addresses;
import dev.rosa.client.demo.progress.DemoException;
import dev.rosa.client.demo.progress.Machine;
import dev.rosa.client.demo.progress.ProgressLog;
import dev.rosa.client.demo.progress.Waits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes of the demo's network: servers, two routers, Sources and a Destination. {@link #close}
 * ends those that were started, also after a failure. One thread; {@link #abandon} may come from
 * another one.
 */
public final class DemoNetwork implements AutoCloseable {

  private final DemoDomain domain;
  private final ClassArchives archives;
  private final ProgressLog progressLog;
  private final NodeProcesses processes = new NodeProcesses();
  private final Waits waits;
  private boolean abandoned;

  public DemoNetwork(DemoDomain domain, ClassArchives archives, ProgressLog progressLog) {
    this.domain = domain;
    this.archives = archives;
    this.progressLog = progressLog;
    this.waits = new Waits(progressLog, processes, Machine.own());
  }

  /** Waits for what the nodes do. */
  public Waits patience() {
    return waits;
  }

  /** Starts the nodes, all at once: each waits for those it needs by itself. */
  public void startNodes() throws DemoException {
    Addresses at = domain.addresses();
    startRole("as", "as.xml", "rosa-as/target/rosa-as.jar");
    startRole("cs", "codeserver.xml", "rosa-codeserver/target/rosa-codeserver.jar");
    startRole("r1", "r1.xml", "rosa-router/target/rosa-router.jar");
    startRole("r2", "r2.xml", "rosa-router/target/rosa-router.jar");
    List<String> options = new ArrayList<>(link("--overlay-listen", at.overlayDestination()));
    options.addAll(List.of("--deliver", at.delivery(), "--address", at.destination()));
    startClient("destination", "receive", "bob", options);
  }

  /** Options for the link of a Source or a Destination. */
  private List<String> link(String option, String overlay) {
    return domain.addresses().lab() ? List.of("--link", "kernel") : List.of(option, overlay);
  }

  /** Starts the Source of the audio and the one of the encrypted messages. */
  public void startSources() throws DemoException {
    Addresses at = domain.addresses();
    startSource("source", DemoDomain.TRANSCODER, at.audioIn(), "HMAC-SHA256-128");
    startSource(
        "source-encrypted", DemoDomain.COUNTER, at.messagesIn(), "AES128-CTR+HMAC-SHA256-128");
  }

  private void startRole(String name, String config, String jar) throws DemoException {
    start(name, domain.jar(jar), List.of("--config", domain.file(config).toString()));
  }

  private void startSource(String name, String code, String listen, String suite)
      throws DemoException {
    Addresses at = domain.addresses();
    List<String> options = new ArrayList<>(link("--via", at.overlay1()));
    options.addAll(List.of("--code", code, "--suite", suite, "--recipient", "bob"));
    options.addAll(List.of("--source", at.source(), "--destination", at.destination()));
    options.addAll(List.of("--listen", listen, "--service-port", DemoDomain.SERVICE_PORT));
    startClient(name, "send", "alice", options);
  }

  private void startClient(String name, String command, String user, List<String> options)
      throws DemoException {
    List<String> arguments = new ArrayList<>();
    arguments.add(command);
    arguments.addAll(List.of("--identity", domain.identityPrefix(user).toString()));
    arguments.addAll(List.of("--as", domain.addresses().authorizationServer()));
    arguments.addAll(options);
    start(name, domain.jar("rosa-client/target/rosa.jar"), arguments);
  }

  private synchronized void start(String name, Path jar, List<String> arguments)
      throws DemoException {
    if (abandoned) {
      throw new DemoException(name + " is not started: the demo is ending");
    }
    Path log = domain.file(name + ".log");
    RoleProcess.Jar program = RoleProcess.Jar.of(jar, archives, arguments);
    processes.add(
        domain.addresses().lab()
            ? RoleProcess.startIn(namespace(name), name, log, program)
            : RoleProcess.start(name, log, program));
  }

  private static String namespace(String name) {
    return switch (name) {
      case "as", "cs" -> "mgmt";
      case "destination" -> "dst";
      case "source", "source-encrypted" -> "src";
      default -> name;
    };
  }

  /** Waits until these say that they are ready; all must be alive. */
  public void awaitReady(String... names) throws DemoException, InterruptedException {
    processes.awaitReady(waits, names);
    checkAlive();
  }

  /** Complains about the first that has ended. */
  public void checkAlive() throws DemoException {
    processes.checkAlive();
  }

  /**
   * Ends all of them and keeps what they have learned of their classes, if there is anything new.
   */
  public void keepArchives() throws DemoException, InterruptedException {
    if (!archives.areBeingMade()) {
      return;
    }
    progressLog.line("ending; the nodes keep what will make them start faster next time");
    try {
      archives.keep(processes.end(new Waits(progressLog, () -> {}, Machine.own())));
    } catch (IOException e) {
      progressLog.line("nothing was kept: %s", e.getMessage());
    }
  }

  /** Ends all of them and lets no other start; nothing is kept of what they have learned. */
  public synchronized void abandon() {
    abandoned = true;
    close();
    try {
      archives.discard();
    } catch (IOException e) {
      // Files that are left do no harm, and the next demo removes them.
      return;
    }
  }

  @Override
  public void close() {
    processes.close();
  }
}
