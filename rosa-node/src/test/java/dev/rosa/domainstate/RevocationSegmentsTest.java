package dev.rosa.domainstate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.control.v1.Revocation;
import dev.rosa.control.v1.RevocationSegment;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import dev.rosa.keys.UserId;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RevocationSegmentsTest {

  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  private static final Revoked SESSION = new Revoked(new Revoked.Session(-5), 4_000_000_000L);
  private static final List<Revoked> EVERY_KIND =
      List.of(
          SESSION,
          new Revoked(new Revoked.User(UserId.of(new byte[16])), 9),
          new Revoked(new Revoked.Code(CODE), 0),
          new Revoked(new Revoked.Epochs(CODE, -1), 1),
          new Revoked(new Revoked.Router(RosaId.parse("rosa://17/router/r1")), 0));

  private static String refusal(byte[] segment) {
    return assertThrows(IllegalArgumentException.class, () -> RevocationSegments.read(segment))
        .getMessage();
  }

  private static byte[] segment(Revocation.Builder revocation) {
    return RevocationSegment.newBuilder().addRevocations(revocation).build().toByteArray();
  }

  @Test
  void shouldReadEveryKindThatWasWritten() {
    assertEquals(EVERY_KIND, RevocationSegments.read(RevocationSegments.write(EVERY_KIND)));
  }

  @Test
  void shouldWriteSameBytesForSameRevocations() {
    assertArrayEquals(RevocationSegments.write(EVERY_KIND), RevocationSegments.write(EVERY_KIND));
  }

  @Test
  void shouldRefuseSubjectThatIsNotKnown() {
    assertEquals(
        "a revocation has no subject that is known here",
        refusal(segment(Revocation.newBuilder().setUntil(3))));
  }

  @Test
  void shouldRefuseRouterThatIsNone() {
    assertEquals(
        "rosa://17/user/alice is revoked as a router, but is none",
        refusal(segment(Revocation.newBuilder().setRouter("rosa://17/user/alice"))));
    assertEquals(
        "a revoked router is no identity, expected rosa://DOMAIN/router/NAME",
        refusal(segment(Revocation.newBuilder().setRouter("two\nlines"))));
  }

  @Test
  void shouldRefuseFieldsThatAreNotKnown() {
    assertEquals(
        "a segment of revocations has fields that are not known",
        refusal(new byte[] {0x7a, 1, 'x'}));
  }

  @Test
  void shouldRefuseBytesThatAreNoSegment() {
    assertEquals("the bytes are not a segment of revocations", refusal(new byte[] {0x0a, 9}));
  }

  @Test
  void shouldRefuseMoreThanSegmentMayHave() {
    assertThrows(
        IllegalArgumentException.class,
        () -> RevocationSegments.write(Collections.nCopies(1_001, SESSION)));
    RevocationSegment.Builder many = RevocationSegment.newBuilder();
    many.addAllRevocations(
        Collections.nCopies(1_001, Revocation.newBuilder().setSession(1).build()));
    assertEquals(
        "a segment has 1001 revocations, expected at most 1000",
        refusal(many.build().toByteArray()));
    assertEquals(
        "a segment of revocations has 131073 bytes, expected at most 131072",
        refusal(new byte[RevocationSegments.MOST_BYTES + 1]));
  }

  @Test
  void shouldEndAfterItsTime() {
    assertFalse(SESSION.hasEnded(4_000_000_000L));
    assertTrue(SESSION.hasEnded(4_000_000_001L));
    assertFalse(new Revoked(new Revoked.Code(CODE), 0).hasEnded(4_000_000_001L));
  }
}
