package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rosa.audit.TestLog;
import dev.rosa.identity.TestDomain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rosa audit verify} on exports and proofs. */
class AuditCommandTest {
  @TempDir private Path directory;
  private TestLog log;
  private Path authority;
  private Path key;

  @BeforeEach
  void writeKeys() throws IOException {
    TestDomain domain = TestDomain.in(directory.resolve("domain"));
    log = new TestLog().withRequestOf(domain.user("alice")).withActs(9);
    authority = domain.prefix("ca.crt");
    key = Files.writeString(directory.resolve("audit.key"), log.key() + "\n");
  }

  private CommandRun verify(Object what, String... more) {
    String[] args = {"audit", "verify", "" + what, "--ca", "" + authority, "--key", "" + key};
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return CommandRun.of(all);
  }

  private static void assertFailed(CommandRun run, int code, String sentence) {
    assertEquals(code, run.exitCode(), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains(sentence), run.err());
  }

  @Test
  void shouldCheckExportAndSayHowManyRowsItHas() throws IOException {
    Path export = log.exportTo(directory.resolve("export"));
    CommandRun run = verify(export);
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(
        "no witness has cosigned: only an older checkpoint shows a log set back\n"
            + export
            + ": 10 rows of rosa/17/audit are as the log signed them\n",
        run.out());
    JsonNode json = new ObjectMapper().readTree(verify(export, "--json").out());
    assertTrue(json.get("verified").booleanValue());
    assertEquals(10, json.get("rows").intValue());
    assertEquals(0, json.get("findings").size());
  }

  @Test
  void shouldNameRowAndFailWhenExportWasChanged() throws IOException {
    Path export = log.exportTo(directory.resolve("export"));
    Path bundle = export.resolve("tile/entries/000.p/10");
    byte[] bytes = Files.readAllBytes(bundle);
    bytes[bytes.length - 1] ^= 1;
    Files.write(bundle, bytes);
    CommandRun run = verify(export);
    assertEquals("row 9: was changed\n", run.out());
    assertFailed(run, 1, export + ": is not as the log signed it, findings: 1");
    JsonNode json = new ObjectMapper().readTree(verify(export, "--json").out());
    assertEquals(9, json.get("findings").get(0).get("row").intValue());
  }

  @Test
  void shouldFindLogThatWasSetBackWhenOlderCheckpointIsGiven() throws IOException {
    Path export = log.exportTo(directory.resolve("export"));
    Path older = directory.resolve("older");
    Files.writeString(older, log.checkpoint(4).toString());
    assertEquals(0, verify(export, "--since", "" + older).exitCode());
    Files.writeString(older, log.withActs(1).checkpoint(11).toString());
    CommandRun run = verify(export, "--since", "" + older);
    assertEquals("the log was set back: it has 10 rows, and had 11 before\n", run.out());
    Files.writeString(older, new TestLog().checkpoint(0).toString());
    assertFailed(
        verify(export, "--since", "" + older), 2, older + ": the note has no signature of the log");
  }

  @Test
  void shouldCheckProofAndPrintItsRow() throws IOException {
    Path proof = directory.resolve("row0.tlog-proof");
    Files.writeString(proof, log.prove(0).toString());
    CommandRun run = verify(proof);
    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("caller: rosa://17/user/alice\n"), run.out());
    assertTrue(run.out().endsWith("the log rosa/17/audit has this row, as one of 10\n"), run.out());
    Files.writeString(proof, log.prove(0).toString().replace("index 0", "index 1"));
    assertFailed(verify(proof), 1, "the proof does not lead from entry 1");
  }

  @Test
  void shouldSayWhatIsExpectedWhenFilesAreWrong() throws IOException {
    assertFailed(verify(key), 2, key + ": is no proof, expected one, or the directory");
    assertFailed(verify(directory), 2, "there is no file 'checkpoint', expected a finished export");
    assertFailed(verify(directory.resolve("none")), 2, "no such file");
    Path export = log.exportTo(directory.resolve("export"));
    Files.writeString(key, "x");
    assertFailed(verify(export), 2, key + ": not a log key, expected one line NAME+ID+KEY");
    Files.writeString(key, log.key().toString());
    Files.copy(key, authority, StandardCopyOption.REPLACE_EXISTING);
    assertFailed(verify(export), 2, authority + ": not a certificate, expected X.509 PEM");
  }
}
