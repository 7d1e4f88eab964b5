package dev.rosa.router.catalogue;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.keys.CodeDigest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CatalogueTest {

  private static Catalogue.Entry entry(Integer... epochs) {
    CodeDigest digest = CodeDigest.ofBundle(new byte[] {1});
    return new Catalogue.Entry(digest, "code", true, List.of(epochs));
  }

  @Test
  void shouldKnowAnnouncedEpochsAndTheOneAfterTheNewest() {
    Catalogue.Entry entry = entry(5, 7);
    assertTrue(entry.mayKnow(5));
    assertFalse(entry.mayKnow(6), "it was retired");
    assertTrue(entry.mayKnow(7));
    assertTrue(entry.mayKnow(8));
    assertFalse(entry.mayKnow(9));
  }

  @Test
  void shouldWaitForTheFirstEpochWhenNoneIsAnnounced() {
    assertTrue(entry().mayKnow(1));
    assertFalse(entry().mayKnow(0));
    assertFalse(entry().mayKnow(2));
  }

  @Test
  void shouldCompareEpochsUnsigned() {
    assertTrue(entry(1, -2).mayKnow(-1));
    assertFalse(entry(1, -2).mayKnow(2));
  }

  @Test
  void shouldKnowEpochsToWhichTheDomainCommitsWhenTheyAreNotAnnounced() {
    CodeDigest digest = CodeDigest.ofBundle(new byte[] {1});
    Map<Integer, SecretCommitment> commitments = new HashMap<>();
    for (int epoch : List.of(5, 7)) {
      byte[] bytes = new byte[SecretCommitment.BYTES];
      SecretCommitment unused =
          commitments.put(epoch, SecretCommitment.of(1, digest, epoch, bytes));
    }
    Catalogue.Entry entry = new Catalogue.Entry(digest, "code", true, List.of(), commitments);
    assertTrue(entry.mayKnow(5));
    assertFalse(entry.mayKnow(6));
    assertTrue(entry.mayKnow(7));
    assertTrue(entry.mayKnow(8), "it is the one after the newest");
    assertFalse(entry.mayKnow(1), "there were others before");
    assertFalse(entry.announces(7));
  }
}
