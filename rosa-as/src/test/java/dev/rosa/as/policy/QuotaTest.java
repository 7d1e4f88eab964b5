package dev.rosa.as.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.AuditReader;
import dev.rosa.as.HandlerFixture;
import dev.rosa.as.Requests;
import dev.rosa.as.policy.AuthorizationCounts.Event;
import dev.rosa.as.records.RefusalRecord;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.identity.Identity;
import dev.rosa.testkit.CapturedLog;
import dev.rosa.wire.active.Grant;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotaTest {
  private static final Grant GRANT = new Grant(0, 0, 0);

  @TempDir Path folder;
  private HandlerFixture as;

  StorageLocation database() {
    return StorageLocation.of(folder.resolve("as.db"));
  }

  @AfterEach
  void close() {
    as.close();
  }

  private void open(int maxSessions, int maxRequestsPerMinute) throws Exception {
    as = new HandlerFixture(folder, database(), new Quota(maxSessions, maxRequestsPerMinute));
  }

  private Refusal refused() {
    return assertThrows(Refusal.class, () -> as.ask(Requests.good()));
  }

  private void refused(Event event, String sentence) {
    long before = as.records.counts().counted(event);
    Refusal refusal = refused();
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, refusal.code());
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
    assertEquals(before + 1, as.records.counts().counted(event));
  }

  private ServiceGrant askAs(Identity user) throws Exception {
    return as.ask(user.id(), as.signed(user, Requests.good().setUser(user.id().toString())));
  }

  @Test
  void shouldRefuseSessionWhenUserHasAsManyAsAllowed() throws Exception {
    open(2, 0);
    as.ask(Requests.good());
    as.ask(Requests.good());
    refused(
        Event.USER_SESSIONS,
        "rosa://17/user/alice has 2 live sessions, as many as this server allows a user; one ends");
    as.clock.move(Duration.ofSeconds(61));
    as.ask(Requests.good());
  }

  @Test
  void shouldKnowLiveSessionsAlsoAfterRestart() throws Exception {
    open(1, 0);
    as.ask(Requests.good());
    as.open();
    refused(Event.USER_SESSIONS, "has 1 live sessions");
  }

  @Test
  void shouldServeOtherUsersWhenOneHasAsManySessionsAsAllowed() throws Exception {
    open(1, 1);
    Identity bob = as.domain.user("bob");
    as.records.users().add("bob");
    as.rule("bob", "*", "*", GRANT);
    as.ask(Requests.good());
    refused(Event.USER_REQUESTS, "rosa://17/user/alice asks too often");
    askAs(bob);
  }

  @Test
  void shouldRefuseWhenRuleHasAsManySessionsAsItAllowsOverAllItsUsers() throws Exception {
    open(0, 0);
    Identity bob = as.domain.user("bob");
    as.records.users().add("bob");
    as.records.rules().remove(1);
    long rule = as.rule("*", "*", "*", GRANT, new RuleQuota(1, 0, 0));
    askAs(bob);
    refused(Event.RULE_SESSIONS, "there are 1 live sessions under rule " + rule);
  }

  @Test
  void shouldRefuseWhenRuleIsAskedTooOften() throws Exception {
    open(0, 0);
    as.records.rules().remove(1);
    as.rule("alice", "*", "*", GRANT, new RuleQuota(0, 0, 1));
    as.ask(Requests.good());
    refused(Event.RULE_REQUESTS, "which allows 1 requests a minute");
    as.clock.move(Duration.ofMinutes(1));
    as.ask(Requests.good());
  }

  @Test
  void shouldUseLaterRuleWhenOthersHaveTakenAllOfASharedOne() throws Exception {
    open(0, 0);
    Identity bob = as.domain.user("bob");
    as.records.users().add("bob");
    as.records.rules().remove(1);
    long shared = as.rule("*", "*", "*", GRANT, new RuleQuota(1, 0, 0));
    long own = as.rule("alice", "*", "*", new Grant(7, 0, 0), new RuleQuota(1, 0, 0));
    askAs(bob);
    assertEquals(new Grant(7, 0, 0).bits(), as.ask(Requests.good()).getGrant());
    assertEquals(List.of(1, 1), List.of(liveUnder(shared), liveUnder(own)));
    refused(Event.RULE_SESSIONS, "there are 1 live sessions under rule " + shared);
  }

  @Test
  void shouldUseLaterRuleWhenTheFirstIsAskedTooOften() throws Exception {
    open(0, 0);
    as.records.rules().remove(1);
    long first = as.rule("alice", "*", "*", GRANT, new RuleQuota(0, 0, 1));
    long second = as.rule("alice", "*", "*", GRANT, RuleQuota.NONE);
    as.ask(Requests.good());
    as.ask(Requests.good());
    assertEquals(List.of(1, 1), List.of(liveUnder(first), liveUnder(second)));
  }

  @Test
  void shouldKeepRequestOfRuleWhenItsSessionsAreRefused() throws Exception {
    open(0, 0);
    assertKeepsRequest(new RuleQuota(1, 0, 2), Event.RULE_SESSIONS);
  }

  @Test
  void shouldKeepRequestOfRuleWhenTheUsersSessionsAreRefused() throws Exception {
    open(1, 0);
    assertKeepsRequest(new RuleQuota(0, 0, 2), Event.USER_SESSIONS);
  }

  private void assertKeepsRequest(RuleQuota twoRequests, Event refusal) throws Exception {
    as.records.rules().remove(1);
    as.rule("alice", "*", "*", GRANT, twoRequests);
    as.ask(Requests.good().setSeconds(1));
    refused(refusal, "1 live sessions");
    as.clock.move(Duration.ofSeconds(2));
    as.ask(Requests.good().setSeconds(1));
    as.clock.move(Duration.ofSeconds(2));
    refused(Event.RULE_REQUESTS, "which allows 2 requests a minute");
  }

  @Test
  void shouldLimitEachUserUnderASharedRule() throws Exception {
    open(0, 0);
    Identity bob = as.domain.user("bob");
    as.records.users().add("bob");
    as.records.rules().remove(1);
    long rule = as.rule("*", "*", "*", GRANT, new RuleQuota(3, 1, 0));
    as.ask(Requests.good());
    refused(
        Event.RULE_SESSIONS,
        "rosa://17/user/alice has 1 live sessions under rule " + rule + ", as many as it allows");
    askAs(bob);
  }

  @Test
  void shouldGiveEachPlaceOnceWhenManyAskAtTheSameTime() throws Exception {
    open(0, 0);
    as.records.rules().remove(1);
    long first = as.rule("alice", "*", "*", GRANT, new RuleQuota(3, 0, 0));
    long second = as.rule("alice", "*", "*", GRANT, new RuleQuota(0, 0, 2));
    ExecutorService callers = Executors.newFixedThreadPool(8);
    try {
      List<Future<ServiceGrant>> answers = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        answers.add(callers.submit(() -> as.ask(Requests.good())));
      }
      for (Future<ServiceGrant> answer : answers) {
        try {
          answer.get();
        } catch (ExecutionException refused) {
          assertInstanceOf(Refusal.class, refused.getCause());
        }
      }
    } finally {
      callers.shutdownNow();
    }
    assertEquals(List.of(3, 2), List.of(liveUnder(first), liveUnder(second)));
    assertEquals(11, as.records.counts().counted(Event.RULE_SESSIONS));
  }

  private int liveUnder(long rule) {
    return as.storage()
        .withHandle(
            handle ->
                handle
                    .createQuery("SELECT COUNT(*) FROM sessions WHERE rule = :rule")
                    .bind("rule", rule)
                    .mapTo(Integer.class)
                    .one());
  }

  @Test
  void shouldCountJoinsApartFromRequestsWhenUserAsksTooOften() throws Exception {
    open(0, 2);
    for (int i = 0; i < 2; i++) {
      Refusal unknown = assertThrows(Refusal.class, () -> as.join(as.alice, 77));
      assertEquals(Status.Code.NOT_FOUND, unknown.code());
    }
    as.ask(Requests.good());
    as.ask(Requests.good());
    refused(Event.USER_REQUESTS, "this server allows a user 2 requests a minute");
    Refusal join = assertThrows(Refusal.class, () -> as.join(as.alice, 77));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, join.code());
    as.clock.move(Duration.ofSeconds(30));
    as.ask(Requests.good());
    refused(Event.USER_REQUESTS, "asks too often");
  }

  @Test
  void shouldRecordOneRowAMinuteWhenQuotaRefuses() throws Exception {
    open(1, 0);
    as.ask(Requests.good());
    try (CapturedLog log = CapturedLog.of(RefusalRecord.class)) {
      for (int i = 0; i < 100; i++) {
        refused();
      }
      assertEquals(1, log.lines().size());
    }
    assertEquals(2, as.audit().newest(1_000).size());
    assertEquals(100, as.records.counts().counted(Event.USER_SESSIONS));
    assertEquals(99, as.records.counts().counted(Event.UNRECORDED));
  }

  @Test
  void shouldRecordUpToANumberOfRefusalsAMinuteAndSayWhatIsMissing() throws Exception {
    open(0, 0);
    for (int i = 0; i < 100; i++) {
      assertThrows(Refusal.class, () -> as.ask(Requests.good().setCode("unknown")));
    }
    List<AuditReader.Row> rows = as.audit().newest(1_000);
    assertEquals(HandlerFixture.RECORDED_REFUSALS, rows.size());
    as.clock.move(Duration.ofMinutes(1));
    assertThrows(Refusal.class, () -> as.ask(Requests.good().setCode("unknown")));
    String reason = as.audited().decision().reason();
    assertTrue(reason.endsWith("(and 70 refusals before, not recorded)"), reason);
  }

  @Test
  void shouldKeepRuleAndItsSessionsWhenConfigurationIsReadAgain() throws Exception {
    open(0, 0);
    Rule first = declared("10.0.1.0/24", new RuleQuota(1, 0, 0));
    Rule second = declared("10.0.9.0/24", RuleQuota.NONE);
    configure(List.of(first, second));
    List<Rule> before = as.records.rules().list();
    configure(List.of(second, declared("10.0.1.0/24", new RuleQuota(5, 2, 7))));
    List<Rule> after = as.records.rules().list();
    assertEquals(before.get(0).id(), after.get(1).id());
    assertEquals(before.get(1).id(), after.get(0).id());
    assertEquals(new RuleQuota(5, 2, 7), after.get(1).quota());
    configure(List.of(second));
    assertEquals(2, as.records.rules().list().size());
  }

  private static Rule declared(String from, RuleQuota quota) {
    return new Rule(
        0, "alice", "transcoder", from, "*", Duration.ofMinutes(10), GRANT, quota, Origin.CONFIG);
  }

  private void configure(List<Rule> rules) {
    as.storage().useTransaction(handle -> as.records.rules().configure(handle, rules));
  }
}
