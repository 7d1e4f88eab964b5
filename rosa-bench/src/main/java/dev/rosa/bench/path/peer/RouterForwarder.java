package dev.rosa.bench.path.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.path.namespace.BenchNetwork;
import dev.rosa.bench.path.namespace.Cores;
import dev.rosa.client.process.FreePorts;
import dev.rosa.client.process.JavaHome;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** This project's router, as its launcher starts it, on its own core. */
public final class RouterForwarder implements Forwarder {

  public static final String NAME = "router";

  private static final Pattern READY = Pattern.compile("\\bready name=");
  private static final Pattern CATALOGUE = Pattern.compile("catalogue \\d+: [1-9]");
  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private final BenchDomain domain;
  private final Cores cores;
  private final String status;
  private final HttpClient http = HttpClient.newHttpClient();
  private RunningProgram process;
  private int started;

  public RouterForwarder(BenchDomain domain, Cores cores) throws IOException {
    this.domain = domain;
    this.cores = cores;
    this.status = FreePorts.find(1).next();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() throws IOException, InterruptedException {
    Files.writeString(
        domain.folder().resolve("r1.xml"),
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>%s</code-server>
          <providers>%s</providers>
          <status>%s</status>
          <domain skew="2s" suites="%s"/>
          <prewarm limit="10s" fetch="true"/>
          <interfaces><divert>r0</divert><divert>r1</divert></interfaces>
        </router>
        """
            .formatted(
                domain.codeServer(),
                domain.home().resolve("config/providers.xml"),
                status,
                BenchDomain.suites()));
    BenchNetwork.cutUp();
    started++;
    Path jar = domain.jar("rosa-router/target/rosa-router.jar");
    List<String> command = JavaHome.current().command(flags(), jar, List.of("--config", "r1.xml"));
    process = Program.of("router", cores.onRouter(command)).in(domain.folder()).start();
    process.await(READY);
    process.await(CATALOGUE);
  }

  /** As the launcher's, and a log of collections. */
  private List<String> flags() throws IOException {
    List<String> flags = new ArrayList<>();
    if (Files.isReadable(HUGE_PAGES) && !Files.readString(HUGE_PAGES).contains("[never]")) {
      flags.add("-XX:+UseTransparentHugePages");
    }
    flags.add("-Xlog:gc*:file=" + gcLog());
    return flags;
  }

  private Path gcLog() {
    return domain.folder().resolve("gc-" + started + ".log");
  }

  /** The JVM's log of collections, so far. */
  public List<String> collections() throws IOException {
    return Files.readAllLines(gcLog());
  }

  /** Drops by reason so far, those that never happened left out. */
  public Map<String, Long> drops() throws IOException, InterruptedException {
    URI page = URI.create("http://" + status + "/status");
    String body = http.send(HttpRequest.newBuilder(page).build(), BodyHandlers.ofString()).body();
    JsonNode status = new ObjectMapper().readTree(body);
    Map<String, Long> drops = new TreeMap<>();
    status.path("drops").properties().forEach(drop -> put(drops, drop));
    return drops;
  }

  private static void put(Map<String, Long> drops, Map.Entry<String, JsonNode> drop) {
    if (drop.getValue().asLong() > 0) {
      drops.put(drop.getKey(), drop.getValue().asLong());
    }
  }

  @Override
  public List<Long> pids() {
    return List.of(process.pid());
  }

  /** Its JVM compiles in steps, between which the rate stands still. */
  @Override
  public double warmUpSeconds() {
    return 5;
  }

  @Override
  public boolean isForActivePackets() {
    return true;
  }

  @Override
  public void close() throws IOException {
    if (process != null) {
      process.close();
      process = null;
    }
    BenchNetwork.leaveWhole();
  }
}
