package dev.rosa.bench.firewall.rate;

import dev.rosa.bench.namespace.AbsentException;
import dev.rosa.bench.namespace.Cores;
import dev.rosa.bench.namespace.Shell;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The installed fail2ban, as its package comes: its own way of watching a log, its own action for
 * nftables. Only the jail is of the bench; one line about a source bans it. Owned by one thread.
 */
public final class Fail2ban implements Firewall {

  /** Its name in tables. */
  public static final String NAME = "fail2ban";

  private static final Path PACKAGED = Path.of("/etc/fail2ban");

  private static final String SERVER =
      """
      [Definition]
      loglevel = INFO
      logtarget = STDOUT
      syslogsocket = auto
      socket = %1$s/fail2ban.sock
      pidfile = %1$s/fail2ban.pid
      dbfile = None
      dbmaxmatches = 10
      dbpurgeage = 1d
      """;

  private static final String JAIL =
      """
      [DEFAULT]
      ignorecommand =
      [bench]
      enabled = true
      filter = bench
      backend = auto
      logpath = %1$s/service.log
      maxretry = 1
      findtime = 600
      bantime = 3600
      ignoreself = false
      action = nftables-allports[name=bench, protocol=udp]
      """;

  private static final String FILTER =
      """
      [Definition]
      failregex = ^\\s*malformed order of <HOST>$
      ignoreregex =
      datepattern = ^%%Y-%%m-%%d %%H:%%M:%%S
      """;

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private static final Pattern STARTED = Pattern.compile("Jail 'bench' started");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SOURCES = 10;

  private final Path folder;
  private final Cores cores;
  private RunningProgram server;

  /**
   * One with its files in a folder.
   *
   * @param folder that goes with the bench
   */
  public Fail2ban(Path folder, Cores cores) {
    this.folder = folder;
    this.cores = cores;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() throws IOException, InterruptedException, AbsentException {
    if (!Shell.has("fail2ban-server") || !Files.isDirectory(PACKAGED)) {
      throw new AbsentException("is not installed: apt-get install fail2ban");
    }
    Files.createDirectories(folder.resolve("filter.d"));
    Path actions = folder.resolve("action.d");
    if (!Files.exists(actions)) {
      Files.createSymbolicLink(actions, PACKAGED.resolve("action.d"));
    }
    Files.writeString(folder.resolve("fail2ban.conf"), SERVER.formatted(folder));
    Files.writeString(folder.resolve("jail.conf"), JAIL.formatted(folder));
    Files.writeString(folder.resolve("filter.d/bench.conf"), FILTER);
    Files.writeString(reports(), "");
    List<String> command = List.of("fail2ban-server", "-f", "-x", "-c", folder.toString(), "start");
    server = Program.of(NAME, cores.onRouter(command)).in(folder).start();
    try {
      String unused = server.await(STARTED, PATIENCE);
    } catch (IOException e) {
      close();
      throw new AbsentException("does not start: " + e.getMessage());
    }
  }

  @Override
  public Path reports() {
    return folder.resolve("service.log");
  }

  @Override
  public boolean isSocket() {
    return false;
  }

  @Override
  public String evidence(String source) {
    return LocalDateTime.now(ZoneId.systemDefault()).format(STAMP)
        + " malformed order of "
        + source;
  }

  @Override
  public int sources(int many) {
    return SOURCES;
  }

  @Override
  public double patienceSeconds() {
    return 20;
  }

  /** Its server removes its table when it ends. */
  @Override
  public void close() {
    if (server != null) {
      server.close();
      server = null;
    }
  }
}
