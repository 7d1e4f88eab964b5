package dev.rosa.as;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Origin;
import dev.rosa.as.policy.Quota;
import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.RuleQuota;
import dev.rosa.as.records.Epochs;
import dev.rosa.as.request.AuthorizationRecords;
import dev.rosa.as.request.JoinHandler;
import dev.rosa.as.request.ServiceRequestHandler;
import dev.rosa.as.request.SignerCheck;
import dev.rosa.config.ConfigException;
import dev.rosa.config.HostPort;
import dev.rosa.config.StorageLocation;
import dev.rosa.control.v1.ServiceGrant;
import dev.rosa.fuzz.FuzzDomain;
import dev.rosa.fuzz.Scratch;
import dev.rosa.identity.Identity;
import dev.rosa.keys.CodeDigest;
import dev.rosa.role.AdministrationException;
import dev.rosa.signature.SignatureVerifier;
import dev.rosa.storage.Storage;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The Authorization Server's handlers on a real storage; alice may use one code on one path. */
record FuzzedServer(
    Identity self, Identity alice, ServiceRequestHandler requests, JoinHandler joins) {

  static final String CODE = "transcoder";
  static final String FROM = "10.0.1.0/24";
  static final String TO = "10.0.2.0/24";
  static final Duration MAX_WINDOW = Duration.ofMinutes(10);
  static final Grant GRANT = new Grant(100, 7, Grant.MODIFY | Grant.DROP);

  private static final HostPort CODE_SERVER = new HostPort("127.0.0.1", 7002);
  private static final Duration SKEW = Duration.ofSeconds(2);
  private static final int DOMAIN = 17;

  static FuzzedServer open() {
    Identity self = FuzzDomain.authorizationServer("as1");
    Identity alice = FuzzDomain.user("alice");
    SecureRandom random = new SecureRandom();
    InstantSource clock = InstantSource.system();
    Storage storage = storage();
    DomainPolicy policy =
        new DomainPolicy(
            DOMAIN,
            EnumSet.of(Suite.HMAC_SHA256, Suite.AES256_GCM),
            Suite.HMAC_SHA256,
            Duration.ofHours(1),
            SKEW,
            Duration.ofDays(1),
            Quota.NONE,
            Integer.MAX_VALUE);
    AuthorizationRecords records =
        AuthorizationRecords.on(
            storage, random, clock, System::nanoTime, List.of(CODE_SERVER), policy);
    try {
      fill(records);
    } catch (AdministrationException e) {
      throw new IllegalStateException(e);
    }
    SignerCheck signers = new SignerCheck(self, SignatureVerifier.builtIn());
    return new FuzzedServer(
        self,
        alice,
        new ServiceRequestHandler(signers, policy, records, clock, random),
        new JoinHandler(signers, records, clock, SKEW));
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

  private static Storage storage() {
    try {
      return Storage.open(
          StorageLocation.of(Scratch.directory().resolve("as.db")), AuthorizationRecords.TABLES);
    } catch (ConfigException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void fill(AuthorizationRecords records) throws AdministrationException {
    records.users().add("alice");
    records.codes().add(CODE, CodeDigest.ofBundle(new byte[] {1}));
    records.epochs().openMissing();
    for (Epochs.Live live : records.epochs().live()) {
      records.epochs().activation().confirm(live.epoch(), CODE_SERVER);
      records.epochs().activation().spread(List.of(live.epoch()), CODE_SERVER);
    }
    records
        .rules()
        .add(new Rule(0, "alice", CODE, FROM, TO, MAX_WINDOW, GRANT, RuleQuota.NONE, Origin.ADMIN));
  }
}
