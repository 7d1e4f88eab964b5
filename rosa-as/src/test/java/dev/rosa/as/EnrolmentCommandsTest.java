package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.audit.ExportCheck;
import dev.rosa.identity.DomainAuthority;
import dev.rosa.identity.Role;
import dev.rosa.identity.TestDomain;
import dev.rosa.identity.TwinCertificate;
import dev.rosa.transparency.NoteKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code rosa as … enrolment import}, with an authority's ledger and its files. */
class EnrolmentCommandsTest {

  @TempDir Path folder;
  private TestDomain domain;
  private Path file;

  @BeforeEach
  void prepare() throws Exception {
    domain = TestDomain.in(folder.resolve("domain"));
    Path unused = domain.issue(Role.AS, "as1");
    domain.issue(Role.USER, "carol");
    file = configure("as.db");
  }

  /** Writes the configuration of a server with that storage. */
  Path configure(String storage) throws Exception {
    return Files.writeString(
        folder.resolve("as.xml"),
        """
        <authorization-server>
          <identity>domain/as1</identity>
          <listen>127.0.0.1:0</listen>
          <storage>%s</storage>
          <code-servers><code-server>127.0.0.1:7002</code-server></code-servers>
        </authorization-server>
        """
            .formatted(storage));
  }

  private String run(int expected, String... command) {
    CommandRun run = CommandRun.of(file, command);
    assertEquals(expected, run.exit(), run.said());
    return run.said();
  }

  private String imported(Path... files) {
    List<String> command = new ArrayList<>(List.of("enrolment", "import"));
    List.of(files).forEach(each -> command.add(each.toString()));
    return run(0, command.toArray(String[]::new));
  }

  private Path ledger() {
    return domain.prefix("ledger.txt");
  }

  @Test
  void shouldRecordEachCertificateOnceAndExportWhatVerifies() throws Exception {
    assertEquals("recorded 2, on record before 0", imported(ledger()));
    domain.issue(Role.ROUTER, "r1");
    domain.authority().renew("carol", DomainAuthority.DEFAULT_VALIDITY);
    assertEquals("recorded 2, on record before 3", imported(domain.prefix("carol.crt"), ledger()));
    assertEquals("recorded 0, on record before 4", imported(ledger()));
    assertTrue(run(0, "audit", "list").contains("rosa://17/router/r1"));
    String shown = run(0, "audit", "show", "0");
    assertTrue(shown.contains("event: enrolment"), shown);
    assertTrue(shown.contains("identity: rosa://17/as/as1"), shown);
    assertTrue(shown.contains("operator: " + System.getProperty("user.name")), shown);
    RunningAuthorizationServer.start(AuthorizationServerSetup.load(file), InstantSource.system())
        .close();
    Path export = folder.resolve("export");
    assertTrue(run(0, "audit", "export", export.toString()).startsWith("exported 4 rows"));
    assertEquals(
        List.of(),
        new ExportCheck(export, NoteKey.parse(run(0, "audit", "key")), domain.certificate())
            .run(Optional.empty())
            .findings());
  }

  @Test
  void shouldTakeACertificateUnderAnotherSignatureForTheSame() throws Exception {
    String unused = imported(ledger());
    Path twin = folder.resolve("twin.crt");
    byte[] other = TwinCertificate.of(domain.authority(), "carol");
    Files.writeString(
        twin,
        "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
            .formatted(Base64.getMimeEncoder().encodeToString(other)));
    assertEquals("recorded 0, on record before 1", imported(twin));
  }

  @Test
  void shouldRecordNothingWhenALineIsOfAnotherAuthority() throws Exception {
    TestDomain other = TestDomain.in(folder.resolve("other"));
    other.issue(Role.USER, "eve");
    Path mixed = folder.resolve("mixed.txt");
    Files.writeString(
        mixed, Files.readString(ledger()) + Files.readString(other.prefix("ledger.txt")));
    String refusal = run(1, "enrolment", "import", ledger().toString(), mixed.toString());
    assertTrue(refusal.contains(mixed + ":3: the certificate of rosa://17/user/eve"), refusal);
    Path eve = other.prefix("eve.crt");
    String single = run(1, "enrolment", "import", eve.toString());
    assertTrue(single.contains(eve + ": the certificate of rosa://17/user/eve"), single);
    assertEquals("", run(0, "audit", "list").lines().skip(1).findFirst().orElse(""));
  }

  @Test
  void shouldSayHowManyLinesHaveNoCertificate() throws Exception {
    Path earlier = folder.resolve("earlier.txt");
    Files.writeString(
        earlier,
        Files.readString(ledger()).replaceFirst(" cert=[^ ]*", ""),
        StandardCharsets.UTF_8);
    String said = imported(earlier);
    assertTrue(said.contains("recorded 1, on record before 0"), said);
    assertTrue(said.contains("lines without a certificate, from an earlier version: 1"), said);
  }

  @Test
  void shouldNameAFileThatIsNotThere() {
    String refusal = run(1, "enrolment", "import", folder.resolve("no").toString());
    assertTrue(refusal.contains("no such file"), refusal);
  }
}
