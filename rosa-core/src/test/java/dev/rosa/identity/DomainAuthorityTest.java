package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DomainAuthorityTest {

  private static final Duration YEAR = Duration.ofDays(365);

  @TempDir Path directory;
  private DomainAuthority authority;

  @BeforeEach
  void makeDomain() throws IdentityException {
    authority = DomainAuthority.init(directory, 17);
  }

  private Identity issue(Role role, String name) throws IdentityException {
    return Identity.load(authority.issue(role, name, YEAR, OptionalInt.empty()));
  }

  private String refusal(Role role, String name, Duration validity, OptionalInt node) {
    return assertThrows(IdentityException.class, () -> authority.issue(role, name, validity, node))
        .getMessage();
  }

  @Test
  void shouldLoadWhatItIssuedWhenReopened() throws IdentityException {
    Path prefix =
        DomainAuthority.open(directory).issue(Role.USER, "alice", YEAR, OptionalInt.empty());
    Identity alice = Identity.load(prefix);
    assertEquals(RosaId.parse("rosa://17/user/alice"), alice.id());
    assertEquals(0, alice.nodeId());
    assertEquals("SHA256withECDSA", alice.certificate().getSigAlgName());
  }

  @Test
  void shouldKeepKeysFromOthersWhenWritten() throws Exception {
    authority.issue(Role.USER, "alice", YEAR, OptionalInt.empty());
    for (String key : new String[] {"ca.key", "alice.key"}) {
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(key))));
    }
  }

  @Test
  void shouldRefuseToOverwriteWhenDomainExists() throws IOException {
    byte[] before = Files.readAllBytes(directory.resolve("ca.key"));
    IdentityException refused =
        assertThrows(IdentityException.class, () -> DomainAuthority.init(directory, 18));
    assertTrue(refused.getMessage().endsWith("ca.crt: exists already and is not overwritten"));
    assertEquals(before.length, Files.readAllBytes(directory.resolve("ca.key")).length);
  }

  @Test
  void shouldRefuseNameWhenIssuedToAnyRole() throws IdentityException {
    issue(Role.ROUTER, "r1");
    String refusal = refusal(Role.USER, "r1", YEAR, OptionalInt.empty());
    assertTrue(
        refusal.startsWith("the name 'r1' was issued already, to rosa://17/router/r1 at "),
        refusal);
  }

  @Test
  void shouldRefuseNodeIdWhenIssuedAlready() throws IdentityException {
    authority.issue(Role.ROUTER, "r1", YEAR, OptionalInt.of(7));
    assertEquals(
        "node id 7 was issued already, to rosa://17/router/r1",
        refusal(Role.ROUTER, "r2", YEAR, OptionalInt.of(7)));
    assertFalse(Files.exists(directory.resolve("r2.key")));
  }

  @Test
  void shouldGiveEveryRouterItsOwnNodeIdWhenNoneIsAskedFor() throws IdentityException {
    authority.issue(Role.ROUTER, "pinned", YEAR, OptionalInt.of(2));
    Set<Integer> nodes = new HashSet<>();
    nodes.add(2);
    for (int i = 0; i < 5; i++) {
      Identity router = issue(Role.ROUTER, "auto" + i);
      assertTrue(router.nodeId() != 0);
      assertTrue(nodes.add(router.nodeId()));
    }
  }

  @Test
  void shouldGiveHighestNodeIdWhenAskedFor() throws IdentityException {
    Path prefix = authority.issue(Role.ROUTER, "r1", YEAR, OptionalInt.of(-1));
    assertEquals(-1, Identity.load(prefix).nodeId());
  }

  @Test
  void shouldRefuseWithOneSentenceWhenRequestMakesNoSense() {
    assertTrue(refusal(Role.USER, "Alice", YEAR, OptionalInt.empty()).contains("is not a name"));
    assertTrue(refusal(Role.USER, "ca", YEAR, OptionalInt.empty()).contains("authority's own"));
    assertTrue(refusal(Role.USER, "al", YEAR, OptionalInt.of(1)).contains("only routers"));
    assertTrue(refusal(Role.ROUTER, "r1", YEAR, OptionalInt.of(0)).contains("node id 0"));
    Duration forever = Duration.ofDays(36500);
    assertTrue(refusal(Role.USER, "al", forever, OptionalInt.empty()).contains("outlive"));
  }

  @Test
  void shouldRefuseWhenFilesAreThereThatLedgerDoesNotKnow() throws IOException {
    Files.writeString(directory.resolve("bob.crt"), "precious");
    assertTrue(refusal(Role.USER, "bob", YEAR, OptionalInt.empty()).endsWith("is not overwritten"));
    assertEquals("precious", Files.readString(directory.resolve("bob.crt")));
    assertFalse(Files.readString(directory.resolve("ledger.txt")).contains("bob"));
  }

  @Test
  void shouldNameLineWhenLedgerIsDamaged() throws Exception {
    issue(Role.USER, "alice");
    Path ledger = directory.resolve("ledger.txt");
    Files.writeString(ledger, Files.readString(ledger) + "what is this\n");
    assertTrue(
        refusal(Role.USER, "bob", YEAR, OptionalInt.empty()).contains("ledger.txt:2: not a line"));
  }
}
