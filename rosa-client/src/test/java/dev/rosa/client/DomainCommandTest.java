package dev.rosa.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainCommandTest {
  @TempDir private Path directory;

  @Test
  void shouldMakeDomainIssueAndListIdentities() throws IOException {
    String dir = directory.resolve("domain").toString();

    CommandRun init = CommandRun.of("domain", "init", dir, "--domain", "17");
    CommandRun router = issue(dir, "router", "r1");
    CommandRun user = issue(dir, "user", "alice");
    CommandRun list = CommandRun.of("domain", "list", "--dir", dir);
    JsonNode json =
        new ObjectMapper().readTree(CommandRun.of("domain", "list", "--json", "--dir", dir).out());

    assertEquals(0, init.exitCode(), init.err());
    assertEquals(0, router.exitCode(), router.err());
    assertTrue(router.out().contains("rosa://17/router/r1"), router.out());
    assertTrue(router.out().contains("node id 1"), router.out());
    assertEquals(0, user.exitCode(), user.err());
    assertEquals(2, list.out().lines().count(), list.out());
    assertEquals(1, json.get(0).get("nodeId").intValue());
    assertEquals("rosa://17/user/alice", json.get(1).get("identity").textValue());
  }

  @Test
  void shouldRefuseInOneLineWhenNodeIdIsTaken() {
    String dir = directory.resolve("domain").toString();
    CommandRun.of("domain", "init", dir, "--domain", "17");
    issue(dir, "router", "r1");

    CommandRun run =
        CommandRun.of(
            "domain", "issue", "--dir", dir, "--role", "router", "--name", "r2", "--node-id", "1");

    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
    assertTrue(run.err().contains("rosa://17/router/r1"), run.err());
  }

  @Test
  void shouldRenewAndMarkWhatEndsSoon() throws IOException {
    String dir = directory.resolve("domain").toString();
    CommandRun.of("domain", "init", dir, "--domain", "17");
    CommandRun.of(
        "domain", "issue", "--dir", dir, "--role", "router", "--name", "r1", "--days", "20");
    CommandRun soon = CommandRun.of("domain", "list", "--dir", dir);
    CommandRun json = CommandRun.of("domain", "list", "--dir", dir, "--json");
    assertTrue(soon.out().endsWith("Z, ends in 19 days\n"), soon.out());
    assertTrue(json.out().contains("\"warning\" : \"ends in 19 days\""), json.out());

    CommandRun renewed = CommandRun.of("domain", "renew", "--dir", dir, "--name", "r1");
    CommandRun list = CommandRun.of("domain", "list", "--dir", dir);

    assertEquals(0, renewed.exitCode(), renewed.err());
    assertTrue(renewed.out().contains("rosa://17/router/r1 until "), renewed.out());
    assertTrue(renewed.out().contains("r1.key, "), renewed.out());
    assertTrue(renewed.err().startsWith("the certificate before it stays valid until "));
    assertEquals(1, list.out().lines().count(), list.out());
    assertTrue(list.out().endsWith("Z\n"), list.out());
  }

  @Test
  void shouldRefuseInOneLineToRenewWhatWasNeverIssued() {
    String dir = directory.resolve("domain").toString();
    CommandRun.of("domain", "init", dir, "--domain", "17");
    issue(dir, "router", "r1");

    CommandRun run = CommandRun.of("domain", "renew", "--dir", dir, "--name", "r11");

    assertEquals(2, run.exitCode());
    assertEquals(
        "rosa domain renew: the name 'r11' was never issued, did you mean r1?;"
            + " './rosa domain list' shows all names\n",
        run.err());
  }

  @Test
  void shouldRefuseRoleAndDomainThatDoNotExist() {
    String dir = directory.toString();

    assertEquals(2, issue(dir, "pilot", "p1").exitCode());
    assertTrue(issue(dir, "pilot", "p1").err().contains("'pilot' is not a role"));
    assertEquals(2, CommandRun.of("domain", "init", dir, "--domain", "4294967296").exitCode());
    assertEquals(2, CommandRun.of("domain", "init", dir, "--domain", "0").exitCode());
  }

  @Test
  void shouldListNothingWhenThereIsNoDomain() {
    CommandRun run = CommandRun.of("domain", "list", "--dir", directory.resolve("x").toString());

    assertEquals(2, run.exitCode());
    assertEquals(1, run.err().lines().count(), run.err());
  }

  private static CommandRun issue(String dir, String role, String name) {
    return CommandRun.of("domain", "issue", "--dir", dir, "--role", role, "--name", name);
  }
}
