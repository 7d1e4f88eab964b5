package dev.rosa.as.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.HandlerFixture;
import dev.rosa.config.StorageLocation;
import dev.rosa.domainstate.DomainState;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.CodeSecret;
import dev.rosa.storage.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commitments to secrets in the state that an Authorization Server signs. */
class CommitmentsTest {

  private static final CodeDigest CODE = HandlerFixture.TRANSCODER;

  @TempDir Path folder;

  private static StatePublication states(HandlerFixture as) {
    return new StatePublication(as.storage(), as.self, Duration.ofMinutes(2), as.clock);
  }

  private static Map<Integer, SecretCommitment> commitments(DomainState state) {
    return state.content().commitmentsOf(CODE);
  }

  private static CodeSecret secret(HandlerFixture as, int epoch) {
    return as.records.secrets().find(CODE, epoch).orElseThrow();
  }

  private static void requireCommitments(HandlerFixture as) throws Exception {
    StatePublication states = states(as);
    DomainState first = states.newest();
    assertEquals(1, commitments(first).size());
    assertTrue(commitments(first).get(1).isTo(secret(as, 1)));
    assertTrue(first.isSameAs(states.newest()), "equal content has equal bytes");
    as.records.epochs().openNext(as.records.codes().find("transcoder").orElseThrow());
    DomainState second = states.newest();
    assertEquals(commitments(first).get(1), commitments(second).get(1));
    assertTrue(commitments(second).get(2).isTo(secret(as, 2)));
    DomainStates verification = new DomainStates(as.domain.certificate(), TestDomain.DOMAIN);
    assertEquals(
        second.content(), verification.verify(second.signed(), InstantSource.system()).content());
    as.records.revocations().epochs().revoke(CODE, Optional.of(1));
    assertEquals(Map.of(2, commitments(second).get(2)), commitments(states.newest()));
  }

  private static void requireCommitmentsOfEarlierSecrets(HandlerFixture as) {
    DomainState before = states(as).newest();
    as.storage().useHandle(handle -> handle.execute("UPDATE code_secrets SET commitment = NULL"));
    assertTrue(before.isSameAs(states(as).newest()), "the same commitments again");
  }

  private void requireAllOn(StorageLocation database) throws Exception {
    try (HandlerFixture as = new HandlerFixture(folder, database, HandlerFixture.QUOTA)) {
      requireCommitments(as);
      requireCommitmentsOfEarlierSecrets(as);
    }
  }

  @Test
  void shouldCommitToEverySecretWhenStateIsSigned() throws Exception {
    requireAllOn(StorageLocation.of(folder.resolve("as.db")));
  }

  @Test
  void shouldCommitToEverySecretOnPostgres() throws Exception {
    requireAllOn(TestPostgres.database());
  }
}
