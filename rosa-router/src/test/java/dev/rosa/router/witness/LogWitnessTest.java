package dev.rosa.router.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.WitnessReply;
import dev.rosa.control.v1.WitnessRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.testkit.Await;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.witness.GrowingLog;
import dev.rosa.witness.GrowthProofs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A router as a witness, with a Code Server that answers from a field. */
class LogWitnessTest {

  @TempDir Path folder;
  private Identity router;
  private GrowingLog log;
  private volatile WitnessRequest asked;
  private volatile Answer<WitnessReply> answer = Answer.none(Outcome.UNAVAILABLE, "none yet");

  @BeforeEach
  void makeDomain() throws Exception {
    TestDomain domain = TestDomain.in(folder.resolve("domain"));
    router = domain.router("r1");
    log = new GrowingLog(domain.authorizationServer("as1"), TestDomain.DOMAIN).grow(5);
  }

  private CompletionStage<Answer<WitnessReply>> reply(WitnessRequest request) {
    asked = request;
    return CompletableFuture.completedStage(answer);
  }

  private LogWitness start() throws IOException {
    return LogWitness.start(folder, router, this::reply);
  }

  private void answer(GrowingLog from, GrowthProof proof) {
    answer =
        Answer.found(WitnessReply.newBuilder().setNewest(from.newest()).setProof(proof).build());
  }

  private static void await(LogWitness witness, String figure, long value)
      throws InterruptedException {
    Await.until(figure + " to be " + value, () -> witness.figures().get(figure) == value);
  }

  @Test
  void shouldKeepCheckpointOverRestartAndRaiseOneAlarmWhenLogWasSetBack() throws Exception {
    answer(log, GrowthProof.getDefaultInstance());
    try (LogWitness witness = start()) {
      await(witness, "rows", 5);
      Await.until("the router to tell what it keeps", () -> asked.hasKept());
    }
    GrowingLog setBack = log.setBack(3);
    answer(setBack, GrowthProofs.of(5, List.of()));
    try (CapturedLog lines = CapturedLog.of("dev.rosa");
        LogWitness witness = start()) {
      await(witness, "refused", 2);
      assertEquals(5, witness.figures().get("rows"));
      assertEquals(1, witness.figures().get("alarm"));
      assertEquals(1, lines.linesWith("ERROR ALARM the audit log was set back").size());
      log.grow(4);
      answer(log, log.proof(5));
      await(witness, "rows", 9);
      assertEquals(0, witness.figures().get("alarm"));
    }
  }

  @Test
  void shouldRefuseToStartOnFilesThatWereDamaged() throws Exception {
    Files.write(folder.resolve("witness"), new byte[] {1, 2, 3});
    String said = assertThrows(IOException.class, this::start).getMessage();
    assertEquals(
        folder.resolve("witness")
            + ": is not whole, expected a checkpoint of the audit log; remove it to begin as a new"
            + " witness",
        said);
    Files.delete(folder.resolve("witness"));
    Files.write(folder.resolve("witness.key"), new byte[64]);
    assertTrue(assertThrows(IOException.class, this::start).getMessage().contains("witness.key"));
  }
}
