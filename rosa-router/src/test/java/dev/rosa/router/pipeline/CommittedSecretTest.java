package dev.rosa.router.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.catalogue.Revocations;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.testkit.CompiledBundle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Secrets that a worker holds, and the commitments of the domain's state. */
class CommittedSecretTest {

  private final RouterBench bench = new RouterBench();
  private final CodeDigest idle = bench.source.admit(CompiledBundle.onPacket("").jar());
  private final Answer<CodeSecret> genuine = bench.source.secretAnswer;
  private final Answer<CodeSecret> forged = Answer.found(secret(9));

  private static CodeSecret secret(int value) {
    byte[] kci = new byte[CodeSecret.BYTES];
    Arrays.fill(kci, (byte) value);
    return CodeSecret.of(kci);
  }

  /** Commitments to secrets of the epochs from 1 on. */
  private Map<Integer, SecretCommitment> commitments(CodeSecret... secrets) {
    Map<Integer, SecretCommitment> commitments = new HashMap<>();
    for (int i = 0; i < secrets.length; i++) {
      int epoch = i + 1;
      SecretCommitment unused =
          commitments.put(epoch, SecretCommitment.to(RouterBench.DOMAIN, idle, epoch, secrets[i]));
    }
    return commitments;
  }

  private void commitTo(CodeSecret... secrets) {
    Map<Integer, SecretCommitment> commitments = commitments(secrets);
    bench.source.push(
        new Catalogue.Entry(idle, "idle", true, commitments.keySet(), commitments),
        Revocations.NONE);
  }

  private long asked(int epoch) {
    return bench.source.asked.stream().filter(new AwaitedItem.Secret(idle, epoch)::equals).count();
  }

  @Test
  void shouldUseSecretToWhichTheStateCommits() {
    commitTo(genuine.value());
    bench.pass(bench.flow(idle).next("hello"));
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldDropHeldSecretWhenANewerStateCommitsToAnotherAndFetchItAgain() {
    bench.source.secretAnswer = forged;
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("under the forged one"));
    bench.assertDropped(DropReason.BAD_TAG, 1);
    bench.source.secretAnswer = genuine;
    try (CapturedLog log = CapturedLog.of(HeldSecrets.class)) {
      commitTo(genuine.value());
      bench.pass();
      assertEquals(1, log.lines().size());
    }
    bench.pass(flow.next("under the genuine one"));
    assertEquals(1, bench.io.sent.size());
    assertEquals(2, asked(1));
  }

  @Test
  void shouldKeepHeldSecretWhenANewerStateCommitsToIt() {
    RouterBench.Flow flow = bench.flow(idle);
    bench.pass(flow.next("without commitments"));
    commitTo(genuine.value());
    flow.session++;
    bench.pass(flow.next("with them"));
    commitTo(genuine.value(), secret(2));
    flow.session++;
    bench.pass(flow.next("with one more"));
    assertEquals(3, bench.io.sent.size());
    assertEquals(1, asked(1));
  }

  @Test
  void shouldNotHoldSecretThatANewerStateDeniesWhileItIsOnItsWay() throws Exception {
    bench.source.secretAnswer = forged;
    bench.source.holdAnswers();
    RouterBench.Flow flow = bench.flow(idle);
    bench.feed(flow.next("hello"));
    commitTo(genuine.value());
    bench.source.releaseAnswers();
    bench.source.secretAnswer = genuine;
    bench.pass();
    assertEquals(1, bench.io.sent.size(), "its packet has waited for the genuine one");
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldLetPacketsWaitWhenASecretIsFalse() throws Exception {
    commitTo(genuine.value());
    bench.source.secretAnswer = Answer.none(Outcome.FALSE, "not the one");
    bench.feed(bench.flow(idle).next("hello"));
    bench.feed();
    assertEquals(1, bench.worker.parkedNow());
    bench.source.secretAnswer = genuine;
    bench.pass();
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldNotHoldSecretOfAnEpochThatTheStateDoesNotName() throws Exception {
    bench.source.push(new Catalogue.Entry(idle, "idle", true, Set.of(1, 2)), Revocations.NONE);
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    bench.source.holdAnswers();
    bench.feed(flow.next("hello"));
    commitTo(genuine.value());
    bench.source.releaseAnswers();
    bench.feed();
    commitTo(genuine.value(), secret(5));
    bench.source.secretAnswer = Answer.found(secret(5));
    bench.feed();
    assertEquals(2, asked(2), "what came before the state named it is not used");
  }

  /** The newest catalogue lacks epochs that its state names and commits to. */
  private void hideEpochs(CodeSecret... secrets) {
    bench.source.push(
        new Catalogue.Entry(idle, "idle", true, Set.of(), commitments(secrets)), Revocations.NONE);
  }

  @Test
  void shouldGoOnUsingHeldSecretWhenTheCodeServerHidesItsEpoch() {
    CodeSecret[] both = {secret(5), genuine.value()};
    commitTo(both);
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    bench.pass(flow.next("while it is told"));
    hideEpochs(both);
    bench.pass(flow.next("of the same session"));
    flow.session++;
    bench.pass(flow.next("of another session"));
    bench.assertDropped(null, 0);
    assertEquals(3, bench.io.sent.size());
    assertEquals(1, asked(2));
  }

  @Test
  void shouldLetPacketsWaitWhenTheCodeServerHidesAnEpochWhoseSecretIsNotHeld() throws Exception {
    CodeSecret[] both = {secret(5), genuine.value()};
    hideEpochs(both);
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 2;
    bench.feed(flow.next("while it is hidden"));
    assertEquals(1, bench.worker.parkedNow());
    assertEquals(0, asked(2));
    commitTo(both);
    bench.pass();
    assertEquals(1, bench.io.sent.size());
    bench.assertDropped(null, 0);
  }

  @Test
  void shouldNotUseHeldSecretWhenTheStateNamesItsEpochNoMore() {
    CodeSecret[] all = {secret(5), secret(6), genuine.value()};
    commitTo(all);
    RouterBench.Flow flow = bench.flow(idle);
    flow.epoch = 3;
    bench.pass(flow.next("while it is named"));
    hideEpochs(all[0]);
    bench.pass(flow.next("after it was named"));
    bench.assertDropped(DropReason.UNKNOWN_EPOCH, 1);
  }
}
