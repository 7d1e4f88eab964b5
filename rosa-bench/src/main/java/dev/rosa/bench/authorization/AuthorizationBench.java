package dev.rosa.bench.authorization;

import dev.rosa.bench.authorization.AuthorizationResult.Point;
import dev.rosa.bench.authorization.AuthorizationResult.Row;
import dev.rosa.bench.display.Progress;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.ServiceRequest;
import dev.rosa.signature.SignatureProviders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measurement of the Authorization Server: each round takes every server once, and beside it what
 * its parts can do at most. A disturbance meets all alike. Requests are signed in between. Owned by
 * one thread.
 */
final class AuthorizationBench {

  /** Requests for each that was answered before: a round may be faster. */
  private static final double RESERVE = 2;

  /** Sessions in a second that no server is slower than, on an idle machine. */
  private static final double SLOWEST = 500;

  /** More answers than a server gives in a second, without work. */
  private static final int MOST_OF_ECHO = 40_000;

  private static final String POSTGRESQL = "PostgreSQL";
  private static final String AS = "as-";

  /** Different requests among those that are only echoed. */
  private static final int ECHOED = 160;

  private final AuthorizationPlan plan;
  private final Progress progress;
  private final List<Subject> subjects = new ArrayList<>();
  private BenchServers servers;
  private SignedRequests requests;
  private ServerProcess echo;
  private List<ServiceRequest> echoed;
  private TwoChecks checks;
  private Optional<ServerProcess> beside = Optional.empty();
  private Optional<StepCaServer> stepCa = Optional.empty();

  /** Certificates in a second of its fastest run so far. */
  private double fastestCertificates = SLOWEST;

  /** Sessions in a second of the fastest run so far. */
  private double fastest = SLOWEST;

  AuthorizationBench(AuthorizationPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** A storage: the server on it, its bare commits, and its rows. */
  private record Subject(String storage, ServerProcess server, BareCommits commits, List<Row> rows)
      implements AutoCloseable {
    @Override
    public void close() {
      commits.close();
    }
  }

  AuthorizationResult run() throws IOException, ConfigException, InterruptedException {
    Path folder = plan.folder();
    try (BenchServers started = BenchServers.start(plan.home(), folder, plan.passwords())) {
      servers = started;
      requests = new SignedRequests(started.server().id());
      try {
        startServers();
        measure();
      } finally {
        stepCa.ifPresent(StepCaServer::close);
        subjects.forEach(Subject::close);
      }
      List<Row> rows = subjects.stream().flatMap(each -> each.rows().stream()).toList();
      return new AuthorizationResult(plan, checks.provider(), rows);
    } finally {
      progress.end();
    }
  }

  private void startServers() throws IOException, ConfigException, InterruptedException {
    Path own = servers.ownJar();
    StorageLocation file = StorageLocation.of(plan.folder().resolve("bare.db"));
    subject(AuthorizationResult.SQLITE, own, "own.db", file);
    if (plan.postgres().isPresent()) {
      StorageLocation database = plan.postgres().get();
      StorageKeyLocation key = StorageKeyLocation.of(plan.folder().resolve("bare.key"));
      String url = database.url().orElseThrow();
      subject(POSTGRESQL, own, url, database.keyedBy(key));
      subject(
          "PostgreSQL, 2 servers", servers.pair(AS + POSTGRESQL, own, url), database.keyedBy(key));
    }
    if (plan.beside().isPresent()) {
      beside = Optional.of(servers.authorizationServer("beside", plan.beside().get(), "beside.db"));
    }
    if (plan.stepCa().isThere()) {
      Path files = plan.folder().resolve(StepCaServer.NAME);
      stepCa = Optional.of(StepCaServer.start(plan.stepCa().file(), files, servers.users().size()));
    }
    echo = servers.echo();
    echoed = repeated(requests.of(servers.users(), ECHOED));
    Path jars = plan.home().resolve("providers");
    checks =
        new TwoChecks(SignatureProviders.in(jars).named(SignatureProviders.AUTO), servers.server());
  }

  private void subject(String storage, Path jar, String name, StorageLocation bare)
      throws IOException, ConfigException, InterruptedException {
    subject(storage, servers.authorizationServer(AS + storage, jar, name), bare);
  }

  private void subject(String storage, ServerProcess server, StorageLocation bare)
      throws ConfigException {
    List<Row> rows = new ArrayList<>();
    plan.callers().forEach(count -> rows.add(new Row(storage, count, new ArrayList<>())));
    subjects.add(new Subject(storage, server, new BareCommits(bare), rows));
  }

  private List<ServiceRequest> repeated(List<ServiceRequest> few) {
    int count = (int) (Math.max(1, plan.seconds()) * MOST_OF_ECHO);
    List<ServiceRequest> many = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      many.add(few.get(i % few.size()));
    }
    return many;
  }

