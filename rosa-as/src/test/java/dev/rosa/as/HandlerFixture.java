package dev.rosa.as;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.rosa.as.audit.Checkpoints;
import dev.rosa.as.audit.LogKey;
import dev.rosa.as.audit.WitnessTable;
import dev.rosa.as.audit.WitnessedLog;
import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Quota;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RuleQuota;
import dev.rosa.as.records.AdministrationRecord;
import dev.rosa.as.records.AuditLog;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.records.LostSessions;
import dev.rosa.as.records.PassedTime;
import dev.rosa.as.records.PublicationLog;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.request.JoinHandler;
import dev.rosa.as.request.ServiceRequestHandler;
import dev.rosa.as.request.SignerCheck;
import dev.rosa.as.staging.Publications;
import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.control.v1.ServiceRequestStatement;
import dev.rosa.control.v1.SignedStatement;
import dev.rosa.identity.Identity;
import dev.rosa.identity.RosaId;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import dev.rosa.publication.PublicationCheck;
import dev.rosa.signature.SignatureVerifier;
import dev.rosa.storage.Storage;
import dev.rosa.storage.StorageFaults;
import dev.rosa.transparency.NoteSigner;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The handlers on a real storage, without a network; alice may use "transcoder". */
public final class HandlerFixture implements AutoCloseable {
  public static final int RECORDED_REFUSALS = 30;
  public static final Quota QUOTA = new Quota(1_000, 600);
  public static final HostPort CODE_SERVER = new HostPort("127.0.0.1", 7002);
  public static final CodeDigest TRANSCODER =
      CodeDigest.ofBundle("transcoder".getBytes(StandardCharsets.US_ASCII));
  static final Set<Suite> SUITES =
      EnumSet.of(Suite.HMAC_SHA256, Suite.AES128_CTR_HMAC_SHA256, Suite.AES256_GCM);

  public final TestDomain domain;
  public final Identity self;
  public final Identity alice;
  public final SettableClock clock =
      new SettableClock(Instant.now().truncatedTo(ChronoUnit.SECONDS));
  public final StorageFaults faults = new StorageFaults();
  private final StorageLocation database;
  private final List<Storage> opened = new ArrayList<>();
  public AuthorizationRecords records;
  public ServiceRequestHandler requests;
  public JoinHandler joins;

  private final Quota quotaOfUser;

  public HandlerFixture(Path folder) throws Exception {
    this(folder, QUOTA);
  }

  public HandlerFixture(Path folder, Quota quotaOfUser) throws Exception {
    this(folder, StorageLocation.of(folder.resolve("as.db")), quotaOfUser);
  }

  public HandlerFixture(Path folder, StorageLocation database, Quota quotaOfUser) throws Exception {
    this.quotaOfUser = quotaOfUser;
    domain = TestDomain.in(folder.resolve("domain"));
    self = domain.authorizationServer("as1");
    alice = domain.user("alice");
    this.database = database;
    open();
    records.users().add("alice");
    records.codes().add("transcoder", TRANSCODER);
    records.epochs().openMissing();
    confirmAll();
    rule("alice", "10.0.1.0/24", "10.0.2.0/24", new Grant(100, 0, Grant.MODIFY | Grant.DROP));
  }

  /** Opens the same storage again without closing it first, as after a kill. */
  public void open() throws ConfigException {
    Storage storage = faults.open(database, AuthorizationRecords.TABLES);
    opened.add(storage);
    SecureRandom random = new SecureRandom();
    Duration skew = Duration.ofSeconds(2);
    DomainPolicy policy = policy();
    records =
        AuthorizationRecords.on(storage, random, clock, clock::nanos, List.of(CODE_SERVER), policy);
    Instant unused = storage.withHandle(records.passed()::now);
    SignerCheck signers = new SignerCheck(self, SignatureVerifier.builtIn());
    requests = new ServiceRequestHandler(signers, policy, records, clock, random);
    joins = new JoinHandler(signers, records, clock, skew);
  }

  /** The policy of its domain. */
  public DomainPolicy policy() {
    return new DomainPolicy(
        17,
        SUITES,
        Suite.HMAC_SHA256,
        Duration.ofHours(1),
        Duration.ofSeconds(2),
        Duration.ofDays(1),
        quotaOfUser,
        RECORDED_REFUSALS);
  }

  /** The time that has passed, which does not follow the clock's jumps ahead. */
  public Instant passedNow() {
    return storage().withHandle(records.passed()::now);
  }

  /** The records with another operator. */
  public AuthorizationRecords recordsBy(String operator) {
    return AuthorizationRecords.by(
        operator,
        storage(),
        new SecureRandom(),
        clock,
        clock::nanos,
        List.of(CODE_SERVER),
        policy());
  }

