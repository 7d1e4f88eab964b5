package dev.rosa.proxy;

import dev.rosa.command.HangUp;
import dev.rosa.config.ConfigException;
import dev.rosa.config.Problem;
import dev.rosa.config.Problems;
import dev.rosa.operator.NamedRequests;
import dev.rosa.operator.OperatorRequests;
import dev.rosa.operator.OperatorSocket;
import dev.rosa.packetio.RingPacketIo;
import dev.rosa.proxy.cache.KernelCache;
import dev.rosa.proxy.divert.CacheDescriptors;
import dev.rosa.proxy.divert.ProxyDiversion;
import dev.rosa.proxy.journal.ConnectionLogFile;
import dev.rosa.proxy.login.LoggedIn;
import dev.rosa.proxy.login.page.LoginService;
import dev.rosa.proxy.packet.ProxyWorker;
import dev.rosa.proxy.packet.ProxyWorkers;
import dev.rosa.proxy.policy.Relays;
import dev.rosa.proxy.policy.RulesInForce;
import dev.rosa.proxy.rules.InterfacesConfig;
import dev.rosa.proxy.rules.LoadedRules;
import dev.rosa.proxy.rules.LoginConfig;
import dev.rosa.proxy.rules.ProxyConfig;
import dev.rosa.proxy.status.ProxyMetrics;
import dev.rosa.proxy.status.ProxyStatus;
import dev.rosa.proxy.url.Scheme;
import dev.rosa.role.RunningRole;
import dev.rosa.serving.RegularTask;
import dev.rosa.serving.StatusPage;
import dev.rosa.serving.StatusService;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Proxy that runs: its workers, its rules, its status pages. */
final class RunningProxy extends RunningRole {
  /** Bytes that may be repeated have one of so many parts of the heap. */
  private static final int PARTS_OF_HEAP = 8;

  private static final Logger LOG = LoggerFactory.getLogger(RunningProxy.class);
  private static final Duration CLOCK_EVERY = Duration.ofSeconds(1);

  /** A worker has failed: closing could save nothing. */
  private static final int FAILED = 1;

  private final Path file;
  private final LoadedRules loaded;
  private final ProxyDiversion diversion;
  private final SecureRandom random = new SecureRandom();
  private final RulesInForce rules;
  private Optional<KernelCache> cache = Optional.empty();

  private RunningProxy(Path file, LoadedRules loaded, ProxyDiversion diversion) {
    super(InstantSource.system());
    this.file = file;
    this.loaded = loaded;
    this.diversion = diversion;
    rules = new RulesInForce(loaded, ZoneId.systemDefault(), InstantSource.system().instant());
  }

  /**
   * Begins to judge and logs the ready line.
   *
   * @param file of the configuration, for a reload
   * @param loaded what it says now; it has interfaces
   */
  static RunningProxy start(Path file, LoadedRules loaded, ProxyDiversion diversion)
      throws ConfigException, IOException {
    return started(new RunningProxy(file, loaded, diversion));
  }

  @Override
  protected void begin() throws IOException {
    InterfacesConfig interfaces = loaded.config().interfaces();
    LoginNews news = new LoginNews();
    ProxyAssembly assembly = assembly(news);
    cache = cache(assembly);
    ProxyWorkers workers =
        opened(
            ProxyWorkers.attach(
                diversion, setup(interfaces, assembly), () -> Runtime.getRuntime().halt(FAILED)));
    news.attach(workers);
    Relays relays = ProxyRelays.start(loaded.config(), diversion, rules, assembly, workers);
    opened(relays.ftp());
    opened(relays.http());
    opened(
        RegularTask.start(
            "clock", CLOCK_EVERY, LOG, "cannot look at the clock", this::lookAtClock));
    ProxyStatus status =
        new ProxyStatus(
            interfaces.name(),
            vitals(),
            workers,
            relays,
            assembly.login(),
            assembly.logFile(),
            diversion,
            cache);
    ProxyMetrics metrics = new ProxyMetrics(status);
    Optional<StatusService> pages =
        serveStatus(
            loaded.config().status(),
            loaded.config().statusNames(),
            StatusPage.all(status::page, metrics::scrape, status::obstacle));
    workers.start();
    serveOperators(assembly, workers, relays, status);
    HangUp.survive(() -> hangUp(assembly.login()));
    LOG.info(
        "ready name={} clients={} servers={} assistant-link={} workers={} rules={} status={}",
        interfaces.name(),
        String.join(",", interfaces.clients()),
        String.join(",", interfaces.servers()),
        interfaces.assistant().peer(),
        workers.size(),
        loaded.rules().rules().size(),
        pages.map(StatusService::toString).orElse("none"));
  }

