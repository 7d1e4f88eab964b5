package dev.rosa.bench.proxy.way;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.ground.WayMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** HAProxy with one thread, which splices what it need not read. Owned by one thread. */
public final class HaProxyWay extends ProgramWay {

  /** Its name in tables. */
  public static final String NAME = "HAProxy";

  private static final String CONFIG =
      """
      global
        nbthread 1
        maxconn 4096
      defaults
        mode http
        timeout connect 5s
        timeout client 60s
        timeout server 60s
        option splice-auto
        option splice-request
        option splice-response
        http-reuse never
      frontend clients
        bind :%d transparent
        http-request deny if { path_beg /denied }
        use_backend web
      backend web
        server web %s:80
      """;

  public HaProxyWay(Path folder, Cores cores) {
    super(NAME, folder, cores);
  }

  @Override
  public void open(WayMachine machine) throws IOException, InterruptedException, AbsentException {
    require("haproxy", "haproxy");
    Files.createDirectories(folder());
    Path config = folder().resolve("haproxy.cfg");
    Files.writeString(config, CONFIG.formatted(PORT, machine.serverAddress()));
    intercept(machine);
    start(machine, List.of("haproxy", "-f", config.toString(), "-db"));
  }

  @Override
  public boolean isCompiledWhileItRuns() {
    return false;
  }
}
