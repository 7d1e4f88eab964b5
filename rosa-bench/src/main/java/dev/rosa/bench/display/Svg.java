package dev.rosa.bench.display;

import java.util.Locale;

/**
 * Builder of an SVG picture: shapes and real text, so that any number of them can stand in a page.
 * It has no ids, scripts or anything from elsewhere. Owned by one thread.
 */
final class Svg {

  /** Size of text. */
  static final int FONT = 14;

  private static final int TITLE_FONT = 15;

  /** Of the size, what a character takes at most on average, in the fonts that browsers have. */
  private static final double CHARACTER = 0.64;

  private final StringBuilder text = new StringBuilder();

  /**
   * An empty picture on white.
   *
   * @param label what it shows, for those who cannot see it, and its title
   */
  Svg(int width, int height, String label) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" role=\"img\" aria-label=\"%s\" font-family=\"sans-serif\""
            + " font-size=\"%d\" fill=\"#222\">",
        width, height, width, height, Html.escaped(label), FONT);
    rectangle(0, 0, width, height, "#fff");
    add(
        "<text x=\"8\" y=\"20\" font-size=\"%d\" font-weight=\"bold\">%s</text>",
        TITLE_FONT, Html.escaped(label));
  }

  /** The width that a text takes, or a little less. */
  static double width(String words) {
    return words.length() * CHARACTER * FONT;
  }

  /**
   * Words.
   *
   * @param anchor what of them is at {@code x}: {@code start}, {@code middle} or {@code end}
   */
  void words(double x, double y, String anchor, String words) {
    add(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>",
        number(x), number(y), anchor, Html.escaped(words));
  }

  /** A filled rectangle. */
  void rectangle(double x, double y, double width, double height, String colour) {
    add(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>",
        number(x), number(y), number(width), number(height), colour);
  }

  /** A grey line of the picture's frame. */
  void gridLine(double x1, double y1, double x2, double y2) {
    path("M%s %sL%s %s".formatted(number(x1), number(y1), number(x2), number(y2)), "#ddd", 1);
  }

  /**
   * A line that is not filled.
   *
   * @param data of the path, SVG's {@code d}
   */
  void path(String data, String colour, double width) {
    add(
        "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"/>",
        data, colour, number(width));
  }

  /** A mark of a pen's shape around a point. */
  void mark(double x, double y, SeriesStyle pen) {
    add(
        "<path d=\"M%s %s%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"2\"/>",
        number(x), number(y), pen.shape(), pen.colour(), pen.colour());
  }

  private void add(String form, Object... values) {
    text.append(String.format(Locale.ROOT, form, values)).append('\n');
  }

  /** As many digits as can be seen. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
  }

  /** The complete picture. */
  String end() {
    return text + "</svg>\n";
  }
}
