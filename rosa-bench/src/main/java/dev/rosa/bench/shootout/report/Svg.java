package dev.rosa.bench.shootout.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.internal.chartpart.Chart;

/** A chart as an {@code svg} element to stand in a page with others. Stateless. */
final class Svg {

  private Svg() {}

  /**
   * Draws a chart.
   *
   * @param prefix for the ids in it, so that no two pictures of a page have the same
   * @param label what the picture shows, for those who cannot see it
   * @throws IOException if this JVM cannot draw, for want of fonts
   */
  static String of(Supplier<Chart<?, ?>> drawing, String prefix, String label) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      VectorGraphicsEncoder.saveVectorGraphic(drawing.get(), out, VectorGraphicsFormat.SVG);
    } catch (RuntimeException | Error e) {
      // Without fonts a JVM throws one or another, down to java.lang.Error itself.
      throw new IOException("this JVM cannot draw it, perhaps for want of fonts: " + e, e);
    }
    return embeddable(out.toString(StandardCharsets.UTF_8), prefix, label);
  }

  /** Without prolog and document type, which name files elsewhere. */
  private static String embeddable(String document, String prefix, String label) {
    String svg = document.substring(document.indexOf("<svg"));
    return svg.replaceAll("\\bid=\"", "id=\"" + prefix)
        .replaceAll("url\\(#", "url(#" + prefix)
        .replaceFirst("<svg", "<svg role=\"img\" aria-label=\"" + Html.escaped(label) + "\"");
  }
}
