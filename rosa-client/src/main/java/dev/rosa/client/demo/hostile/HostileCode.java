package dev.rosa.client.demo.hostile;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.BuiltInBundle;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.examples.hostile.EndlessLoop;
import dev.rosa.examples.hostile.MemoryBomb;

/** Hostile code of the demo, by the name under which it is published. */
public enum HostileCode {
  /** It takes a worker for ever. */
  ENDLESS_LOOP("endless-loop", EndlessLoop.class),
  /** It takes all memory. */
  MEMORY_BOMB("memory-bomb", MemoryBomb.class);

  private final String published;
  private final Class<? extends ActiveApplication> application;

  HostileCode(String published, Class<? extends ActiveApplication> application) {
    this.published = published;
    this.application = application;
  }

  /** Its name at both servers. */
  public String published() {
    return published;
  }

  /** Its bundle's bytes; packets that it fails on are dropped. */
  public byte[] bundle() {
    return BuiltInBundle.of(application, FailurePolicy.DROP);
  }
}
