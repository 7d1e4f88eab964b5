package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Enrolments as an authority's ledger and certificate files have them. */
class EnrolmentTest {

  @TempDir Path folder;
  private DomainAuthority authority;
  private Path ledger;

  @BeforeEach
  void init() throws Exception {
    authority = DomainAuthority.init(folder.resolve("domain"), 17);
    ledger = authority.directory().resolve("ledger.txt");
    issue(Role.USER, "carol");
    issue(Role.ROUTER, "r1");
  }

  private void issue(Role role, String name) throws IdentityException {
    authority.issue(role, name, DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
  }

  private Enrolment.OfFile read(Path file) throws IdentityException {
    return Enrolment.read(file, authority.certificate());
  }

  private static List<String> names(Enrolment.OfFile read) {
    return read.enrolments().stream().map(each -> each.id().name()).toList();
  }

  private void refuses(String sentence) {
    IdentityException refusal = assertThrows(IdentityException.class, () -> read(ledger));
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
  }

  @Test
  void shouldReadEveryCertificateOfALedger() throws Exception {
    authority.renew("carol", DomainAuthority.DEFAULT_VALIDITY);
    Enrolment.OfFile read = read(ledger);
    assertEquals(List.of("carol", "r1", "carol"), names(read));
    assertEquals(0, read.without());
    assertEquals(1, read.enrolments().get(1).node());
  }

  @Test
  void shouldCountLinesOfEarlierVersions() throws Exception {
    String text = Files.readString(ledger);
    Files.writeString(ledger, text.replaceFirst(" cert=[^ ]*", ""));
    Enrolment.OfFile read = read(ledger);
    assertEquals(List.of("r1"), names(read));
    assertEquals(1, read.without());
    issue(Role.USER, "bob");
    assertEquals(List.of("r1", "bob"), names(read(ledger)));
  }

  @Test
  void shouldReadACertificateFile() throws Exception {
    assertEquals(List.of("carol"), names(read(authority.directory().resolve("carol.crt"))));
  }

  @Test
  void shouldNameTheLineOfWhatTheAuthorityHasNotIssued() throws Exception {
    DomainAuthority other = DomainAuthority.init(folder.resolve("other"), 17);
    other.issue(Role.USER, "eve", DomainAuthority.DEFAULT_VALIDITY, OptionalInt.empty());
    String foreign = Files.readString(other.directory().resolve("ledger.txt"));
    Files.writeString(ledger, Files.readString(ledger) + foreign);
    refuses(ledger + ":3: the certificate of rosa://17/user/eve was not issued by");
  }

  @Test
  void shouldNameTheLineWhoseCertificateIsAnothers() throws Exception {
    Files.writeString(ledger, Files.readString(ledger).replace("user/carol", "user/mallory"));
    refuses(ledger + ":1: the line is of rosa://17/user/mallory, its certificate of");
  }

  @Test
  void shouldNameTheLineThatIsNone() throws Exception {
    Files.writeString(ledger, Files.readString(ledger) + "nonsense\n");
    refuses(ledger + ":3: not a line of the ledger");
  }

  @Test
  void shouldLeaveOutALineThatIsOnItsWay() throws Exception {
    Files.writeString(ledger, Files.readString(ledger) + "2026-01-01T00:00");
    assertEquals(2, read(ledger).enrolments().size());
  }

  @Test
  void shouldRefuseADeviceThatDoesNotEnd() {
    ledger = Path.of("/dev/zero");
    refuses("/dev/zero: cannot be read: line 1 is longer than 131072 characters");
  }
}
