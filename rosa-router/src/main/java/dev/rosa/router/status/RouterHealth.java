package dev.rosa.router.status;

import dev.rosa.router.pipeline.WorkerWatch;
import java.util.Optional;

/**
 * Readiness of a router for packets, for {@code /ready} and the status page. Written by the thread
 * that runs it, read by any.
 */
public final class RouterHealth {

  private final WorkerWatch watch;
  private volatile String phase = "the router is starting";

  public RouterHealth(WorkerWatch watch) {
    this.watch = watch;
  }

  /** The watch over the workers. */
  WorkerWatch watch() {
    return watch;
  }

  /** The router takes packets from now on. */
  public void begin() {
    phase = null;
  }

  /** The router takes no more packets. */
  public void end() {
    phase = "the router stops";
  }

  /** Line that says why the router is not ready; empty if it is. */
  public Optional<String> obstacle() {
    return Optional.ofNullable(phase).or(watch::complaint);
  }
}
