package dev.rosa.bench.authorization;

import dev.rosa.bench.measure.Json;
import dev.rosa.client.process.FreePorts;
import dev.rosa.client.process.Program;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * step-ca as a process under load, with an authority of its own and the database that it has by
 * default. Its users have a connection each, over TLS 1.3 and HTTP/2. Owned by one thread.
 */
final class StepCaServer implements AutoCloseable {

  /** Name of its processes. */
  static final String NAME = "step-ca";

  private static final int ISSUED = 201;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final RunningProgram process;
  private final URI sign;
  private final CertificateRequests requests;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<HttpClient> users = new ArrayList<>();

  private StepCaServer(
      RunningProgram process,
      HostPort address,
      CertificateRequests requests,
      SSLContext tls,
      int users) {
    this.process = process;
    this.sign = URI.create("https://" + address + "/1.0/sign");
    this.requests = requests;
    for (int i = 0; i < users; i++) {
      this.users.add(HttpClient.newBuilder().sslContext(tls).executor(threads).build());
    }
  }

  /**
   * Starts it, and takes one certificate for each user.
   *
   * @param folder for its files, which is made
   */
  static StepCaServer start(Path program, Path folder, int users)
      throws IOException, InterruptedException {
    try {
      Files.createDirectories(folder);
      BenchAuthority authority = new BenchAuthority();
      authority.writeTo(folder);
      CertificateRequests requests = new CertificateRequests(users);
      HostPort address = HostPort.parse(FreePorts.find(1).next());
      Path config = folder.resolve("ca.json");
      Files.writeString(config, Json.text(config(folder, address, requests)));
      RunningProgram process =
          Program.of(NAME, List.of(program.toString(), config.toString()))
              .in(folder)
              .with("STEPPATH", folder.toString())
              .start();
      return new StepCaServer(process, address, requests, trusting(authority.root()), users)
          .awaitReady();
    } catch (GeneralSecurityException e) {
      throw new IOException(NAME + " cannot be set up: " + e.getMessage(), e);
    }
  }

  private static Map<String, Object> config(
      Path folder, HostPort address, CertificateRequests requests) {
    return Map.of(
        "root", folder.resolve("root.crt").toString(),
        "crt", folder.resolve("intermediate.crt").toString(),
        "key", folder.resolve("intermediate.key").toString(),
        "address", address.toString(),
        "dnsNames", List.of(address.host()),
        "db", Map.of("type", "badgerv2", "dataSource", folder.resolve("db").toString()),
        "authority", Map.of("provisioners", List.of(requests.provisioner())));
  }

  private static SSLContext trusting(X509Certificate root)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("root", root);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext tls = SSLContext.getInstance("TLSv1.3");
    tls.init(null, trust.getTrustManagers(), null);
    return tls;
  }

  private StepCaServer awaitReady() throws IOException, InterruptedException {
    try {
      process.await("Serving HTTPS");
      connect();
      return this;
    } catch (IOException | InterruptedException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** One after the other. It closes connections that were idle for 15 seconds. */
  private void connect() throws IOException, InterruptedException {
    LoadRun.Answers unused = run(users.size(), 1, AuthorizationPlan.CONNECT_SECONDS);
  }

  /**
   * Takes certificates for a time.
   *
   * @param enough more of them than it issues in that time
   */
  ServerProcess.Reading measure(int enough, int callers, double seconds)
      throws IOException, InterruptedException {
    List<String> bodies = requests.of(enough, sign.toString());
    connect();
    return ServerProcess.measure(List.of(process), () -> run(bodies, callers, seconds));
  }

  private LoadRun.Answers run(int count, int callers, double seconds)
      throws IOException, InterruptedException {
    return run(requests.of(count, sign.toString()), callers, seconds);
  }

  private LoadRun.Answers run(List<String> bodies, int callers, double seconds)
      throws IOException, InterruptedException {
    return LoadRun.of(
        bodies.size(), callers, seconds, (index, reply) -> send(index, bodies.get(index), reply));
  }

  private void send(int index, String body, LoadRun.Reply reply) {
    HttpRequest request =
        HttpRequest.newBuilder(sign)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    var unused =
        users
            .get(index % users.size())
            .sendAsync(request, BodyHandlers.ofString())
            .whenComplete((answer, failure) -> take(answer, failure, reply));
  }

  private static void take(HttpResponse<String> answer, Throwable failure, LoadRun.Reply reply) {
    if (failure != null) {
      reply.failed(failure);
    } else if (answer.statusCode() != ISSUED) {
      reply.failed(
          new IOException(NAME + " answered " + answer.statusCode() + ": " + answer.body()));
    } else {
      reply.answered();
      reply.completed();
    }
  }

  @Override
  public void close() {
    process.close();
    threads.shutdownNow();
  }
}