  /** Record of changes in a storage by an operator "tester". */
  public static AdministrationRecord acts(Storage storage) {
    return new AdministrationRecord(new AuditLog(storage), InstantSource.system(), "tester");
  }

  /** Record of sessions that a storage has lost by a restore: none. */
  public static LostSessions lost(Storage storage) {
    return new LostSessions(storage, InstantSource.system(), Duration.ofDays(1));
  }

  /** The time that passes by the machine's clocks. */
  public static PassedTime passed() {
    return new PassedTime(
        InstantSource.system(), System::nanoTime, Duration.ofDays(1), Duration.ofSeconds(2));
  }

  /** Publications in the audit log of a storage. */
  public static Publications publications(Storage storage, Identity server, InstantSource clock) {
    return new Publications(
        new PublicationLog(storage, new AuditLog(storage)),
        new PublicationCheck(server.authority(), clock));
  }

  /** The audit log for witnesses; its key is made now if there is none. */
  public WitnessedLog witnessedLog() {
    return witnessedLog(storage(), self, clock);
  }

  /** The same of a server on any storage. */
  public static WitnessedLog witnessedLog(Storage storage, Identity server, InstantSource clock) {
    try {
      NoteSigner signer = LogKey.ofDomain(storage, 17, new SecureRandom(), clock);
      return new WitnessedLog(
          new AuditLog(storage).tree(),
          new Checkpoints(storage, signer, clock),
          new WitnessTable(storage),
          signer.key(),
          server,
          clock);
    } catch (ConfigException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The Code Server and its routers have every secret. */
  public void confirmAll() {
    for (Epochs.Live live : records.epochs().live()) {
      records.epochs().activation().confirm(live.epoch(), CODE_SERVER);
      records.epochs().activation().spread(List.of(live.epoch()), CODE_SERVER);
    }
  }

  public long rule(String user, String from, String to, Grant grant) {
    return rule(user, from, to, grant, RuleQuota.NONE);
  }

  public long rule(String user, String from, String to, Grant grant, RuleQuota quota) {
    return records
        .rules()
        .add(
            new Rule(
                0,
                user,
                "transcoder",
                from,
                to,
                Duration.ofMinutes(10),
                grant,
                quota,
                Origin.ADMIN));
  }

  public ServiceGrant ask(ServiceRequestStatement.Builder statement) throws Refusal {
    return ask(alice.id(), signed(statement));
  }

  /** A request that alice signs now, by the fixture's clock. */
  public SignedStatement signed(ServiceRequestStatement.Builder statement) {
    return signed(alice, statement);
  }

  /** The same of any user. */
  public SignedStatement signed(Identity user, ServiceRequestStatement.Builder statement) {
    return Requests.sign(user, statement.setSignedAt((int) clock.instant().getEpochSecond()));
  }

  public ServiceGrant ask(SignedStatement signed) throws Refusal {
    return ask(alice.id(), signed);
  }

  public ServiceGrant ask(RosaId caller, SignedStatement signed) throws Refusal {
    return answer(requests.handle(caller, signed));
  }

  public ServiceGrant join(Identity caller, long session) throws Refusal {
    return join(caller.id(), Requests.sign(caller, Requests.join(caller.id(), session, clock)));
  }

  public ServiceGrant join(RosaId caller, SignedStatement signed) throws Refusal {
    return answer(joins.handle(caller, signed));
  }

  /** Waits for an answer, and throws the refusal that it ends in. */
  static ServiceGrant answer(CompletionStage<ServiceGrant> decision) throws Refusal {
    try {
      return decision.toCompletableFuture().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw e;
    }
  }

  public Storage storage() {
    return opened.get(opened.size() - 1);
  }

  /** The newest row of the audit record. */
  public AuditReader.Row audited() {
    return audit().newest(1).get(0);
  }

  public AuditReader audit() {
    return new AuditReader(storage());
  }

  @Override
  public void close() {
    opened.forEach(Storage::close);
  }

  public void assertRefused(
      ServiceRequestStatement.Builder statement, Status.Code code, String sentence) {
    assertRefused(signed(statement), code, sentence);
  }

  /** Asserts the answer and that the audit record says the same. */
  public void assertRefused(SignedStatement signed, Status.Code code, String sentence) {
    Refusal refusal = assertThrows(Refusal.class, () -> ask(signed));
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
    assertEquals(code, refusal.code());
    AuditReader.Row row = audited();
    assertEquals(
        new AuditLog.Decision("refused", code.name(), refusal.getMessage(), 0), row.decision());
    assertEquals("request", row.method());
  }

  /** Asserts that the audit record has the digest of an unverified request, not its bytes. */
  public void assertKeptOnlyDigest(SignedStatement signed) {
    assertNull(audited().signed());
    String digest = CodeDigest.ofBundle(signed.getStatement().toByteArray()).toString();
    assertEquals(digest, audited().unverifiedDigest());
  }
}
