package dev.rosa.bench.display;

import java.util.List;

/**
 * Style of one series in a picture: a colour with a shape of marks. Told apart by people who see
 * few colours, too (after Okabe and Ito).
 *
 * @param colour as SVG writes it
 * @param shape of a mark, an SVG path that begins at the mark's middle
 */
record SeriesStyle(String colour, String shape) {

  private static final List<SeriesStyle> ALL =
      List.of(
          new SeriesStyle("#d55e00", "m0-6 6 6-6 6-6-6z"),
          new SeriesStyle("#0072b2", "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z"),
          new SeriesStyle("#777777", "m-5-5 10 10m0-10-10 10"),
          new SeriesStyle("#e69f00", "m-5-5h10v10h-10z"),
          new SeriesStyle("#009e73", "m0-6 6 11h-12z"),
          new SeriesStyle("#cc79a7", "m0 6 6-11h-12z"),
          new SeriesStyle("#000000", "m-6 0h12m-6-6v12"));

  /** That of a place in a fixed order; after seven they repeat. */
  static SeriesStyle of(int place) {
    return ALL.get(place % ALL.size());
  }
}
