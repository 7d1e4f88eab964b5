package dev.rosa.bench.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ChartsTest {

  private static final LineChart CHART =
      new LineChart("A <title>", "packet size, bytes", "time per packet, µs", 0.1, 20);

  private static LineChart.Line line(String name, int place) {
    TreeMap<Integer, Double> points = new TreeMap<>();
    points.put(256, 0.5 + place);
    points.put(2_048, 4.0 + place);
    return new LineChart.Line(name, place, points);
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> texts(Document picture) {
    NodeList nodes = picture.getElementsByTagName("text");
    List<Element> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add((Element) nodes.item(i));
    }
    return texts;
  }

  /** Every text begins and ends within the picture, by what a character takes at most. */
  private static void assertNothingIsCut(Document picture) {
    String[] box = picture.getDocumentElement().getAttribute("viewBox").split(" ");
    for (Element text : texts(picture)) {
      double width = Svg.width(text.getTextContent());
      double x = Double.parseDouble(text.getAttribute("x"));
      double left =
          switch (text.getAttribute("text-anchor")) {
            case "end" -> x - width;
            case "middle" -> x - width / 2;
            default -> x;
          };
      double y = Double.parseDouble(text.getAttribute("y"));
      assertTrue(left >= 0, text::getTextContent);
      assertTrue(left + width <= Double.parseDouble(box[2]), text::getTextContent);
      assertTrue(y > 10 && y < Double.parseDouble(box[3]), text::getTextContent);
    }
  }

  @Test
  void shouldKeepTheLegendInsideThePictureHoweverManyAndLongTheNamesAre() throws Exception {
    List<String> names =
        List.of(
            "multi-buffer",
            "SunJCE",
            "BC",
            "ACCP",
            "Conscrypt",
            "RosaGcrypt",
            "FlexiProvider",
            "a provider with a name of forty letters");
    List<LineChart.Line> lines = new ArrayList<>();
    names.forEach(name -> lines.add(line(name, lines.size())));
    Document picture = parsed(CHART.draw(lines));
    assertNothingIsCut(picture);
    List<String> words = texts(picture).stream().map(Element::getTextContent).toList();
    assertTrue(words.containsAll(names), words::toString);
    assertTrue(words.contains("A <title>"), words::toString);
    assertNothingIsCut(parsed(CHART.draw(lines.subList(0, 7))));
  }

  @Test
  void shouldLabelTheScaleWithOneTwoAndFive() throws Exception {
    List<String> words =
        texts(parsed(CHART.draw(List.of(line("SunJCE", 1))))).stream()
            .filter(text -> text.getAttribute("text-anchor").equals("end"))
            .map(Element::getTextContent)
            .toList();
    assertEquals(List.of("0.1", "0.2", "0.5", "1", "2", "5", "10", "20"), words);
  }

  @Test
  void shouldShowEachBarWithItsNameAndValueInsideThePicture() throws Exception {
    List<BarChart.Bar> bars =
        List.of(
            new BarChart.Bar(
                "router, HMAC-SHA256-128, passing, 250 Sources in turn", 1.1e6, 9e5, 1.2e6, true),
            new BarChart.Bar("bare echo & more", 1.5, 1.5, 1.5, false));
    for (boolean logarithmic : new boolean[] {false, true}) {
      Document picture = parsed(new BarChart("delivered a second", logarithmic).draw(bars));
      assertNothingIsCut(picture);
      List<String> words = texts(picture).stream().map(Element::getTextContent).toList();
      assertTrue(
          words.containsAll(List.of("1,100,000", "1.5", "bare echo & more")), words::toString);
    }
  }
}
