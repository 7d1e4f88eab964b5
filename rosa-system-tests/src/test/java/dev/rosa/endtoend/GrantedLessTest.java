package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.client.endpoint.SessionRequest.GrantWish;
import dev.rosa.endtoend.LabSessions.Session;
import dev.rosa.testkit.CompiledBundle;
import dev.rosa.wire.active.Suite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user who asks for less than its rule allows. Code that needs more fails on that user's packets,
 * and on no other's: it is to serve the others.
 */
@Tag("endtoend")
class GrantedLessTest {

  /** More failures than stop a code. */
  private static final int PACKETS = 120;

  /** Takes some ten thousand units of fuel for each packet: less than a code has by default. */
  private static final CompiledBundle LOOP =
      CompiledBundle.onPacket(
          "int x = 0; for (int i = 0; i < 500; i++) { x ^= packet.payloadByte(0) + i; }"
              + " if (x == -1) { packet.drop(); }");

  private static final String OVERLAY = LabAddresses.one();

  @TempDir Path folder;
  private Lab lab;
  private LabSessions sessions;

  @RegisterExtension final LabLogs logs = new LabLogs(() -> lab);

  @BeforeEach
  void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    Path file = lab.files().file("as.xml");
    String rule =
        "<rule user=\"%s\" code=\"%s\" from=\"10.0.1.0/24\" to=\"10.0.2.0/24\" max-window=\"1h\""
            + " %s/>";
    String rules =
        rule.formatted("bob", "marker", "permissions=\"read modify\"")
            + rule.formatted("bob", "counter", "fuel-thousands=\"1000\"")
            + rule.formatted("alice", "counter", "fuel-thousands=\"1000\"");
    Files.writeString(file, Files.readString(file).replace("<rules>", "<rules>" + rules));
    Files.write(lab.files().file("counter.jar"), LOOP.jar());
    lab.start();
    sessions = new LabSessions(lab, OVERLAY);
  }

  @AfterEach
  void end() throws Exception {
    sessions.close();
    lab.close();
  }

  private static GrantWish permissions(int permissions) {
    return new GrantWish(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.of(permissions));
  }

  private static GrantWish fuel(int thousands) {
    return new GrantWish(OptionalInt.empty(), OptionalInt.of(thousands), OptionalInt.empty());
  }

  @Test
  void shouldServeOthersWhenAUserHasAskedForFewerPermissions() throws Exception {
    assertOthersAreServed("marker", Suite.HMAC_SHA256, permissions(0), "CODE_FAULT");
  }

  @Test
  void shouldServeOthersWhenAUserHasAskedForLessFuel() throws Exception {
    assertOthersAreServed("counter", Suite.HMAC_SHA256, fuel(1), "FUEL_EXHAUSTED");
  }

  @Test
  void shouldServeOthersWhenAUserHasChosenToEncryptWhatCodeReads() throws Exception {
    assertOthersAreServed("counter", Suite.AES256_GCM, fuel(1_000), "CODE_FAULT");
  }

  private void assertOthersAreServed(String code, Suite suite, GrantWish wish, String fate)
      throws Exception {
    Session other = sessions.open("bob", code);
    assertEquals(LabSessions.PASSED, other.fateAt("r1"));
    Session less = sessions.open("alice", code, suite, wish);
    assertEquals(fate, less.fateAt("r1"));
    RouterReading before = lab.reading("r1");
    for (int i = 0; i < PACKETS; i++) {
      String unused = less.send("r1");
    }
    RouterReading unused = lab.settled("r1", before, PACKETS);
    assertEquals(LabSessions.PASSED, other.fateAt("r1"));
  }
}
