package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RosaIdTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rosa://17/as/as1",
        "rosa://0/codeserver/c.1-x",
        "rosa://4294967295/router/r1",
        "rosa://17/user/0"
      })
  void shouldGiveBackWhatItReadWhenWellFormed(String uri) {
    assertEquals(uri, RosaId.parse(uri).toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "rosa://17/user/",
        "rosa://017/user/alice",
        "rosa://4294967296/user/alice",
        "rosa://-1/user/alice",
        "rosa://17/User/alice",
        "rosa://17/user/Alice",
        "rosa://17/user/-alice",
        "rosa://17/user/alice/",
        "rosa://17/user/alice\n",
        "https://17/user/alice"
      })
  void shouldRefuseWhenNotTheOneSpelling(String uri) {
    assertThrows(IllegalArgumentException.class, () -> RosaId.parse(uri));
  }

  @Test
  void shouldListRolesWhenRoleIsUnknown() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> RosaId.parse("rosa://17/printer/p1"));
    assertTrue(refusal.getMessage().contains("as, codeserver, router, user"));
  }
}
