package dev.rosa.bench.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.rosa.bench.display.TextTable.Side;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines that a terminal shows. */
class TextTest {

  @Test
  void shouldMakeColumnsAsWideAsTheirTextsAndLeaveEmptyOnesOut() {
    TextTable table =
        new TextTable()
            .column(Side.LEFT, "provider")
            .column(Side.RIGHT, "first")
            .column(Side.RIGHT, "")
            .column(Side.LEFT, "note");
    table.row(List.of("BC", "1,234,567", "", "slow"));
    table.row(List.of("multi-buffer", "9", "", ""));
    assertEquals(
        List.of(
            "provider          first  note",
            "BC            1,234,567  slow",
            "multi-buffer          9"),
        table.lines());
    assertThrows(IllegalArgumentException.class, () -> table.row(List.of("BC")));
  }

  @Test
  void shouldNeverSayThatNoTimeIsLeft() {
    assertEquals("1 s left", TimeLeft.of(-3));
    assertEquals("1 s left", TimeLeft.of(0.2));
    assertEquals("41 s left", TimeLeft.of(40.1));
    assertEquals("1 min left", TimeLeft.of(59.5));
    assertEquals("2 min left", TimeLeft.of(61));
  }
}
