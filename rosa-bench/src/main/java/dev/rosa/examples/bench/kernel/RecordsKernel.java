package dev.rosa.examples.bench.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parsing of type-length-value elements into records, and counts of them in a map. */
public final class RecordsKernel extends PayloadKernel {

  /** Element of the payload. */
  public record Element(int type, int offset, int length) {}

  private static final int TYPES = 15;
  private static final int MOST_LENGTH = 0x1f;

  @Override
  int result(byte[] payload, int length) {
    List<Element> elements = new ArrayList<>();
    Map<Integer, Integer> bytesOfType = new HashMap<>();
    int at = 0;
    while (at + 2 < length) {
      Element element = element(payload, length, at);
      elements.add(element);
      bytesOfType.merge(element.type() & TYPES, element.length(), Integer::sum);
      at += 2 + element.length();
    }
    int sum = bytesOfType.getOrDefault(3, 0);
    for (Element element : elements) {
      sum += element.offset() ^ element.length();
    }
    return sum;
  }

  private static Element element(byte[] payload, int length, int at) {
    int bytes = Math.min(payload[at + 1] & MOST_LENGTH, length - at - 2);
    return new Element(payload[at] & 0xff, at + 2, bytes);
  }
}
