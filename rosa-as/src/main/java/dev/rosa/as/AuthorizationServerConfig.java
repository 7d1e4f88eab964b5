package dev.rosa.as;

import dev.rosa.as.policy.DomainPolicy;
import dev.rosa.as.policy.Quota;
import dev.rosa.as.policy.RuleQuota;
import dev.rosa.as.staging.RefreshPolicy;
import dev.rosa.config.ConfigException;
import dev.rosa.config.ConfigFile;
import dev.rosa.config.Durations;
import dev.rosa.config.HostPort;
import dev.rosa.config.Problems;
import dev.rosa.config.StorageKeyLocation;
import dev.rosa.config.StorageLocation;
import dev.rosa.config.XmlConfig;
import dev.rosa.serving.ConnectionLimits;
import dev.rosa.signature.SignatureProviders;
import dev.rosa.signature.SignatureVerifier;
import dev.rosa.wire.active.Grant;
import dev.rosa.wire.active.Suite;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Authorization Server's configuration {@code as.xml}, as records; {@code config/as.xml}
 * explains every key. While mistakes are looked for, a required key that is wrong is null.
 */
record AuthorizationServerConfig(
    Path identity,
    HostPort listen,
    StorageLocation storage,
    StorageKeyLocation storageKey,
    ConnectionLimits connections,
    HostPort status,
    String statusNames,
    Signatures signatures,
    Domain domain,
    QuotaOfUser quota,
    CodeServers codeServers,
    Refresh refresh,
    State state,
    Users users,
    Codes codes,
    Rules rules) {
  private static final String SCHEMA = "dev/rosa/as/as.xsd";

  AuthorizationServerConfig {
    storage = storage == null ? null : storage.keyedBy(storageKey);
    connections = connections == null ? ConnectionLimits.DEFAULT : connections;
    codeServers = codeServers == null ? new CodeServers(null) : codeServers;
    refresh = refresh == null ? new Refresh(null, null, null) : refresh;
    state = state == null ? new State(null) : state;
    signatures = signatures == null ? new Signatures(null, null) : signatures;
    quota = quota == null ? new QuotaOfUser(null, null, null) : quota;
    domain = domain == null ? new Domain(null, null, null, null, null) : domain;
    users = users == null ? new Users(null) : users;
    codes = codes == null ? new Codes(null) : codes;
    rules = rules == null ? new Rules(null) : rules;
  }

  /**
   * Provider that checks signatures.
   *
   * @param jars the folder of drop-in jars; null: none is known
   */
  record Signatures(String provider, Path jars) {
    /** Folder of ROSA, which the launcher names. */
    private static final String HOME = System.getProperty("rosa.home");

    Signatures {
      provider = provider == null ? SignatureProviders.AUTO : provider;
      jars = jars == null && HOME != null ? Path.of(HOME, "providers") : jars;
    }

    /** The verifier, after its provider was brought up and tried. */
    SignatureVerifier verifier() throws ConfigException {
      SignatureProviders providers =
          jars == null ? SignatureProviders.withoutJars() : SignatureProviders.in(jars);
      return providers.named(provider);
    }
  }

  /** Policy of the domain; missing values have the default. */
  record Domain(
      String suites,
      String defaultSuite,
      Duration maxWindow,
      Duration skew,
      Duration maxStartAhead) {
    Domain {
      defaultSuite = defaultSuite == null ? Suite.HMAC_SHA256.protocolName() : defaultSuite;
      maxWindow = maxWindow == null ? Duration.ofHours(1) : maxWindow;
      skew = skew == null ? Duration.ofSeconds(2) : skew;
      maxStartAhead = maxStartAhead == null ? Duration.ofDays(1) : maxStartAhead;
    }

    Set<Suite> allowedSuites() {
      Set<Suite> allowed = EnumSet.noneOf(Suite.class);
      for (Suite suite : Suite.values()) {
        if (suites == null ? suite.allowedByDefault() : names().contains(suite.protocolName())) {
          allowed.add(suite);
        }
      }
      return allowed;
    }

    private List<String> names() {
      return Arrays.asList(suites.split("\\s+"));
    }
  }

  /** Limits for each user; missing values have the default. */
  record QuotaOfUser(
      Integer maxSessions, Integer maxRequestsPerMinute, Integer recordedRefusalsPerMinute) {
    QuotaOfUser {
      maxSessions = maxSessions == null ? 1_000 : maxSessions;
      maxRequestsPerMinute = maxRequestsPerMinute == null ? 600 : maxRequestsPerMinute;
      recordedRefusalsPerMinute =
          recordedRefusalsPerMinute == null ? 30 : recordedRefusalsPerMinute;
    }
  }

  /** The policy for a domain of this number. */
  DomainPolicy policy(int number) {
    return new DomainPolicy(
        number,
        domain.allowedSuites(),
        Suite.byName(domain.defaultSuite()).orElseThrow(),
        domain.maxWindow(),
        domain.skew(),
        domain.maxStartAhead(),
        new Quota(quota.maxSessions(), quota.maxRequestsPerMinute()),
        quota.recordedRefusalsPerMinute());
  }

  /** The Code Servers to stage secrets at. */
  record CodeServers(List<HostPort> codeServer) {
    CodeServers {
      codeServer = codeServer == null ? List.of() : List.copyOf(codeServer);
    }
  }

  /** Refresh of secrets; missing values have the default. */
  record Refresh(Duration every, Duration routersWait, Duration lease) {
    Refresh {
      every = every == null ? RefreshPolicy.DEFAULT.every() : every;
      routersWait = routersWait == null ? RefreshPolicy.DEFAULT.routersWait() : routersWait;
      lease = lease == null ? RefreshPolicy.DEFAULT.lease() : lease;
    }

    RefreshPolicy policy() {
      return new RefreshPolicy(every, routersWait, lease);
    }

    @Override
    public String toString() {
      return every.isZero() ? "by-command" : Durations.format(every);
    }
  }

  /** The domain's signed state. */
  record State(Duration valid) {
    State {
      valid = valid == null ? Duration.ofMinutes(2) : valid;
    }
  }

  /** The users that may ask for services. */
  record Users(List<UserEntry> user) {
    Users {
      user = user == null ? List.of() : List.copyOf(user);
    }

    Set<String> names() {
      return user.stream().map(UserEntry::name).collect(Collectors.toSet());
    }
  }

  /** A user by name. */
  record UserEntry(String name) {}

  /** The codes that sessions may be opened for. */
  record Codes(List<CodeEntry> code) {
    Codes {
      code = code == null ? List.of() : List.copyOf(code);
    }

    Set<String> names() {
      return code.stream().map(CodeEntry::name).collect(Collectors.toSet());
    }
  }

  /** A code by its digest, or by the file that the digest is taken from. */
  record CodeEntry(String name, String digest, Path bundle) {}

  /** The rules that allow sessions. */
  record Rules(List<RuleEntry> rule) {
    Rules {
      rule = rule == null ? List.of() : List.copyOf(rule);
    }
  }

  /** A rule; the permissions that are left out are not given. */
  record RuleEntry(
      String user,
      String code,
      String from,
      String to,
      Duration maxWindow,
      Long packetsPerSecond,
      Integer fuelThousands,
      String permissions,
      Integer maxSessions,
      Integer maxSessionsPerUser,
      Integer maxRequestsPerMinute) {

    RuleQuota quota() {
      return new RuleQuota(
          maxSessions == null ? 0 : maxSessions,
          maxSessionsPerUser == null ? 0 : maxSessionsPerUser,
          maxRequestsPerMinute == null ? 0 : maxRequestsPerMinute);
    }

    Grant grant() {
      return new Grant(
          packetsPerSecond == null ? 0 : packetsPerSecond.intValue(),
          fuelThousands == null ? 0 : fuelThousands,
          permissions == null ? 0 : Grant.parsePermissions(permissions));
    }
  }

  /**
   * Reads the file, checks what a schema cannot say, and reports mistakes.
   *
   * @return empty if no part of the file can be used
   */
  static Optional<ConfigFile<AuthorizationServerConfig>> read(Path file, Problems problems) {
    Optional<ConfigFile<AuthorizationServerConfig>> read =
        XmlConfig.read(file, SCHEMA, AuthorizationServerConfig.class, problems);
    read.ifPresent(found -> new ConfigCheck(found).run());
    return read;
  }
}
