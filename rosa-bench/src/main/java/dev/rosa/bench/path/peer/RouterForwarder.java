package dev.rosa.bench.path.peer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.bench.domain.BenchDomain;
import dev.rosa.bench.domain.BenchRouter;
import dev.rosa.bench.namespace.BenchNetwork;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.client.process.FreePorts;
import dev.rosa.client.process.JavaHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Forwarding by this project's router, as its launcher starts it, on its own core. */
public final class RouterForwarder implements Forwarder {

  public static final String NAME = "router";

  private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

  private final BenchDomain domain;
  private final Cores cores;
  private final String status;
  private BenchRouter router;
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
    String parts =
        """
          <providers>%s</providers>
          <domain skew="2s" suites="%s"/>
          <prewarm limit="10s" fetch="true"/>
          <interfaces><divert>r0</divert><divert>r1</divert></interfaces>
        """
            .formatted(domain.home().resolve("config/providers.xml"), BenchDomain.suites());
    BenchNetwork.cutUp();
    started++;
    BenchRouter.Launch launch =
        new BenchRouter.Launch(JavaHome.current(), flags(), cores::onRouter);
    router = BenchRouter.start(domain, status, parts, launch);
    long unused = router.awaitReady();
    router.awaitCatalogue();
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
    Map<String, Long> drops = new TreeMap<>();
    router.status().path("drops").properties().forEach(drop -> put(drops, drop));
    return drops;
  }

  /** Bytes that its workers have allocated so far; empty if its JVM does not count them. */
  public OptionalLong allocatedBytes() throws IOException, InterruptedException {
    JsonNode bytes = router.status().path("allocatedBytes");
    return bytes.isIntegralNumber() ? OptionalLong.of(bytes.asLong()) : OptionalLong.empty();
  }

  private static void put(Map<String, Long> drops, Map.Entry<String, JsonNode> drop) {
    if (drop.getValue().asLong() > 0) {
      drops.put(drop.getKey(), drop.getValue().asLong());
    }
  }

  @Override
  public List<Long> pids() {
    return List.of(router.process().pid());
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
    if (router != null) {
      router.close();
      router = null;
    }
    BenchNetwork.leaveWhole();
  }
}
