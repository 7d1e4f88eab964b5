package dev.rosa.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.identity.Identity;
import dev.rosa.identity.IdentityException;
import dev.rosa.identity.TestDomain;
import dev.rosa.transparency.AcceptedLoss;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.witness.KeyStatements.WitnessKey;
import dev.rosa.witness.Witness.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A witness of an audit log, by its answers and what it keeps. */
final class WitnessTest {

  private static final String FROM = "as1";

  @TempDir Path folder;
  private final MemoryWitnessStore store = new MemoryWitnessStore();
  private TestDomain domain;
  private Identity server;
  private Identity node;
  private NoteSigner signer;
  private KeyStatements statements;
  private GrowingLog log;
  private Witness witness;

  @BeforeEach
  void open() throws Exception {
    domain = TestDomain.in(folder);
    server = domain.authorizationServer("as1");
    node = domain.codeServer("cs1");
    statements = new KeyStatements(domain.certificate(), TestDomain.DOMAIN);
    signer = NoteSigner.randomWitness(KeyStatements.nameOfWitness(node.id()), new SecureRandom());
    log = new GrowingLog(server, TestDomain.DOMAIN).grow(10);
    reopen();
  }

  private void reopen() throws IOException {
    witness = Witness.open(store, signer, node, InstantSource.system());
  }

  private Answer offer(GrowingLog from, GrowthProof... proofs) throws Exception {
    return witness.offer(from.newest(), List.of(proofs), FROM);
  }

  private long figure(String name) {
    return witness.figures().get(name);
  }

  @Test
  void shouldKeepAndCosignFirstCheckpointAndEachThatGrewFromIt() throws Exception {
    assertEquals(Answer.TAKEN, offer(log));
    assertEquals(Answer.KNOWN, offer(log));
    log.grow(7);
    assertEquals(Answer.UNPROVEN, offer(log));
    assertEquals(10, witness.keptRows());
    assertEquals(Answer.TAKEN, offer(log, log.proof(4), log.proof(10)));
    KeptCheckpoint kept = witness.kept().orElseThrow();
    SeenCheckpoint seen = SeenCheckpoint.earlier(kept.getCheckpoint(), statements);
    WitnessKey by = seen.keptBy(kept, statements);
    assertEquals(node.id(), by.node());
    assertEquals(17, seen.checkpoint().size());
    assertTrue(seen.note().cosignedAt(by.key()).isAfter(Instant.now().minusSeconds(3_600)));
    assertEquals(0, figure("refused"));
  }

  @Test
  void shouldKeepWhatItSawOverRestartAndRefuseLogThatWasSetBack() throws Exception {
    assertEquals(Answer.TAKEN, offer(log));
    GrowingLog setBack = log.setBack(6);
    reopen();
    assertEquals(Answer.UNPROVEN, offer(setBack));
    assertEquals(Answer.REFUSED, offer(setBack, GrowthProofs.of(10, List.of())));
    assertTrue(witness.isAlarmed());
    setBack.grow(9);
    assertEquals(Answer.REFUSED, offer(setBack, setBack.proof(10)));
    assertEquals(2, figure("refused"));
    assertEquals(10, witness.keptRows());
    assertEquals(Answer.KNOWN, offer(log));
    assertFalse(witness.isAlarmed());
  }

  @Test
  void shouldRefuseOtherLogOfSameSizeAndOtherKey() throws Exception {
    assertEquals(Answer.TAKEN, offer(log));
    assertEquals(Answer.REFUSED, offer(log.setBack(9).grow(1)));
    assertEquals(Answer.REFUSED, offer(new GrowingLog(server, TestDomain.DOMAIN).grow(20)));
    assertEquals(10, witness.keptRows());
  }

  @Test
  void shouldLetItsCheckpointGoOnceWhenOperatorAcceptedLossOfAsManyRows() throws Exception {
    assertEquals(Answer.TAKEN, offer(log));
    GrowingLog setBack = log.setBack(6).grow(2);
    GrowthProof none = GrowthProofs.of(10, List.of());
    setBack.accept(new AcceptedLoss(1, 9));
    assertEquals(Answer.REFUSED, offer(setBack, none));
    setBack.accept(new AcceptedLoss(2, 10));
    assertEquals(Answer.TAKEN, offer(setBack, none));
    assertEquals(1, figure("letGo"));
    assertEquals(8, witness.keptRows());
    assertEquals(Answer.REFUSED, offer(log, log.proof(8)));
    GrowingLog again = setBack.setBack(7).grow(1);
    assertEquals(Answer.REFUSED, offer(again));
  }

  @Test
  void shouldRefuseWhatNoServerOfDomainHasSigned() throws Exception {
    Identity router = domain.router("r1");
    assertThrows(
        IdentityException.class, () -> offer(new GrowingLog(router, TestDomain.DOMAIN).grow(3)));
    LogCheckpoint mixed =
        log.newest().toBuilder()
            .setLogKey(new GrowingLog(server, TestDomain.DOMAIN).grow(1).newest().getLogKey())
            .build();
    assertThrows(TransparencyException.class, () -> witness.offer(mixed, List.of(), FROM));
    assertEquals(0, witness.keptRows());
  }

  @Test
  void shouldNotCosignWhatItCannotKeep() throws Exception {
    store.full = true;
    assertThrows(IOException.class, () -> offer(log));
    assertTrue(witness.kept().isEmpty());
  }

  @Test
  void shouldRefuseToStartOnKeptCheckpointThatNoLogSigned() throws Exception {
    assertEquals(Answer.TAKEN, offer(log));
    store.stored =
        store.stored.toBuilder()
            .setLogKey(new GrowingLog(server, TestDomain.DOMAIN).newestKey())
            .build();
    assertThrows(IOException.class, this::reopen);
  }
}
