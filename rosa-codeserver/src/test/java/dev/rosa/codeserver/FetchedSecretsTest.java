package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.codeserver.FetchedSecrets.Awaited;
import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The routers for which a coming epoch waits. */
class FetchedSecretsTest {

  private static final RosaId R1 = new RosaId(17, Role.ROUTER, "r1");
  private static final RosaId R2 = new RosaId(17, Role.ROUTER, "r2");
  private static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});

  private final FetchedSecrets fetched = new FetchedSecrets();

  private List<Awaited> awaited(Set<RosaId> connected, Integer... epochs) {
    return fetched.awaited(Map.of(CODE, List.of(epochs)), connected);
  }

  @Test
  void shouldNameConnectedRoutersThatUseTheCodeAndLackItsNewestEpoch() {
    fetched.note(R1, CODE, 1);
    fetched.note(R2, CODE, 1);
    assertEquals(List.of(new Awaited(CODE, 2, List.of(R1, R2))), awaited(Set.of(R2, R1), 1, 2));
    fetched.note(R1, CODE, 2);
    fetched.note(R1, CODE, 1);
    assertEquals(List.of(new Awaited(CODE, 2, List.of(R2))), awaited(Set.of(R1, R2), 1, 2));
    assertEquals(List.of(), awaited(Set.of(R1), 1, 2));
  }

  @Test
  void shouldNotWaitForARouterThatDoesNotUseTheCode() {
    fetched.note(R1, CodeDigest.ofBundle(new byte[] {2}), 1);
    assertEquals(List.of(), awaited(Set.of(R1, R2), 1, 2));
  }

  @Test
  void shouldCompareEpochsWithoutASign() {
    fetched.note(R1, CODE, -1);
    assertEquals(List.of(), awaited(Set.of(R1), 1, -1));
  }

  @Test
  void shouldForgetTheRouterThatFetchedLongestAgoWhenThereAreTooMany() {
    fetched.note(R1, CODE, 1);
    for (int i = 0; i < 1_024; i++) {
      fetched.note(new RosaId(17, Role.ROUTER, "x" + i), CODE, 1);
    }
    assertEquals(List.of(), awaited(Set.of(R1), 1, 2));
  }
}
