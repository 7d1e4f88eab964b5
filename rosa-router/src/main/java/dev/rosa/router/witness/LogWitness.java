package dev.rosa.router.witness;

import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.WitnessReply;
import dev.rosa.control.v1.WitnessRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.serving.PeerText;
import dev.rosa.serving.RegularTask;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.Witness;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Witness of the audit log at a router, which exchanges checkpoints with the Code Server. It tells
 * the Code Server what it keeps, and takes the newest checkpoint if the Authorization Server has
 * proven it from there. Packets do not depend on it. Owns a thread.
 */
public final class LogWitness implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogWitness.class);

  /** Time between two questions. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final int MOST_REASON_CHARS = 300;

  private final Witness witness;
  private final Function<WitnessRequest, CompletionStage<Answer<WitnessReply>>> ask;
  private final RegularTask task;

  /** The thread's alone. */
  private String trouble = "";

  private LogWitness(
      Witness witness, Function<WitnessRequest, CompletionStage<Answer<WitnessReply>>> ask) {
    this.witness = witness;
    this.ask = ask;
    this.task =
        RegularTask.start(
            "log-witness", PAUSE, LOG, "the audit log cannot be witnessed", this::turn);
    task.soon();
  }

  /**
   * Reads what a router keeps in a folder, and begins to ask.
   *
   * @param ask question to the Code Server
   * @throws IOException in one line if what is kept cannot be read or does not hold
   */
  public static LogWitness start(
      Path folder,
      Identity self,
      Function<WitnessRequest, CompletionStage<Answer<WitnessReply>>> ask)
      throws IOException {
    return new LogWitness(witness(folder, self), ask);
  }

  private static Witness witness(Path folder, Identity self) throws IOException {
    WitnessFiles files = new WitnessFiles(folder);
    NoteSigner signer = files.signer(self.id(), new SecureRandom());
    try {
      return Witness.open(files, signer, self, InstantSource.system());
    } catch (IOException e) {
      throw files.damaged(e);
    }
  }

  private void turn() {
    WitnessRequest.Builder request = WitnessRequest.newBuilder();
    witness.kept().ifPresent(request::setKept);
    take(ask.apply(request.build()).toCompletableFuture().join());
  }

  private void take(Answer<WitnessReply> answer) {
    if (answer.value() == null || !answer.value().hasNewest()) {
      return; // The link's own lines say that there is no Code Server.
    }
    WitnessReply reply = answer.value();
    List<GrowthProof> proofs = reply.hasProof() ? List.of(reply.getProof()) : List.of();
    try {
      Witness.Answer unused = witness.offer(reply.getNewest(), proofs, "the code server");
      trouble = "";
    } catch (IdentityException | TransparencyException | IOException e) {
      tell(e.getMessage());
    }
  }

  private void tell(String reason) {
    String said = PeerText.line(reason, MOST_REASON_CHARS);
    if (!said.equals(trouble)) {
      LOG.error("the audit log's checkpoint cannot be cosigned: {}", said);
    }
    trouble = said;
  }

  /** Figures for the status pages. */
  public Map<String, Long> figures() {
    return witness.figures();
  }

  @Override
  public void close() {
    task.close();
  }
}
