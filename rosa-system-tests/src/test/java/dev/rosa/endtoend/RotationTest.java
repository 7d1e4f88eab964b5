package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.demo.RoleJars;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.StoredBytes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Refreshes of a code's secret under traffic (ROSA §4.2.1): no packet is lost or waits, and no
 * secret outlives its epoch. Servers are killed meanwhile. {@code -Drosa.rotations=N} makes N.
 */
@Tag("endtoend")
class RotationTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ROTATIONS = Integer.getInteger("rosa.rotations", 3);
  private static final Figures FIGURES = Figures.of("rotation").put("refreshes", ROTATIONS);
  private static final int BURST = 5;
  private static final String SUITE = "HMAC-SHA256-128";

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    for (String file : List.of("r1.xml", "r2.xml", "as.xml")) {
      edit(file, "skew=\"1s\"", "skew=\"" + LabStream.LATE + "\"");
    }
    edit("as.xml", "<users>", "<refresh every=\"0s\" lease=\"3s\" routers-wait=\"1m\"/><users>");
    lab.start();
  }

  private static void edit(String name, String text, String other) throws Exception {
    Path file = lab.files().file(name);
    Files.writeString(file, Files.readString(file).replace(text, other));
  }

  @AfterAll
  static void end() throws Exception {
    lab.close();
    FIGURES.write();
  }

  @Test
  void shouldLoseNoPacketWhenSecretsAreRefreshed() throws Exception {
    Random random = new Random(ROTATIONS);
    try (LabStream stream = LabStream.open(lab, OVERLAY, "counter", SUITE, 2)) {
      stream.exchange(1, "");
      List<RouterLives> routers =
          List.of(new RouterLives(lab, "r1", stream), new RouterLives(lab, "r2", stream));
      for (int i = 0; i < ROTATIONS; i++) {
        long next = next();
        stream.exchange(BURST, "");
        disturb(random.nextInt(6), routers);
        Await.until(
            () -> "epoch " + next + " to be in use" + lab.tails(),
            () -> {
              stream.exchange(1, "");
              return state(next).equals("active");
            });
        for (RouterLives router : routers) {
          router.resume(() -> announced(router.name(), "counter").contains(next));
        }
        stream.exchange(BURST, "");
      }
      FIGURES.put("sent", stream.sent() - 1);
      for (RouterLives router : routers) {
        requireNoLoss(router, stream.sent() - 1);
      }
    }
  }

  private static void requireNoLoss(RouterLives router, int sent) throws Exception {
    router.add();
    FIGURES.put(router.name() + "-dropped", router.drops());
    FIGURES.put(router.name() + "-parked", router.parkings());
    FIGURES.put(router.name() + "-restarts", router.restarts());
    assertEquals(Map.of(), router.drops(), router.name());
    assertEquals(sent - router.uncounted(), router.executed(), router.name());
    assertEquals(0, router.parkings(), router.name() + ": none had to wait");
  }

  @Test
  void shouldLeaveNoTraceOfASecretWhoseSessionsHaveEnded() throws Exception {
    JsonNode grant = lab.request("marker", SUITE, false, "--seconds", "1");
    long epoch = grant.path("epoch").asLong();
    byte[] kci = storedSecret(epoch);
    RunningProgram made = epoch("next", "marker");
    assertEquals(0, made.awaitExit(), made::tail);
    Await.until(
        () -> "epoch " + epoch + " to be retired" + lab.tails(),
        () -> state("marker", epoch).equals("retired"));
    Await.until(
        () -> "the routers to forget it" + lab.tails(),
        () -> !announced("r1", "marker").contains(epoch));
    Await.until(
        "no file to have its bytes",
        () ->
            StoredBytes.filesWith(kci, folder.resolve("as.db")).isEmpty()
                && StoredBytes.filesWith(kci, folder.resolve("cs.db")).isEmpty());
  }

  /** Kills a server or a router, which comes back, or none. */
  private static void disturb(int step, List<RouterLives> routers) throws Exception {
    if (step == 0) {
      lab.process("as").kill();
      lab.startAuthorizationServer().awaitReady();
    } else if (step == 1) {
      lab.process("cs").kill();
      lab.startCodeServer().awaitReady();
    } else if (step < 2 + routers.size()) {
      routers.get(step - 2).kill();
    }
  }

  /** Opens the next epoch of "counter"; returns its number. */
  private static long next() throws Exception {
    RunningProgram made = epoch("next", "counter");
    assertEquals(0, made.awaitExit(), made::tail);
    return epochs("counter").get(0).path("epoch").asLong();
  }

  private static RunningProgram epoch(String... arguments) {
    List<String> all =
        new ArrayList<>(List.of("--config", lab.files().file("as.xml").toString(), "epoch"));
    all.addAll(List.of(arguments));
    return lab.run("epoch", RoleJars.AS, all);
  }

  private static List<JsonNode> epochs(String code) throws Exception {
    RunningProgram list = epoch("list", "--json");
    assertEquals(0, list.awaitExit(), list::tail);
    List<JsonNode> epochs = new ArrayList<>();
    for (JsonNode each : JSON.readTree(list.out())) {
      if (each.path("code").asText().equals(code)) {
        epochs.add(each);
      }
    }
    return epochs;
  }

  private static String state(long epoch) throws Exception {
    return state("counter", epoch);
  }

  private static String state(String code, long epoch) throws Exception {
    return epochs(code).stream()
        .filter(each -> each.path("epoch").asLong() == epoch)
        .findFirst()
        .orElseThrow()
        .path("state")
        .asText();
  }

  private static List<Long> announced(String router, String code) throws Exception {
    List<Long> epochs = new ArrayList<>();
    for (JsonNode each : lab.reading(router).status().path("catalogue").path("codes")) {
      if (each.path("name").asText().equals(code)) {
        each.path("epochs").forEach(epoch -> epochs.add(epoch.asLong()));
      }
    }
    return epochs;
  }

  /** The bytes that the Authorization Server has for an epoch of "marker". */
  private static byte[] storedSecret(long epoch) throws Exception {
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("as.db"));
        ResultSet row =
            database
                .createStatement()
                .executeQuery(
                    "SELECT kci FROM code_secrets s JOIN codes c ON c.digest = s.code_digest"
                        + " WHERE c.name = 'marker' AND epoch = "
                        + epoch)) {
      return row.getBytes(1);
    }
  }
}
