package dev.rosa.signature;

import dev.rosa.config.ConfigException;
import dev.rosa.provider.Candidate;
import dev.rosa.provider.Candidates;
import java.nio.file.Path;
import java.security.Provider;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Choice of the provider that checks signatures. Only one that {@link SignatureTrial} finds right
 * is chosen; the JDK's own serves where no other one does. Thread-safe.
 */
public final class SignatureProviders {

  /** Value of a configuration for the fastest that is there. */
  public static final String AUTO = "auto";

  /** Name of the JDK's own. */
  public static final String JDK = "JDK";

  private static final Logger LOG = LoggerFactory.getLogger(SignatureProviders.class);

  /** BouncyCastle's, which is part of ROSA. */
  private static final String BOUNCY_CASTLE = "BC";

  private static final List<String> FASTEST_FIRST = List.of("ACCP", "Conscrypt", BOUNCY_CASTLE);

  private final Candidates candidates;
  private final List<String> fastestFirst;

  private SignatureProviders(Candidates candidates, List<String> fastestFirst) {
    this.candidates = candidates;
    this.fastestFirst = fastestFirst;
  }

  /** BouncyCastle, and before it those whose jars are in a folder; it need not exist. */
  public static SignatureProviders in(Path jars) {
    return new SignatureProviders(Candidates.known(jars), FASTEST_FIRST);
  }

  /** Those that are part of ROSA. */
  public static SignatureProviders withoutJars() {
    return new SignatureProviders(Candidates.known(Path.of("")), List.of(BOUNCY_CASTLE));
  }

  /**
   * The provider for a name.
   *
   * @param name of a provider, {@link #JDK} or {@link #AUTO}
   * @throws ConfigException if the one that is named is absent or wrong
   */
  public SignatureVerifier named(String name) throws ConfigException {
    return switch (name) {
      case AUTO -> fastest();
      case JDK -> SignatureVerifier.builtIn();
      default -> only(name);
    };
  }

  private SignatureVerifier fastest() {
    for (String name : fastestFirst) {
      Candidate candidate = candidate(name);
      Optional<String> absence = candidate.absence();
      if (absence.isPresent()) {
        LOG.info("provider {} is absent: {}; the next one checks signatures", name, absence.get());
        continue;
      }
      try {
        return tried(candidate.jce().orElseThrow(), name, candidate.description());
      } catch (ConfigException e) {
        LOG.warn("{}: it is not used, the next one checks signatures", e.getMessage());
      }
    }
    return SignatureVerifier.builtIn();
  }

  private SignatureVerifier only(String name) throws ConfigException {
    if (!fastestFirst.contains(name)) {
      throw new ConfigException("provider " + name + " is a jar, expected the folder that has it");
    }
    Candidate candidate = candidate(name);
    Optional<String> absence = candidate.absence();
    if (absence.isPresent()) {
      throw new ConfigException("provider " + name + " is absent: " + absence.get());
    }
    return tried(candidate.jce().orElseThrow(), name, candidate.description());
  }

  private Candidate candidate(String name) {
    return candidates.named(name).orElseThrow();
  }

  /**
   * The verifier on a provider that is there.
   *
   * @throws ConfigException if the provider gives a wrong answer
   */
  static SignatureVerifier tried(Provider provider, String name, String description)
      throws ConfigException {
    SignatureVerifier verifier = SignatureVerifier.on(provider, name, description);
    Optional<String> error = SignatureTrial.error(verifier);
    if (error.isPresent()) {
      throw new ConfigException("provider " + name + " " + error.get());
    }
    return verifier;
  }
}
