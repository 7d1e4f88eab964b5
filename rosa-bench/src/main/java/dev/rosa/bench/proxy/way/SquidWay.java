package dev.rosa.bench.proxy.way;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.proxy.ground.WayMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Squid with one process, without a cache and a log. Owned by one thread. */
public final class SquidWay extends ProgramWay {

  /** Its name in tables. */
  public static final String NAME = "Squid";

  private static final String CONFIG =
      """
      acl denied urlpath_regex ^/denied
      http_access deny denied
      http_access allow all
      http_port 3129
      http_port %1$d intercept
      cache deny all
      cache_mem 0 MB
      access_log none
      cache_log stdio:%2$s/cache.log
      pid_filename none
      coredump_dir %2$s
      host_verify_strict off
      via off
      forwarded_for transparent
      shutdown_lifetime 0 seconds
      workers 1
      pinger_enable off
      visible_hostname bench
      dns_nameservers 127.0.0.1
      """;

  public SquidWay(Path folder, Cores cores) {
    super(NAME, folder, cores);
  }

  @Override
  public void open(WayMachine machine) throws IOException, InterruptedException, AbsentException {
    require("squid", "squid");
    Files.createDirectories(folder());
    Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxrwxrwx"));
    Path config = folder().resolve("squid.conf");
    Files.writeString(config, CONFIG.formatted(PORT, folder()));
    redirect(machine);
    // It will not run as root, and here no user is another one's: it gets a namespace more.
    start(
        machine,
        List.of("unshare", "--user", "--map-user=65534", "squid", "-N", "-f", config.toString()));
  }

  @Override
  public boolean isCompiledWhileItRuns() {
    return false;
  }
}