  private Optional<KernelCache> cache(ProxyAssembly assembly) throws IOException {
    CacheDescriptors descriptors = diversion.cache();
    if (!descriptors.obstacle().isEmpty()) {
      LOG.info("no cache of verdicts in the kernel: {}", descriptors.obstacle());
      return Optional.empty();
    }
    CachedPolicy policy = new CachedPolicy(rules, assembly.loggedIn());
    KernelCache kernel = opened(KernelCache.of(descriptors.numbers(), policy, System::nanoTime));
    kernel.tick();
    return Optional.of(kernel);
  }

  private void lookAtClock() {
    if (rules.tick(InstantSource.system().instant())) {
      cache.ifPresent(KernelCache::clear);
    }
    cache.ifPresent(KernelCache::tick);
  }

  /** Puts others in force; verdicts of those before end with that. */
  private void replace(LoadedRules others) {
    if (cache.isPresent()) {
      cache.get().clear(() -> rules.replace(others));
    } else {
      rules.replace(others);
    }
  }

  private ProxyAssembly assembly(LoggedIn.Listener news) throws IOException {
    ProxyConfig config = loaded.config();
    Optional<LoginService> login = Optional.empty();
    if (config.login() != null) {
      login =
          Optional.of(
              opened(LoginService.start(config.login(), loaded.users().places(), news, LOG)));
    }
    Optional<ConnectionLogFile> log = Optional.empty();
    if (config.log() != null) {
      log = Optional.of(opened(ConnectionLogFile.open(config.log())));
    }
    ProxyAssembly assembly = new ProxyAssembly(login, log);
    return assembly;
  }

  private void serveOperators(
      ProxyAssembly assembly, ProxyWorkers workers, Relays relays, ProxyStatus status)
      throws IOException {
    ProxyConfig config = loaded.config();
    if (config.operators() == null) {
      return;
    }
    boolean withQueries = config.log() != null && config.log().queries();
    Map<String, OperatorRequests> requests = new HashMap<>(assembly.requests());
    requests.putAll(
        new ProxyRequests(
                workers, relays, status::json, withQueries, () -> reload(assembly.login()))
            .byCommand());
    opened(OperatorSocket.open(config.operators().socket(), new NamedRequests(requests)));
  }

  private ProxyWorker.Setup setup(InterfacesConfig interfaces, ProxyAssembly assembly) {
    return new ProxyWorker.Setup(
        rules,
        assembly.loggedIn(),
        assembly.log(),
        schemes(interfaces.ports()),
        interfaces.clients().size(),
        Math.max(1, interfaces.connections() / interfaces.workers()),
        interfaces.perClient(),
        RingPacketIo.LONGEST_PACKET,
        Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP / interfaces.workers(),
        interfaces.loginPage(),
        random.nextLong(),
        InstantSource.system(),
        cache);
  }

  private static Map<Integer, Scheme> schemes(InterfacesConfig.Ports ports) {
    Map<Integer, Scheme> schemes = new HashMap<>();
    InterfacesConfig.Ports.numbers(ports.http()).forEach(port -> schemes.put(port, Scheme.HTTP));
    InterfacesConfig.Ports.numbers(ports.https()).forEach(port -> schemes.put(port, Scheme.HTTPS));
    InterfacesConfig.Ports.numbers(ports.telnet())
        .forEach(port -> schemes.put(port, Scheme.TELNET));
    return schemes;
  }

  private void hangUp(Optional<LoginService> login) {
    try {
      int unused = reload(login);
    } catch (MistakesException e) {
      // The log has them already.
      LOG.error(MistakesException.WHAT);
    } catch (IOException e) {
      LOG.error("{}", ConfigException.oneLine(e));
    }
  }

  /** The configuration has mistakes; the message names the first. */
  private static final class MistakesException extends IOException {
    static final String WHAT =
        "the rules in force stay as they are, as the configuration has mistakes";

    private static final long serialVersionUID = 1L;

    MistakesException(String first) {
      super(WHAT + ": " + first);
    }
  }

  /**
   * Reads the rules again, and puts all of them in force or none.
   *
   * @return how many are in force
   * @throws IOException in one line if the file has mistakes, which the log has
   */
  private synchronized int reload(Optional<LoginService> login) throws IOException {
    Problems problems = new Problems(file);
    Optional<LoadedRules> read = LoadedRules.read(file, problems, random.nextLong(), rules.users());
    problems.all().forEach(problem -> LOG.warn("{}", problem));
    List<Problem> mistakes = problems.all().stream().filter(p -> !p.isWarning()).toList();
    if (read.isEmpty() || !mistakes.isEmpty()) {
      throw new MistakesException(
          mistakes.stream().findFirst().map(String::valueOf).orElse(file.toString()));
    }
    LoadedRules others = read.get();
    ProxyRelays.requireSameWays(loaded.config(), others.config());
    if (login.isEmpty()) {
      replace(others);
    } else {
      LoginConfig given = others.config().login();
      LoginConfig limits = given == null ? loaded.config().login() : given;
      login.get().reload(limits, others.users().places(), () -> replace(others));
    }
    int count = others.rules().rules().size();
    LOG.info("{} rules are in force, read from {}", count, file);
    return count;
  }
}
