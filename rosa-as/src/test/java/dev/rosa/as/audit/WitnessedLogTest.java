package dev.rosa.as.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.Refusal;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.LogCheckpoint;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.identity.Identity;
import dev.rosa.role.AdministrationException;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.transparency.TransparencyException;
import dev.rosa.transparency.TreeHash;
import dev.rosa.witness.GrowingLog;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.MemoryWitnessStore;
import dev.rosa.witness.Witness;
import dev.rosa.witness.Witness.Answer;
import io.grpc.Status;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log before its witnesses, and the stop of a server whose log was set back. */
class WitnessedLogTest {

  @TempDir Path folder;
  private HandlerFixture as;
  private Identity node;
  private Witness witness;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @BeforeEach
  void open() throws Exception {
    as = new HandlerFixture(folder, database(), HandlerFixture.QUOTA);
    node = as.domain.codeServer("cs1");
    NoteSigner signer =
        NoteSigner.randomWitness(KeyStatements.nameOfWitness(node.id()), new SecureRandom());
    witness = Witness.open(new MemoryWitnessStore(), signer, node, InstantSource.system());
  }

  @AfterEach
  void close() {
    as.close();
  }

  private OfferCheckpointRequest signed() throws Exception {
    NoteSigner signer = LogKey.ofDomain(as.storage(), 17, new SecureRandom(), as.clock);
    Checkpoints.Signed unused = new Checkpoints(as.storage(), signer, as.clock).newest();
    return as.witnessedLog().offer(List.of(witness.keptRows()));
  }

  private Answer offer() throws Exception {
    OfferCheckpointRequest offer = signed();
    return witness.offer(offer.getNewest(), offer.getProofsList(), "as1");
  }

  private Optional<Fork> report() throws Exception {
    Optional<Fork> fork = as.witnessedLog().take(witness.kept().orElseThrow());
    fork.ifPresent(as.records.logForks()::report);
    return fork;
  }

  /** The rows from there on are gone, as on an older disk. */
  private void setBack(long size) throws Exception {
    TestRows.setBack(as.storage(), size);
    as.open();
  }

  @Test
  void shouldProveGrowthAndKeepCosignatures() throws Exception {
    assertEquals(Answer.TAKEN, offer());
    as.ask(Requests.good());
    as.ask(Requests.good());
    assertEquals(Answer.TAKEN, offer());
    assertEquals(Optional.empty(), report());
    long size = as.records.audit().tree().size();
    WitnessTable.Cosigned kept = new WitnessTable(as.storage()).all().get(0);
    assertEquals(node.id().toString(), kept.node());
    assertEquals(size, kept.size());
    assertEquals(size, as.witnessedLog().cosignedRows().get(node.id().toString()));
  }

  @Test
  void shouldIssueNothingAfterItWasSetBackUntilOperatorAcceptsLoss() throws Exception {
    long earlier = as.records.audit().tree().size();
    for (int i = 0; i < 3; i++) {
      as.ask(Requests.good());
    }
    assertEquals(Answer.TAKEN, offer());
    long kept = witness.keptRows();
    setBack(earlier);
    as.ask(Requests.good());
    assertEquals(Answer.REFUSED, offer());
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      assertEquals(kept, report().orElseThrow().size());
      assertTrue(report().isPresent());
      assertEquals(1, log.linesWith("ERROR ALARM the audit log was set back").size());
    }
    as.assertRefused(Requests.good(), Status.Code.UNAVAILABLE, "audit log was set back");
    as.open();
    as.records.logForks().look();
    assertThrows(Refusal.class, () -> as.ask(Requests.good()));
    assertEquals(kept, as.records.logForks().accept(as.clock.instant()).size());
    assertThrows(
        AdministrationException.class, () -> as.records.logForks().accept(as.clock.instant()));
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      as.records.logForks().look();
      assertEquals(1, log.linesWith("INFO the loss of rows of the audit log was accepted").size());
    }
    as.ask(Requests.good());
    assertEquals(Optional.empty(), report());
    assertEquals(Answer.TAKEN, offer());
    assertEquals(Optional.empty(), report());
    assertEquals(
        1,
        as.audit().newestActs(10).stream()
            .filter(act -> act.act().equals("audit accept-loss"))
            .count());
  }

  @Test
  void shouldSayThatNoLossWasAcceptedWhenTheTrueDatabaseReturns() throws Exception {
    Fork fork = new Fork("rosa://17/codeserver/cs1", 9, TreeHash.EMPTY, 0, as.clock.instant());
    as.records.logForks().report(fork);
    assertThrows(Refusal.class, () -> as.ask(Requests.good()));
    as.storage().useHandle(handle -> handle.execute("DELETE FROM audit_fork"));
    try (CapturedLog log = CapturedLog.of("dev.rosa")) {
      as.records.logForks().look();
      assertEquals(List.of(), log.linesWith("was accepted, sessions"));
      assertEquals(1, log.linesWith("WARN the storage names no lost rows").size());
    }
    as.ask(Requests.good());
  }

  @Test
  void shouldGoOnWhenOperatorAcceptsTheLossBeforeTheSameForkIsReportedAgain() throws Exception {
    long earlier = as.records.audit().tree().size();
    as.ask(Requests.good());
    assertEquals(Answer.TAKEN, offer());
    setBack(earlier);
    as.ask(Requests.good());
    assertEquals(Answer.REFUSED, offer());
    Fork fork = report().orElseThrow();
    Fork unused = as.records.logForks().accept(as.clock.instant());

    as.records.logForks().report(fork);

    as.ask(Requests.good());
  }

  @Test
  void shouldTellSecondLossFromTheOneThatWasAccepted() throws Exception {
    long earlier = as.records.audit().tree().size();
    int lost = 9;
    for (int i = 0; i < lost; i++) {
      as.ask(Requests.good());
    }
    assertEquals(Answer.TAKEN, offer());
    setBack(earlier);
    assertEquals(Answer.REFUSED, offer());
    assertTrue(report().isPresent());
    as.records.logForks().accept(as.clock.instant());
    as.records.logForks().look();
    assertEquals(Answer.TAKEN, offer());
    assertTrue(witness.keptRows() < earlier + lost);
    setBack(earlier);
    as.ask(Requests.good());
    assertEquals(Answer.REFUSED, offer());
    assertTrue(report().isPresent());
  }

  @Test
  void shouldNotStopForCheckpointThatNoLogOfDomainSigned() throws Exception {
    assertEquals(Answer.TAKEN, offer());
    LogCheckpoint invented = new GrowingLog(node, 17).grow(50).newest();
    KeptCheckpoint claim = witness.kept().orElseThrow().toBuilder().setCheckpoint(invented).build();
    assertThrows(Exception.class, () -> as.witnessedLog().take(claim));
    KeptCheckpoint mixed =
        claim.toBuilder().setCheckpoint(invented.toBuilder().clearLogKey()).build();
    assertThrows(TransparencyException.class, () -> as.witnessedLog().take(mixed));
    as.ask(Requests.good());
  }

  @Test
  void shouldStopForOtherLogOfSameDomain() throws Exception {
    LogCheckpoint other = new GrowingLog(as.self, 17).grow(50).newest();
    assertEquals(Answer.TAKEN, witness.offer(other, List.of(), "as2"));
    assertEquals(Answer.REFUSED, offer());
    assertEquals(50, report().orElseThrow().size());
    as.records.logForks().accept(as.clock.instant());
    assertEquals(Answer.TAKEN, offer());
  }
}
