package dev.rosa.codeserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.RosaId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RouterAuthorizerTest {

  private static final RosaId R1 = RosaId.parse("rosa://17/router/r1");
  private static final RosaId R2 = RosaId.parse("rosa://17/router/r2");

  @Test
  void shouldAllowNothingWhenNothingIsSaid() {
    RouterAuthorizer nobody = new RouterAuthorizer(Map.of());
    assertFalse(nobody.mayHave(R1, "transcoder"));
    assertEquals(List.of(), nobody.routersFor("transcoder"));
  }

  @Test
  void shouldFollowTheRoutersOwnLineWhenThereIsOne() {
    RouterAuthorizer authorizer =
        new RouterAuthorizer(Map.of("*", Set.of("*"), "r1", Set.of("counter")));
    assertTrue(authorizer.mayHave(R1, "counter"));
    assertFalse(authorizer.mayHave(R1, "transcoder"));
    assertTrue(authorizer.mayHave(R2, "transcoder"));
    assertEquals(List.of("*"), authorizer.routersFor("transcoder"));
  }
}
