package dev.rosa.serving;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Look-up of the addresses of several hosts side by side, within a time limit. A lookup that takes
 * longer ends on a daemon thread, and has no result. Immutable and thread-safe.
 */
final class NameLookup {

  /** Source of a host's address. */
  interface Resolver {
    InetAddress resolve(String host) throws UnknownHostException;
  }

  private static final int MOST_THREADS = 16;

  private final Map<String, CompletableFuture<Optional<InetAddress>>> answers = new HashMap<>();

  private NameLookup() {}

  /** Begins to look up all hosts. */
  static NameLookup of(Collection<String> hosts, Resolver resolver, Duration limit) {
    NameLookup lookup = new NameLookup();
    ExecutorService threads =
        Executors.newFixedThreadPool(MOST_THREADS, new DefaultThreadFactory("names", true));
    for (String host : hosts) {
      lookup.answers.computeIfAbsent(
          host,
          name ->
              CompletableFuture.supplyAsync(() -> resolve(name, resolver), threads)
                  .completeOnTimeout(Optional.empty(), limit.toMillis(), TimeUnit.MILLISECONDS));
    }
    threads.shutdown();
    return lookup;
  }

  private static Optional<InetAddress> resolve(String host, Resolver resolver) {
    try {
      return Optional.of(resolver.resolve(host));
    } catch (UnknownHostException e) {
      return Optional.empty();
    }
  }

  /** The address of one of the hosts; waits for it. */
  Optional<InetAddress> find(String host) {
    return answers.get(host).join();
  }
}
