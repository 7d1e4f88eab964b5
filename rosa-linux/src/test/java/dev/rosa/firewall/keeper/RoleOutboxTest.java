package dev.rosa.firewall.keeper;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.rosa.firewall.keeper.KeeperMessage.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoleOutboxTest {
  private final List<String> lines = new ArrayList<>();
  private int room;

  private final RoleOutbox outbox =
      new RoleOutbox(
          () -> room > 0,
          line -> {
            room--;
            lines.add(line);
          });

  @Test
  void shouldSendAtOnceWhileThereIsRoom() {
    room = 2;
    outbox.send(KeeperMessage.of(Kind.KEEPING));
    outbox.send(new KeeperMessage(Kind.REPORT, "one"));
    assertEquals(List.of("keeping ", "state one"), lines);
  }

  /** A role that is stopped reads nothing, and may ask without an end. */
  @Test
  void shouldKeepTheNewestOfEachKindForARoleThatDoesNotRead() {
    for (int i = 0; i < 1_000; i++) {
      outbox.send(KeeperMessage.of(Kind.KEEPING));
      outbox.send(new KeeperMessage(Kind.REPORT, "number " + i));
    }
    assertEquals(List.of(), lines);
    room = 1;
    outbox.flush();
    assertEquals(List.of("state number 999"), lines);
    room = 10;
    outbox.flush();
    assertEquals(List.of("state number 999", "keeping "), lines);
    outbox.flush();
    assertEquals(2, lines.size());
  }

  @Test
  void shouldSayThatThePlanIsInForceFirst() {
    outbox.send(new KeeperMessage(Kind.REPORT, "one"));
    outbox.send(new KeeperMessage(Kind.READY, "text"));
    room = 2;
    outbox.flush();
    assertEquals(List.of("ready text", "state one"), lines);
  }
}
