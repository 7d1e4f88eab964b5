package dev.rosa.codeserver.witness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.codeserver.TestTables;
import dev.rosa.config.ConfigException;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.GrowthProof;
import dev.rosa.control.v1.KeptCheckpoint;
import dev.rosa.control.v1.OfferCheckpointReply;
import dev.rosa.control.v1.OfferCheckpointRequest;
import dev.rosa.control.v1.WitnessReply;
import dev.rosa.control.v1.WitnessRequest;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.storage.Storage;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.witness.GrowingLog;
import dev.rosa.witness.GrowthProofs;
import dev.rosa.witness.KeyStatements;
import dev.rosa.witness.MemoryWitnessStore;
import dev.rosa.witness.Witness;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Code Server as a witness, and as the carrier to routers; a subclass has another database. */
class LogWitnessTest {

  @TempDir Path folder;
  private TestDomain domain;
  private Identity server;
  private Identity self;
  private Identity router;
  private Witness ofRouter;
  private GrowingLog log;
  private Storage storage;
  private LogWitness witness;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("cs.db"));
  }

  @BeforeEach
  void open() throws Exception {
    domain = TestDomain.in(folder.resolve("domain"));
    server = domain.authorizationServer("as1");
    self = domain.codeServer("cs1");
    router = domain.router("r1");
    NoteSigner signer =
        NoteSigner.randomWitness(KeyStatements.nameOfWitness(router.id()), new SecureRandom());
    ofRouter = Witness.open(new MemoryWitnessStore(), signer, router, InstantSource.system());
    log = new GrowingLog(server, TestDomain.DOMAIN).grow(10);
    storage = Storage.open(database(), TestTables.OF_CODE_SERVER);
    reopen();
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private void reopen() throws ConfigException, IOException {
    storage.close();
    storage = Storage.open(database(), TestTables.OF_CODE_SERVER);
    witness = LogWitness.open(storage, self, InstantSource.system());
  }

  private OfferCheckpointReply offer(GrowingLog from, GrowthProof... proofs) {
    return witness.offer(
        OfferCheckpointRequest.newBuilder()
            .setNewest(from.newest())
            .addAllProofs(List.of(proofs))
            .build(),
        server.id());
  }

  private WitnessReply ask() {
    WitnessRequest.Builder request = WitnessRequest.newBuilder();
    ofRouter.kept().ifPresent(request::setKept);
    return witness.witness(request.build(), router.id());
  }

  private Witness.Answer take(WitnessReply reply) throws Exception {
    return ofRouter.offer(reply.getNewest(), List.of(reply.getProof()), "cs1");
  }

  private long figure(String name) {
    return witness.counts().read().get().get(name);
  }

  @Test
  void shouldKeepCheckpointOverRestartAndNotFollowLogThatWasSetBack() throws Exception {
    assertEquals(List.of(10L), offer(log).getSizesList());
    GrowingLog setBack = log.setBack(4);
    reopen();
    OfferCheckpointReply reply = offer(setBack, GrowthProofs.of(10, List.of()));
    assertEquals(List.of(10L), reply.getSizesList());
    assertEquals(1, reply.getKeptCount());
    assertEquals(1, figure("refused"));
    assertEquals(1, figure("alarm"));
    assertEquals(10, figure("rows"));
  }

  @Test
  void shouldCarryCheckpointsAndProofsToRoutersAndTheirsBack() throws Exception {
    assertFalse(ask().hasNewest());
    offer(log);
    assertEquals(Witness.Answer.TAKEN, take(ask()));
    log.grow(5);
    offer(log, log.proof(10));
    assertEquals(Witness.Answer.TAKEN, take(ask()));
    OfferCheckpointReply reply = offer(log);
    assertEquals(List.of(15L, 10L), reply.getSizesList());
    WitnessReply unused = ask();
    reply = offer(log);
    assertEquals(List.of(15L), reply.getSizesList());
    KeptCheckpoint ofRouter = reply.getKept(1);
    assertFalse(ofRouter.getCheckpoint().hasLogKey());
    assertEquals(
        router.id(),
        new KeyStatements(domain.certificate(), TestDomain.DOMAIN)
            .witness(ofRouter.getWitnessKey())
            .node());
  }

  @Test
  void shouldTellServerWhatRouterKeepsWhenItsOwnStorageWasSetBackToo() throws Exception {
    GrowingLog setBack = log.setBack(6);
    assertEquals(
        Witness.Answer.TAKEN, ofRouter.offer(log.newest(), List.of(), "another code server"));
    offer(setBack);
    assertEquals(Witness.Answer.UNPROVEN, take(ask()));
    OfferCheckpointReply reply = offer(setBack);
    assertEquals(List.of(6L, 10L), reply.getSizesList());
    assertEquals(2, reply.getKeptCount());
    offer(setBack, GrowthProofs.of(10, List.of()));
    assertEquals(Witness.Answer.REFUSED, take(ask()));
    assertTrue(ofRouter.isAlarmed());
  }

  @Test
  void shouldRefuseCosignatureOfAnotherNode() throws Exception {
    offer(log);
    assertEquals(Witness.Answer.TAKEN, take(ask()));
    WitnessRequest request =
        WitnessRequest.newBuilder().setKept(ofRouter.kept().orElseThrow()).build();
    StatusRuntimeException refused =
        assertThrows(
            StatusRuntimeException.class, () -> witness.witness(request, domain.router("r2").id()));
    assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode());
  }

  @Test
  void shouldRefuseCheckpointThatNoAuthorizationServerSigned() throws Exception {
    GrowingLog others = new GrowingLog(router, TestDomain.DOMAIN).grow(3);
    StatusRuntimeException refused =
        assertThrows(StatusRuntimeException.class, () -> offer(others));
    assertEquals(Status.Code.PERMISSION_DENIED, refused.getStatus().getCode());
    assertEquals(0, figure("rows"));
  }
}
