package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.domainstate.Revoked;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RevocationsTest {

  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  private static final CodeDigest OTHER = CodeDigest.ofBundle(new byte[] {2});

  private static boolean coverEpoch(Revocations revocations, CodeDigest code, int epoch) {
    return revocations.coverEpoch(code.codeId().high(), code.codeId().low(), epoch);
  }

  @Test
  void shouldCoverExactlyTheSessionsThatWereRevoked() {
    Random random = new Random(1);
    Set<Long> revoked = new HashSet<>(List.of(0L, -1L));
    for (int i = 0; i < 5_000; i++) {
      revoked.add(random.nextLong());
    }
    List<Revoked.Subject> subjects = new ArrayList<>();
    revoked.forEach(session -> subjects.add(new Revoked.Session(session)));
    subjects.add(new Revoked.Session(-1));
    Revocations revocations = Revocations.of(subjects);
    assertEquals(revoked.size(), revocations.sessions());
    revoked.forEach(session -> assertTrue(revocations.coverSession(session)));
    for (int i = 0; i < 5_000; i++) {
      long other = random.nextLong();
      assertEquals(revoked.contains(other), revocations.coverSession(other));
    }
    assertFalse(Revocations.NONE.coverSession(0));
  }

  @Test
  void shouldCoverEpochsUpToTheLastThatWasRevoked() {
    Revocations revocations =
        Revocations.of(
            List.of(
                new Revoked.Epochs(CODE, -2),
                new Revoked.Epochs(CODE, 7),
                new Revoked.Router(RosaId.parse("rosa://17/router/r1"))));
    assertTrue(coverEpoch(revocations, CODE, 1));
    assertTrue(coverEpoch(revocations, CODE, -2));
    assertFalse(coverEpoch(revocations, CODE, -1));
    assertFalse(coverEpoch(revocations, OTHER, 1));
    assertEquals(1, revocations.codes());
    Revocations all = Revocations.of(List.of(new Revoked.Code(CODE), new Revoked.Epochs(CODE, 7)));
    assertTrue(coverEpoch(all, CODE, -1));
    assertFalse(coverEpoch(all, OTHER, 1));
  }

  @Test
  void shouldCoverEveryUserThatWasRevokedAndNoOther() {
    byte[] u = ByteBuffer.allocate(UserId.BYTES).putLong(5).putLong(6).array();
    byte[] v = ByteBuffer.allocate(UserId.BYTES).putLong(5).putLong(7).array();
    Revocations revocations =
        Revocations.of(List.of(new Revoked.User(UserId.of(u)), new Revoked.User(UserId.of(v))));
    assertTrue(revocations.coverUser(5, 6));
    assertTrue(revocations.coverUser(5, 7));
    assertFalse(revocations.coverUser(5, 8));
    assertEquals(2, revocations.users());
  }
}
