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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The installed CrowdSec with its firewall bouncer, as their packages come: the agent reads the
 * log, the bouncer asks its API every ten seconds. The central API is left out. Owned by one
 * thread.
 */
public final class CrowdSec implements Firewall {

  /** Its name in tables. */
  public static final String NAME = "CrowdSec";

  private static final List<String> PROGRAMS =
      List.of("crowdsec", "cscli", "crowdsec-firewall-bouncer");
  private static final String PATTERNS = "../../etc/crowdsec/patterns";

  /** Of its agent and of its bouncer. */
  private static final String NAME_IN_IT = "bench";

  /** Its local API, in the bench's namespace only. */
  private static final String URL = "http://127.0.0.1:18080/";

  /** Of that API, which no program outside of the namespace reaches. */
  private static final String KEY = "key-of-the-bench";

  private static final Pattern LOGGED_IN = Pattern.compile("POST /v1/watchers/login");
  private static final Pattern PROCESSING = Pattern.compile("Processing new and deleted");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int SOURCES = 2;

  private final Path folder;
  private final Cores cores;
  private RunningProgram agent;
  private RunningProgram bouncer;

  /** One with its files in a folder. */
  public CrowdSec(Path folder, Cores cores) {
    this.folder = folder;
    this.cores = cores;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void open() throws IOException, InterruptedException, AbsentException {
    for (String program : PROGRAMS) {
      if (!Shell.has(program)) {
        throw new AbsentException(
            program + " is not installed: apt-get install crowdsec crowdsec-firewall-bouncer");
      }
    }
    boolean first = !Files.exists(folder.resolve("data/crowdsec.db"));
    CrowdSecFiles.write(folder, patterns());
    try {
      if (first) {
        register();
      }
      start();
    } catch (IOException e) {
      close();
      throw new AbsentException("does not start: " + e.getMessage());
    }
  }

  /** The package's folder of patterns, beside the folder that its program is in. */
  private static Path patterns() throws IOException {
    Path program = Path.of(Shell.run("sh", "-c", "command -v crowdsec").strip());
    return program.getParent().resolve(PATTERNS).normalize();
  }

  /** Tells its database the agent and the bouncer. */
  private void register() throws IOException {
    String credentials = folder.resolve("credentials.yaml").toString();
    cscli("machines", "add", NAME_IN_IT, "--password", KEY, "-f", credentials, "-u", URL);
    cscli("bouncers", "add", NAME_IN_IT, "-k", KEY);
  }

  private void cscli(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of("cscli", "-c"));
    command.add(folder.resolve("config.yaml").toString());
    command.addAll(List.of(words));
    String unused = Shell.run("", command);
  }

  private void start() throws IOException, InterruptedException {
    String config = folder.resolve("config.yaml").toString();
    agent =
        Program.of("crowdsec", cores.onRouter(List.of("crowdsec", "-c", config)))
            .in(folder)
            .start();
    String unused = agent.await(LOGGED_IN, PATIENCE);
    String bouncerConfig = folder.resolve("bouncer.yaml").toString();
    bouncer =
        Program.of(
                "crowdsec-firewall-bouncer",
                cores.onRouter(List.of("crowdsec-firewall-bouncer", "-c", bouncerConfig)))
            .in(folder)
            .start();
    String unusedToo = bouncer.await(PROCESSING, PATIENCE);
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
    return "malformed order of " + source;
  }

  @Override
  public int sources(int many) {
    return SOURCES;
  }

  @Override
  public double patienceSeconds() {
    return 60;
  }

  /** The bouncer removes its tables when it ends. */
  @Override
  public void close() {
    if (bouncer != null) {
      bouncer.close();
      bouncer = null;
    }
    if (agent != null) {
      agent.close();
      agent = null;
    }
  }
}
