package dev.rosa.provider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Finds the line of {@code providers.xml} that names a provider, for a message. Stateless. */
final class ConfigLines {

  private ConfigLines() {}

  /**
   * The line of an entry.
   *
   * @param suite the name of the suite whose entry it is; null: where the provider is declared, or
   *     else where it is first named
   * @return empty if the file does not say, or has changed since it was read
   */
  static OptionalInt find(Path file, String suite, String provider) {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (InputStream in = Files.newInputStream(file)) {
      return find(factory.createXMLStreamReader(in), suite, provider);
    } catch (IOException | XMLStreamException e) {
      return OptionalInt.empty();
    }
  }

  private static OptionalInt find(XMLStreamReader reader, String suite, String provider)
      throws XMLStreamException {
    String inSuite = null;
    while (reader.hasNext()) {
      if (reader.next() != XMLStreamReader.START_ELEMENT) {
        continue;
      }
      if (reader.getLocalName().equals("suite")) {
        inSuite = attribute(reader, "name");
      }
      boolean isThere = suite == null || suite.equals(inSuite);
      if (isThere && names(reader, provider)) {
        return OptionalInt.of(reader.getLocation().getLineNumber());
      }
    }
    return OptionalInt.empty();
  }

  /** Declarations come before suites. */
  private static boolean names(XMLStreamReader reader, String provider) {
    return switch (reader.getLocalName()) {
      case "provider" -> provider.equals(attribute(reader, "name"));
      case "serve" ->
          provider.equals(attribute(reader, "provider"))
              || provider.equals(attribute(reader, "cipher-provider"));
      default -> false;
    };
  }

  private static String attribute(XMLStreamReader reader, String name) {
    String value = reader.getAttributeValue(null, name);
    return value == null ? null : value.strip();
  }
}
