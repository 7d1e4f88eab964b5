package dev.rosa.router.catalogue;

import dev.rosa.config.HostPort;
import dev.rosa.domainstate.DomainStates;
import dev.rosa.identity.Identity;
import dev.rosa.identity.TestDomain;
import dev.rosa.keys.CodeDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A domain whose states a router takes in, by a clock that the test sets. */
abstract class StateIntakeRig {
  static final HostPort SERVER = HostPort.parse("127.0.0.1:1");
  static final CodeDigest CODE = CodeDigest.ofBundle(new byte[] {1});
  static final Duration LIFE = Duration.ofMinutes(2);
  static final Duration SKEW = Duration.ofSeconds(2);

  @TempDir Path directory;
  final Instant start = Instant.ofEpochMilli(Instant.now().toEpochMilli());
  Instant now = start;

  /** By a clock that nobody sets. */
  long nanos = -5;

  TestDomain domain;
  Identity server;
  long version;

  @BeforeEach
  void makeDomain() {
    domain = TestDomain.in(directory.resolve("domain"));
    server = domain.authorizationServer("as1");
  }

  StateIntake intake(KeptState kept) throws IOException {
    DomainStates states = new DomainStates(domain.certificate(), TestDomain.DOMAIN);
    return StateIntake.open(states, kept, () -> now, () -> nanos, SKEW);
  }
}
