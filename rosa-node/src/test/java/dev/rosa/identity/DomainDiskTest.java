package dev.rosa.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.identity.FailingDisk.EndedError;
import dev.rosa.identity.FailingDisk.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An authority whose disk is full, or whose process ends, at every operation in turn. */
@Tag("jdk")
final class DomainDiskTest {

  private static final Duration YEAR = Duration.ofDays(365);
  private static final int MOST_OPERATIONS = 40;

  @TempDir Path folder;
  private Way way;
  private int step;
  private boolean failed;

  /** Work of a test on a domain whose disk fails. */
  private interface Work {
    void on(DomainAuthority.Means means) throws IdentityException;
  }

  /** Lets the next operation fail; false when there was none any more. */
  private boolean fails(Way how, Work work) throws IdentityException {
    way = how;
    FailingDisk disk = new FailingDisk(way, step++);
    assertTrue(step < MOST_OPERATIONS);
    DomainAuthority.Means means =
        new DomainAuthority.Means(
            disk, InstantSource.system(), new CertificateIssuer(new SecureRandom()));
    failed = false;
    try {
      work.on(means);
    } catch (IdentityException e) {
      assertEquals(Way.FULL, way);
      assertTrue(e.getMessage().contains("No space left on device"), e.getMessage());
      failed = true;
    } catch (EndedError e) {
      assertEquals(Way.ENDED, way);
      failed = true;
    }
    return disk.hasFailed();
  }

  private Path domain() {
    return folder.resolve(way + "-" + step);
  }

  private static Path issue(DomainAuthority authority, String name) throws IdentityException {
    return authority.issue(Role.ROUTER, name, YEAR, OptionalInt.empty());
  }

  private static void assertTidy(Path domain) throws IOException {
    try (Stream<Path> files = Files.list(domain)) {
      List<String> left = files.map(Path::toString).filter(one -> one.endsWith(".new")).toList();
      assertEquals(List.of(), left);
    }
  }

  @Test
  void shouldMakeDomainAtSecondTryWhenDiskWasFull() throws Exception {
    while (fails(Way.FULL, means -> DomainAuthority.init(domain(), 17, means))) {
      if (failed) {
        assertTidy(domain());
        DomainAuthority.init(domain(), 17);
      }
      issue(DomainAuthority.open(domain()), "r1");
    }
  }

  @Test
  void shouldMakeDomainAtSecondTryWhenProcessEnded() throws Exception {
    while (fails(Way.ENDED, means -> DomainAuthority.init(domain(), 17, means))) {
      if (!Files.exists(domain().resolve("ca.crt"))) {
        DomainAuthority.init(domain(), 17);
      }
      issue(DomainAuthority.open(domain()), "r1");
      assertTidy(domain());
    }
  }

  @Test
  void shouldKeepKeyThatHasNoCertificateWhenItIsNotOfAnInit() throws Exception {
    Files.writeString(folder.resolve("ca.key"), "precious");
    String refusal =
        assertThrows(IdentityException.class, () -> DomainAuthority.init(folder, 17)).getMessage();
    assertTrue(refusal.endsWith("ca.key: exists already and is not overwritten"), refusal);
    assertEquals("precious", Files.readString(folder.resolve("ca.key")));
  }

  @Test
  void shouldNotBurnNameOrNodeWhenDiskWasFull() throws Exception {
    while (fails(Way.FULL, means -> issue(initialised(means), "r1"))) {
      assertTidy(domain());
      DomainAuthority authority = DomainAuthority.open(domain());
      if (failed) {
        assertEquals(List.of(), authority.issued());
        issue(authority, "r1");
      }
      assertEquals(1, Identity.load(domain().resolve("r1")).nodeId());
    }
  }

  @Test
  void shouldGiveNameAndNodeOnceWhenProcessEnded() throws Exception {
    while (fails(Way.ENDED, means -> issue(initialised(means), "r1"))) {
      DomainAuthority authority = DomainAuthority.open(domain());
      int other = Identity.load(issue(authority, "r2")).nodeId();
      assertTidy(domain());
      boolean issued = authority.issued().get(0).id().name().equals("r1");
      assertEquals(issued ? 2 : 1, other);
      Path r1 = issued ? domain().resolve("r1") : issue(authority, "r1");
      assertEquals(issued ? 1 : 2, Identity.load(r1).nodeId());
      assertEquals(2, authority.issued().size());
    }
  }

  @Test
  void shouldKeepOldOrHaveNewCertificateWhenRenewalFails() throws Exception {
    for (Way each : Way.values()) {
      step = 0;
      while (fails(each, means -> initialised(means, "r1").renew("r1", YEAR))) {
        DomainAuthority authority = DomainAuthority.open(domain());
        issue(authority, "r2");
        assertTidy(domain());
        Identity survivor = Identity.load(domain().resolve("r1"));
        authority.renew("r1", YEAR);
        Identity renewed = Identity.load(domain().resolve("r1"));
        assertNotEquals(survivor.certificate(), renewed.certificate());
        assertEquals(survivor.id(), renewed.id());
        assertEquals(survivor.nodeId(), renewed.nodeId());
      }
      assertFalse(failed);
    }
  }

  /** A domain that was made, and names that were issued, while all was well. */
  private DomainAuthority initialised(DomainAuthority.Means means, String... names)
      throws IdentityException {
    if (!Files.exists(domain())) {
      DomainAuthority made = DomainAuthority.init(domain(), 17);
      for (String name : names) {
        issue(made, name);
      }
    }
    return DomainAuthority.open(domain(), means);
  }

  @Test
  void shouldForgetLineThatWasNotWrittenToItsEnd() throws Exception {
    DomainAuthority authority = DomainAuthority.init(folder, 17);
    issue(authority, "r1");
    Path ledger = folder.resolve("ledger.txt");
    String line = Files.readString(ledger);
    Files.writeString(ledger, line + line.replace("r1", "r2").substring(0, line.length() - 3));
    issue(authority, "r2");
    assertEquals(2, Files.readAllLines(ledger).size());
    Files.writeString(ledger, Files.readString(ledger).strip());
    issue(authority, "r3");
    assertEquals(3, Files.readAllLines(ledger).size());
    assertEquals(3, authority.issued().size());
  }
}
