package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.Role;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.CodeDigest;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RouterAuthorizerTest {

  private static final RosaId R1 = RosaId.parse("rosa://17/router/r1");
  private static final RosaId R2 = RosaId.parse("rosa://17/router/r2");

  private static StoredCode code(String publisher, String name) {
    return new StoredCode(
        CodeDigest.ofBundle((publisher + name).getBytes(StandardCharsets.US_ASCII)),
        name,
        new RosaId(17, Role.USER, publisher),
        Instant.EPOCH,
        false,
        1,
        "a.App");
  }

  @Test
  void shouldAllowNothingWhenNothingIsSaid() {
    RouterAuthorizer none = new RouterAuthorizer(Map.of());
    assertFalse(none.mayHave(R1, code("carol", "transcoder")));
    assertEquals(List.of(), none.routersFor(code("carol", "transcoder")));
  }

  @Test
  void shouldFollowTheRoutersOwnLineWhenThereIsOne() {
    RouterAuthorizer authorizer =
        new RouterAuthorizer(Map.of("*", Set.of("*"), "r1", Set.of("carol/counter")));
    assertTrue(authorizer.mayHave(R1, code("carol", "counter")));
    assertFalse(authorizer.mayHave(R1, code("carol", "transcoder")));
    assertTrue(authorizer.mayHave(R2, code("carol", "transcoder")));
    assertEquals(List.of("*"), authorizer.routersFor(code("carol", "transcoder")));
  }

  @Test
  void shouldTellPublishersApartWhenTheyUseTheSameName() {
    StoredCode hers = code("carol", "counter");
    StoredCode his = code("mallory", "counter");
    RouterAuthorizer byName = new RouterAuthorizer(Map.of("r1", Set.of("carol/counter")));
    assertTrue(byName.mayHave(R1, hers));
    assertFalse(byName.mayHave(R1, his));
    RouterAuthorizer byDigest = new RouterAuthorizer(Map.of("r1", Set.of(his.digest().hex())));
    assertFalse(byDigest.mayHave(R1, hers));
    assertTrue(byDigest.mayHave(R1, his));
  }
}
