package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.client.endpoint.AuthorizationClient;
import dev.rosa.client.endpoint.PublicationClient;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.config.HostPort;
import dev.rosa.control.v1.CodeDescription;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CompiledBundle;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills (SIGKILL) of each role at random steps of its work: nothing that was acknowledged is lost,
 * and every start finds its storage whole. {@code -Drosa.kills=N} kills each N times.
 */
@Tag("endtoend")
class KillTest {

  private static final int KILLS = Integer.getInteger("rosa.kills", 2);
  private static final int CLEAN_STARTS = 3;
  private static final double MOST_CLEAN_STARTS = 3;
  private static final int MOST_PAUSE_MILLIS = 300;
  private static final Figures FIGURES = Figures.of("kill").put("kills", KILLS);

  @TempDir static Path folder;
  private static Lab lab;
  private final Random random = new Random(KILLS);

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, LabAddresses.one());
    lab.start();
  }

  @AfterAll
  static void end() throws Exception {
    lab.close();
    FIGURES.write();
  }

  @Test
  void shouldKeepEverySessionWhenAuthorizationServerIsKilled() throws Exception {
    HostPort address = HostPort.parse(lab.at().authorizationServer());
    Identity alice = Identity.load(lab.files().identity("alice"));
    try (AuthorizationClient client = AuthorizationClient.open(address, alice, new SecureRandom());
        Work<Long> sessions =
            Work.begin(
                lab::tails, () -> client.request(LabAudit.counter()).parameters().session())) {
      double ratio =
          kill(
              "as",
              lab::startAuthorizationServer,
              sessions::awaitMore,
              () -> assertStored(sessions.acknowledged()));
      records("as.db").assertVerifies(folder);
      FIGURES
          .put("as.acknowledged", sessions.acknowledged().size())
          .put("as.lost", lost(sessions.acknowledged()))
          .putRatio("as.ready-to-clean-start", ratio, MOST_CLEAN_STARTS);
    }
  }

  private static void assertStored(List<Long> sessions) throws Exception {
    assertEquals(List.of("ok"), texts("as.db", "PRAGMA integrity_check"));
    assertEquals(0, lost(sessions), "sessions that were granted and are not stored");
  }

  private static long lost(List<Long> sessions) throws Exception {
    Set<String> stored = Set.copyOf(texts("as.db", "SELECT session FROM sessions"));
    return sessions.stream().filter(session -> !stored.contains(session.toString())).count();
  }

  @Test
  void shouldKeepEveryCodeWhenCodeServerIsKilled() throws Exception {
    HostPort address = HostPort.parse(lab.at().codeServer());
    Identity carol = Identity.load(lab.files().identity("carol"));
    try (PublicationClient client =
        PublicationClient.open(address, carol, InstantSource.system())) {
      Publisher publisher = new Publisher(client);
      try (Work<String> acts = Work.begin(lab::tails, publisher)) {
        double ratio =
            kill(
                "cs",
                lab::startCodeServer,
                acts::awaitMore,
                () -> publisher.assertStored(KillTest::standing));
        FIGURES
            .put("codeserver.acknowledged", acts.acknowledged().size())
            .put("codeserver.lost", publisher.lost(KillTest::standing))
            .putRatio("codeserver.ready-to-clean-start", ratio, MOST_CLEAN_STARTS);
      }
    }
  }

  private static Set<String> standing() throws Exception {
    assertEquals(List.of("ok"), texts("cs.db", "PRAGMA integrity_check"));
    return Set.copyOf(texts("cs.db", "SELECT digest FROM publication WHERE withdrawn_at IS NULL"));
  }

  /** Publishes a few codes and withdraws them again; knows what the server has acknowledged. */
  private static final class Publisher implements Callable<String> {
    private static final int CODES = 4;

    private final PublicationClient client;
    private final List<byte[]> bundles = new ArrayList<>();
    private final Map<String, Boolean> standing = new HashMap<>();
    private int next;

    Publisher(PublicationClient client) {
      this.client = client;
      for (int i = 0; i < CODES; i++) {
        bundles.add(CompiledBundle.onPacket("int n" + i + " = 0;").jar());
      }
    }

    @Override
    public synchronized String call() throws Exception {
      byte[] bundle = bundles.get(next % CODES);
      boolean publishes = next / CODES % 2 == 0;
      String digest = CodeDigest.ofBundle(bundle).hex();
      // Unknown until it is answered.
      standing.remove(digest);
      CodeDescription unused =
          publishes ? client.publish("kill-" + next % CODES, bundle) : client.withdraw(digest);
      standing.put(digest, publishes);
      next++;
      return digest;
    }

    synchronized void assertStored(Callable<Set<String>> stored) throws Exception {
      assertEquals(0, lost(stored), "codes that are not as the server has acknowledged");
    }

    synchronized long lost(Callable<Set<String>> stored) throws Exception {
      Set<String> present = stored.call();
      return standing.entrySet().stream()
          .filter(code -> !code.getValue().equals(present.contains(code.getKey())))
          .count();
    }
  }

  @Test
  void shouldStartAgainWhenRouterIsKilled() throws Exception {
    double ratio = kill("r1", () -> lab.startRouter("r1"), () -> {}, () -> {});
    FIGURES.putRatio("router.ready-to-clean-start", ratio, MOST_CLEAN_STARTS);
    Await.until(() -> "r1 to learn of the codes" + lab.tails(), lab::hasSecretsEverywhere);
  }

  /** Kills a node again and again; returns its slowest start in median clean starts. */
  private double kill(String node, Supplier<RunningProgram> start, Step before, Step after)
      throws Exception {
    List<Double> clean = new ArrayList<>();
    for (int i = 0; i < CLEAN_STARTS; i++) {
      int unused = lab.process(node).end();
      clean.add(secondsToReady(start.get()));
    }
    double slowest = 0;
    for (int i = 0; i < KILLS; i++) {
      before.take();
      Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
      lab.process(node).kill();
      slowest = Math.max(slowest, secondsToReady(start.get()));
      after.take();
    }
    return slowest / clean.stream().sorted().toList().get(CLEAN_STARTS / 2);
  }

  private static double secondsToReady(RunningProgram node) throws Exception {
    node.awaitReady();
    return (System.nanoTime() - node.launchedNanos()) / 1e9;
  }

  /** Step of a test that may fail. */
  private interface Step {
    void take() throws Exception;
  }

  private static List<String> texts(String file, String query) throws Exception {
    return records(file).texts(query);
  }

  private static LabAudit records(String file) {
    return new LabAudit(lab, () -> "jdbc:sqlite:" + folder.resolve(file));
  }
}
