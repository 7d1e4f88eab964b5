package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
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
  void shouldRefuseAFolderThatOthersMayWriteTo() throws Exception {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    IdentityException refused =
        assertThrows(IdentityException.class, () -> DomainAuthority.init(open, 17));
    assertEquals(
        open + ": others than the owner may write to it (rwxrwxrwx), expected mode rwx------",
        refused.getMessage());
  }

  @Test
  void shouldIssueNothingFromAFolderThatOthersMayWriteTo() throws Exception {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxr-x"));
    String refusal = refusal(Role.USER, "alice", YEAR, OptionalInt.empty());
    assertEquals(
        directory + ": others than the owner may write to it (rwxrwxr-x), expected mode rwx------",
        refusal);
    assertFalse(Files.exists(directory.resolve("alice.key")));
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
  void shouldRefuseALedgerThatIsNoFileOrEndless() throws Exception {
    issue(Role.USER, "alice");
    Path ledger = directory.resolve("ledger.txt");
    try (FileChannel channel = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      int unused = channel.write(ByteBuffer.wrap(new byte[] {'x'}), 8L << 30);
    }
    assertTrue(refusal(Role.USER, "bob", YEAR, OptionalInt.empty()).contains("too large"));
    Files.delete(ledger);
    Files.createSymbolicLink(ledger, Path.of("/dev/zero"));
    assertTrue(refusal(Role.USER, "bob", YEAR, OptionalInt.empty()).contains("is no file"));
  }

  @Test
  void shouldNameLineWhenLedgerIsDamaged() throws Exception {
    issue(Role.USER, "alice");
    Path ledger = directory.resolve("ledger.txt");
    Files.writeString(ledger, Files.readString(ledger) + "what is this\n");
    assertTrue(
        refusal(Role.USER, "bob", YEAR, OptionalInt.empty()).contains("ledger.txt:2: not a line"));
  }

  @Test
  void shouldGiveNewKeyUnderSameNameAndNodeWhenRenewed() throws Exception {
    issue(Role.ROUTER, "r1");
    Identity before = Identity.load(authority.issue(Role.ROUTER, "r2", YEAR, OptionalInt.of(7)));
    DomainAuthority.Renewal renewal = authority.renew("r2", Duration.ofDays(90));
    Identity after = Identity.load(renewal.prefix());
    assertEquals(before.id(), after.id());
    assertEquals(7, after.nodeId());
    assertNotEquals(before.certificate().getPublicKey(), after.certificate().getPublicKey());
    assertEquals(before.certificate().getNotAfter().toInstant(), renewal.previousEnd());
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("r2.key"))));
    List<DomainAuthority.Issued> issued = authority.issued();
    assertEquals(List.of("r1", "r2"), issued.stream().map(one -> one.id().name()).toList());
    assertEquals(after.certificate().getNotAfter().toInstant(), issued.get(1).until());
    assertEquals(3, Files.readAllLines(directory.resolve("ledger.txt")).size());
  }

  @Test
  void shouldRenewWhenFilesAreElsewhereOrCertificateHasEnded() throws Exception {
    InstantSource lastYear = InstantSource.fixed(Instant.now().minus(Duration.ofDays(300)));
    DomainAuthority.open(directory, lastYear, new SecureRandom())
        .issue(Role.USER, "alice", Duration.ofDays(1), OptionalInt.empty());
    authority.renew("alice", YEAR);
    Files.delete(directory.resolve("alice.key"));
    Files.delete(directory.resolve("alice.crt"));
    authority.renew("alice", YEAR);
    assertEquals("alice", Identity.load(directory.resolve("alice")).id().name());
  }

  @Test
  void shouldNameNearNamesWhenOneToRenewWasNeverIssued() throws IdentityException {
    issue(Role.ROUTER, "router1");
    issue(Role.USER, "alice");
    assertEquals(
        "the name 'Ruoter1' was never issued, did you mean router1?; './rosa domain list' shows all"
            + " names",
        renewalRefusal("Ruoter1", YEAR));
    assertEquals(
        "the name 'bob' was never issued; './rosa domain list' shows all names",
        renewalRefusal("bob", YEAR));
    assertTrue(renewalRefusal("ca", YEAR).contains("authority's own"));
    assertTrue(renewalRefusal("alice", Duration.ofDays(36500)).contains("outlive"));
  }

  private String renewalRefusal(String name, Duration validity) {
    return assertThrows(IdentityException.class, () -> authority.renew(name, validity))
        .getMessage();
  }
}
