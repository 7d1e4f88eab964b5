package dev.rosa.router.pipeline;

import dev.rosa.bundle.BundleException;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.CodeSource;
import dev.rosa.router.catalogue.CodeSource.Answer;
import dev.rosa.router.catalogue.CodeSource.Outcome;
import dev.rosa.router.catalogue.FetchedBundle;
import dev.rosa.router.execution.LoadedCode;
import dev.rosa.router.execution.ThrownByCode;
import java.util.function.Consumer;

/**
 * Fetcher of a packet's code and secrets from the Code Server; it turns a bundle into loaded code.
 * Every fetch ends in an {@link Arrival}, also when source, loading order or loader throw. Without
 * an arrival the fetch would never be repeated. Thread-safe.
 */
final class Fetcher {

  /** An answer on its way to the worker; of the two values at most one is there. */
  record Arrival(
      AwaitedItem awaited, Outcome outcome, CodeSecret secret, LoadedCode code, String detail) {

    private static Arrival without(AwaitedItem awaited, Outcome outcome, String detail) {
      return new Arrival(awaited, outcome, null, null, detail);
    }

    /** Asking again may help: it is not the code that failed. */
    private static Arrival failed(AwaitedItem awaited, Throwable failure) {
      String name = failure == null ? "no answer" : ThrownByCode.name(failure);
      return without(awaited, Outcome.UNAVAILABLE, "fetching failed: " + name);
    }
  }

  private final CodeSource source;
  private final SlowPath.CodeLoader loader;
  private final LoadingOrder loading;
  private final Consumer<Arrival> arrivals;

  /**
   * A fetcher.
   *
   * @param arrivals gets what comes, on threads of the source and of those that load
   */
  Fetcher(RouterWorker.Supplies supplies, Consumer<Arrival> arrivals) {
    this.source = supplies.source();
    this.loader = supplies.loader();
    this.loading = supplies.loading();
    this.arrivals = arrivals;
  }

  /** Begins to fetch. An arrival may come twice if the source answers twice. */
  @SuppressWarnings("CatchThrowable")
  void fetch(AwaitedItem awaited) {
    try {
      ask(awaited);
    } catch (Throwable e) {
      arrivals.accept(Arrival.failed(awaited, e));
    }
  }

  private void ask(AwaitedItem awaited) {
    if (awaited instanceof AwaitedItem.Secret secret) {
      source
          .fetchSecret(secret.code(), secret.epoch())
          .whenComplete((answer, failure) -> arrivals.accept(brought(awaited, answer, failure)));
    } else {
      source
          .fetchCode(awaited.code())
          .whenComplete((answer, failure) -> load(awaited, answer, failure));
    }
  }

  private static Arrival brought(
      AwaitedItem awaited, Answer<CodeSecret> answer, Throwable failure) {
    return answer == null
        ? Arrival.failed(awaited, failure)
        : new Arrival(awaited, answer.outcome(), answer.value(), null, answer.detail());
  }

  @SuppressWarnings("CatchThrowable")
  private void load(AwaitedItem awaited, Answer<FetchedBundle> answer, Throwable failure) {
    if (answer == null) {
      arrivals.accept(Arrival.failed(awaited, failure));
      return;
    }
    if (answer.outcome() != Outcome.FOUND) {
      arrivals.accept(Arrival.without(awaited, answer.outcome(), answer.detail()));
      return;
    }
    try {
      FetchedBundle bundle = answer.value();
      loading.execute(
          bundle.publishers(), () -> arrivals.accept(loaded(awaited, bundle.jar().toByteArray())));
    } catch (Throwable e) {
      arrivals.accept(Arrival.failed(awaited, e));
    }
  }

  @SuppressWarnings("CatchThrowable")
  private Arrival loaded(AwaitedItem awaited, byte[] bundle) {
    try {
      LoadedCode code = loader.load(bundle, awaited.code());
      return new Arrival(awaited, Outcome.FOUND, null, code, "");
    } catch (BundleException e) {
      return Arrival.without(awaited, Outcome.CORRUPT, e.getMessage());
    } catch (Throwable e) {
      return Arrival.without(awaited, Outcome.CORRUPT, "loading failed: " + ThrownByCode.name(e));
    }
  }
}
