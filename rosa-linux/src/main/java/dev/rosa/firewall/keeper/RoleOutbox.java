package dev.rosa.firewall.keeper;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Messages of a keeper on their way to its role. A keeper never waits for a role that does not
 * read: of each kind the newest message waits for room. Owned by one thread.
 */
final class RoleOutbox {

  private final BooleanSupplier room;
  private final Consumer<String> pipe;

  /** In the order in which a role can understand them. */
  private final Map<KeeperMessage.Kind, KeeperMessage> waiting =
      new EnumMap<>(KeeperMessage.Kind.class);

  /**
   * An empty one.
   *
   * @param room whether the pipe takes a line at once
   * @param pipe what takes lines
   */
  RoleOutbox(BooleanSupplier room, Consumer<String> pipe) {
    this.room = room;
    this.pipe = pipe;
  }

  /** Sends a message, now or when there is room for it. */
  void send(KeeperMessage message) {
    waiting.put(message.kind(), message);
    flush();
  }

  /** Sends what waits, as far as there is room. */
  void flush() {
    while (!waiting.isEmpty() && room.getAsBoolean()) {
      KeeperMessage.Kind first = waiting.keySet().iterator().next();
      pipe.accept(waiting.remove(first).line());
    }
  }
}
