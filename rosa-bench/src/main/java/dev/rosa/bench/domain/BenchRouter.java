package dev.rosa.bench.domain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The router of a bench's domain, each time as a process of its own. {@link #close} ends it. Owned
 * by one thread.
 */
public final class BenchRouter implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("\\bready name=");
  private static final Pattern CATALOGUE = Pattern.compile("catalogue \\d+: [1-9]");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final RunningProgram process;
  private final URI page;

  private BenchRouter(RunningProgram process, URI page) {
    this.process = process;
    this.page = page;
  }

  /**
   * Starts it.
   *
   * @param parts of its XML beside identity, Code Server and status page
   * @param status address of its status page
   */
  public static BenchRouter start(BenchDomain domain, String status, String parts, Launch launch)
      throws IOException {
    Files.writeString(
        domain.folder().resolve("r1.xml"),
        """
        <router>
          <identity>domain/r1</identity>
          <code-server>%s</code-server>
          <status>%s</status>
        %s</router>
        """
            .formatted(domain.codeServer(), status, parts));
    Path jar = domain.jar("rosa-router/target/rosa-router.jar");
    List<String> command =
        launch.java().command(launch.flags(), jar, List.of("--config", "r1.xml"));
    RunningProgram process =
        Program.of("router", launch.pinned().apply(command)).in(domain.folder()).start();
    return new BenchRouter(process, URI.create("http://" + status + "/status"));
  }

  /**
   * Way to start a router's process.
   *
   * @param flags of its JVM
   * @param pinned makes the command that is run
   */
  public record Launch(JavaHome java, List<String> flags, UnaryOperator<List<String>> pinned) {}

  /** Waits for its ready line, and returns the time since it was launched. */
  public long awaitReady() throws IOException, InterruptedException {
    process.await(READY);
    return System.nanoTime() - process.launchedNanos();
  }

  /** Waits until it has a catalogue with codes. */
  public void awaitCatalogue() throws IOException, InterruptedException {
    process.await(CATALOGUE);
  }

  /** Its status page. */
  public JsonNode status() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(page).build();
    return JSON.readTree(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
  }

  /** The process. */
  public RunningProgram process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
  }
}
