package dev.rosa.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.client.process.RunningProgram;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two UDP applications that know nothing of ROSA, with {@code rosa send} and {@code rosa receive}
 * between them: nothing is lost when sessions or servers end.
 */
@Tag("endtoend")
class StreamingTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BURST = 10;

  @TempDir static Path folder;
  private static final String OVERLAY = LabAddresses.one();
  private static Lab lab;

  @RegisterExtension static final LabLogs LOGS = new LabLogs(() -> lab);

  private LabStream stream;

  @BeforeAll
  static void start() throws Exception {
    lab = Lab.create(folder, OVERLAY);
    for (String router : List.of("r1.xml", "r2.xml")) {
      Path file = lab.files().file(router);
      Files.writeString(
          file, Files.readString(file).replace("skew=\"1s\"", "skew=\"" + LabStream.LATE + "\""));
    }
    lab.start();
  }

  @AfterAll
  static void end() {
    lab.close();
  }

  @AfterEach
  void closeStream() {
    stream.close();
  }

  private void open(String code, String suite, int seconds) throws Exception {
    stream = LabStream.open(lab, OVERLAY, code, suite, seconds);
  }

  @Test
  void shouldLoseNothingWhenSessionsAreRenewed() throws Exception {
    open("counter", "HMAC-SHA256-128", 300);
    stream.exchange(1, "");
    // Code and secret are at the routers: no packet of a short session has to wait for them.
    stream.closeSender();
    stream.openSender("counter", "HMAC-SHA256-128", 3);
    RouterReading before = lab.reading("r1");
    Await.until(
        "three renewals",
        () -> {
          stream.exchange(BURST, "");
          return lab.reading("r1").packetsSince(before).getOrDefault("keysDerived", 0L) >= 4;
        });
    stream.checkSummaries(3, 1);
    assertEquals(stream.sent() - 1, lab.reading("r1").packetsSince(before).get("executed"));
  }

  @Test
  void shouldCarryAnEncryptedSessionToItsRecipient() throws Exception {
    for (String suite : List.of("AES128-CTR+HMAC-SHA256-128", "AES256-GCM")) {
      open("marker", suite, 300);
      stream.exchange(BURST, "**");
      stream.checkSummaries(0, 0);
      closeStream();
    }
    open("counter", "AES256-GCM", 300);
    stream.exchange(BURST, "");
    stream.checkSummaries(0, 0);
  }

  @Test
  void shouldLoseNothingWhenServersRestartUnderALiveSession() throws Exception {
    RunningProgram as = lab.process("as");
    RunningProgram codeServer = lab.process("cs");
    open("counter", "HMAC-SHA256-128", 300);
    RouterReading before = lab.reading("r1");
    stream.exchange(BURST, "");
    as.kill();
    codeServer.kill();
    stream.exchange(BURST, "");
    // Nor does it matter that servers, publisher and sender come back with other keys.
    DomainAuthority authority = DomainAuthority.open(folder.resolve("domain"));
    for (String name : List.of("as1", "cs1", "alice", "carol")) {
      authority.renew(name, DomainAuthority.DEFAULT_VALIDITY);
    }
    lab.startCodeServer().awaitReady();
    lab.startAuthorizationServer().awaitReady();
    stream.exchange(BURST, "");
    // Records from before the power cut hold after it: a new session, at routers that have found
    // the Code Server again.
    stream.closeSender();
    stream.openSender("marker", "HMAC-SHA256-128", 300);
    stream.exchange(BURST, "**");
    RouterReading after = lab.settled("r1", before, 4 * BURST);
    assertEquals(4 * BURST, after.packetsSince(before).get("executed"));
    assertEquals(Map.of(), after.dropsSince(before));
  }

  @Test
  void shouldCountAndReportWhatNoSessionCameFor() throws Exception {
    stream = new LabStream(lab, OVERLAY);
    stream.openSender("counter", "HMAC-SHA256-128", 3);
    RunningProgram sender = stream.newest();
    lab.process("as").kill();
    try {
      Await.until(
          () -> "a session to end" + sender.tail(),
          () -> {
            stream.send("into the void");
            return sender.err().contains("no session since ");
          });
      sender.askToEnd();
      assertEquals(1, sender.awaitExit(), sender::tail);
    } finally {
      lab.startAuthorizationServer().awaitReady();
    }
    int waited = JSON.readTree(sender.out()).path("withoutSession").asInt();
    assertTrue(waited > 0, sender::tail);
    assertTrue(
        sender.err().contains(" datagrams were not sent: " + waited + " without a session"),
        sender::tail);
  }
}
