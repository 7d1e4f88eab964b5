package dev.rosa.provider;

import dev.rosa.crypto.SuiteEngine;
import dev.rosa.provider.ProvidersConfig.Serve;
import dev.rosa.wire.active.Suite;
import java.security.Provider;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Crypto provider that may be chosen for suites, a JCE provider or an {@link EngineProvider}, with
 * its name in {@code providers.xml}. Brought up when it is first asked for more than its name,
 * which may load native code. Thread-safe.
 */
public final class Candidate {

  /** Result of loading the provider: an absence with its reason, or the loaded provider. */
  private record State(Optional<String> absence, LoadedProvider provider) {

    static State absent(String reason) {
      return new State(Optional.of(reason), null);
    }
  }

  private final String name;
  private final ProviderLoader loader;
  private final Function<Suite, Serve> serves;
  private State state;
  private Map<Suite, Server> servers;

  Candidate(String name, ProviderLoader loader, Function<Suite, Serve> serves) {
    this.name = name;
    this.loader = loader;
    this.serves = serves;
  }

  /** Its name in {@code providers.xml}. */
  public String name() {
    return name;
  }

  /** Reason why it cannot be used here, in a sentence without a full stop; empty if it can. */
  public Optional<String> absence() {
    return state().absence();
  }

  /** Name and version; empty if it is absent. */
  public String description() {
    return isAbsent() ? "" : state().provider().description();
  }

  /** The JCE provider, not used yet; empty if it is absent or one of engines. */
  public Optional<Provider> jce() {
    return isAbsent() ? Optional.empty() : Optional.ofNullable(state().provider().jce());
  }

  /**
   * The suites that it has the algorithms for; none if it is absent. Whether it computes them right
   * is what {@link #errors} tells.
   */
  public Set<Suite> suites() {
    return Collections.unmodifiableSet(servers().keySet());
  }

  /**
   * A new engine, to be owned by one thread.
   *
   * @throws IllegalStateException if the suite is not among {@link #suites}
   */
  public SuiteEngine engineFor(Suite suite) {
    return server(suite).newEngine();
  }

  /**
   * Checks the known answer for a suite.
   *
   * @return its errors, one phrase each; empty if none
   * @throws IllegalStateException if the suite is not among {@link #suites}
   */
  public List<String> errors(Suite suite) {
    return server(suite).errors();
  }

  /**
   * The line of {@code providers.xml} by which it serves a suite, and the next one where it is
   * absent.
   */
  public String serveLine(Suite suite) {
    return serves.apply(suite).toXml(suite);
  }

  private boolean isAbsent() {
    return state().absence().isPresent();
  }

  private Server server(Suite suite) {
    Server server = servers().get(suite);
    if (server == null) {
      throw new IllegalStateException(
          name + " cannot serve " + suite + absence().map(why -> ": " + why).orElse(""));
    }
    return server;
  }

  private synchronized State state() {
    if (state == null) {
      state = bringUp();
    }
    return state;
  }

  private State bringUp() {
    // One loader may be behind several candidates.
    synchronized (loader) {
      try {
        return new State(Optional.empty(), loader.find(name));
      } catch (AbsentProviderException | ProviderException e) {
        return State.absent(e.getMessage());
      }
    }
  }

  /** Only when asked for: to find them, every algorithm is used once. */
  private synchronized Map<Suite, Server> servers() {
    if (servers == null) {
      synchronized (loader) {
        servers = isAbsent() ? Map.of() : findServers();
      }
    }
    return servers;
  }

  private Map<Suite, Server> findServers() {
    Servers servers = new Servers(loader);
    Map<Suite, Server> able = new EnumMap<>(Suite.class);
    for (Suite suite : Suite.values()) {
      try {
        able.put(suite, servers.of(suite, serves.apply(suite)));
      } catch (AbsentProviderException | ProviderException e) {
        // Not one of its suites.
      }
    }
    return able;
  }

  @Override
  public String toString() {
    return name;
  }
}
