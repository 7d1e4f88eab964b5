package dev.rosa.router;

import java.util.Optional;

/** Readiness of a router for packets. Written by the thread that runs it, read by any. */
final class RouterHealth {

  private final WorkerWatch watch;
  private volatile String phase = "the router is starting";

  RouterHealth(WorkerWatch watch) {
    this.watch = watch;
  }

  /** The watch over the workers. */
  WorkerWatch watch() {
    return watch;
  }

  /** The router takes packets from now on. */
  void begin() {
    phase = null;
  }

  /** The router takes no more packets. */
  void end() {
    phase = "the router stops";
  }

  /** Line that says why the router is not ready; empty if it is. */
  Optional<String> obstacle() {
    return Optional.ofNullable(phase).or(watch::complaint);
  }
}