  private void measure() throws IOException, InterruptedException {
    int others = (beside.isPresent() ? 1 : 0) + (stepCa.isPresent() ? 1 : 0);
    double ofOne = plan.seconds() * (2 + 2 * subjects.size() + others);
    progress.expect(
        (1 + subjects.size() + others) * AuthorizationPlan.USUAL_WARM_UP_SECONDS
            + plan.rounds() * plan.callers().size() * ofOne);
    warmUp();
    for (int round = 1; round <= plan.rounds(); round++) {
      for (int i = 0; i < plan.callers().size(); i++) {
        progress.begin(
            "round %d of %d: %d at a time".formatted(round, plan.rounds(), plan.callers().get(i)),
            ofOne);
        measure(i, plan.callers().get(i));
      }
    }
  }

  private void warmUp() throws IOException, InterruptedException {
    for (Subject subject : subjects) {
      warmUp(subject.server());
    }
    if (beside.isPresent()) {
      warmUp(beside.get());
    }
    if (stepCa.isPresent()) {
      warmUp(StepCa.NAME, seconds -> certificates(stepCa.get(), callers(), seconds));
    }
    connect(echo);
    warmUp(echo.name(), seconds -> echo.measure(echoed, callers(), seconds));
  }

  private static int callers() {
    return AuthorizationPlan.JUDGED;
  }

  private void warmUp(ServerProcess server) throws IOException, InterruptedException {
    connect(server);
    warmUp(server.name(), seconds -> sessions(server, callers(), seconds));
  }

  /** Load on one server. */
  private interface Load {
    ServerProcess.Reading of(double seconds) throws IOException, InterruptedException;
  }

  private void warmUp(String name, Load load) throws IOException, InterruptedException {
    progress.begin("warming up " + name, AuthorizationPlan.USUAL_WARM_UP_SECONDS);
    int unused = WarmUp.of(() -> load.of(AuthorizationPlan.WARM_UP_SECONDS));
  }

  /** One after the other: on a busy machine, so many handshakes at once last too long. */
  private void connect(ServerProcess server) throws IOException, InterruptedException {
    List<ServiceRequest> one = requests.of(servers.users(), servers.users().size());
    ServerProcess.Reading unused = server.measure(one, 1, AuthorizationPlan.CONNECT_SECONDS);
  }

  private void measure(int index, int count) throws IOException, InterruptedException {
    double seconds = plan.seconds();
    double echoRate = echo.measure(echoed, count, seconds).rate();
    double checkRate = checks.rate(seconds);
    for (Subject subject : subjects) {
      double commits = subject.commits().rate(count, seconds);
      ServerProcess.Reading own = sessions(subject.server(), count, seconds);
      boolean hasOthers = subject.storage().equals(AuthorizationResult.SQLITE);
      Optional<ServerProcess.Reading> other =
          beside.isPresent() && hasOthers
              ? Optional.of(sessions(beside.get(), count, seconds))
              : Optional.empty();
      Optional<ServerProcess.Reading> issued =
          stepCa.isPresent() && hasOthers
              ? Optional.of(certificates(stepCa.get(), count, seconds))
              : Optional.empty();
      subject
          .rows()
          .get(index)
          .points()
          .add(new Point(own, echoRate, checkRate, commits, other, issued));
    }
  }

  private ServerProcess.Reading certificates(StepCaServer server, int callers, double seconds)
      throws IOException, InterruptedException {
    int enough = (int) (RESERVE * fastestCertificates * seconds);
    ServerProcess.Reading reading = server.measure(enough, callers, seconds);
    fastestCertificates = Math.max(fastestCertificates, reading.rate());
    return reading;
  }

  private ServerProcess.Reading sessions(ServerProcess server, int callers, double seconds)
      throws IOException, InterruptedException {
    int enough = (int) (RESERVE * fastest * seconds);
    ServerProcess.Reading reading =
        server.measure(requests.of(servers.users(), enough), callers, seconds);
    fastest = Math.max(fastest, reading.rate());
    return reading;
  }
}
