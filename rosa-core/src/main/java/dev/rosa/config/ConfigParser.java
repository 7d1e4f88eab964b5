package dev.rosa.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Parser of one file: XML without DTD and external entities becomes {@link ConfigElement}s.
 *
 * <p>The JDK's own parser is asked for by name: its messages are what is put into words here.
 */
final class ConfigParser extends DefaultHandler {
  private static final String LOCALE = "http://apache.org/xml/properties/locale";
  private static final int MOST_DEPTH = 32;
  private static final Pattern REPEATED_ATTRIBUTE =
      Pattern.compile("Attribute \"([^\"]*)\" was already specified for element \"([^\"]*)\"");

  private final Path file;
  private final FileText text;
  private final Problems problems;
  private Locator locator;
  private ConfigElement root;
  private ConfigElement open;
  private int depth;

  private ConfigParser(Path file, byte[] content, Problems problems) {
    this.file = file;
    this.text = new FileText(content);
    this.problems = problems;
  }

  /** The root element; empty if the file is not well-formed, which is reported. */
  static Optional<ConfigElement> parse(Path file, byte[] content, Problems problems) {
    ConfigParser parser = new ConfigParser(file, content, problems);
    try {
      XMLReader reader = reader();
      reader.setContentHandler(parser);
      reader.setErrorHandler(parser);
      reader.parse(new InputSource(new ByteArrayInputStream(content)));
      return Optional.of(parser.root);
    } catch (SAXParseException e) {
      parser.report(e.getLineNumber(), sentence(e.getMessage()));
    } catch (SAXException | IOException e) {
      parser.report(0, "cannot be parsed: " + oneLine(e.getMessage()));
    }
    return Optional.empty();
  }

  private static XMLReader reader() throws SAXException {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      XMLReader reader = factory.newSAXParser().getXMLReader();
      reader.setProperty(LOCALE, Locale.ENGLISH);
      return reader;
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("the JDK's XML parser lacks a safety feature", e);
    }
  }

  private static String sentence(String message) {
    if (message.contains("DOCTYPE")) {
      return "<!DOCTYPE> is not allowed, expected a configuration without DTD and entities";
    }
    if (message.startsWith("Invalid byte")) {
      return "is not text in the encoding it declares, expected UTF-8";
    }
    if (message.startsWith("Premature end of file")) {
      return "is empty or ends too early, expected a configuration";
    }
    if (message.startsWith("Content is not allowed in prolog")) {
      return "has text before the first element, expected XML, which begins with '<'";
    }
    if (message.contains("matching \"[xX][mM][lL]\" is not allowed")) {
      return "has something before <?xml …?>, expected that at the very begin of the file";
    }
    if (message.startsWith("XML document structures must start and end within")) {
      return "ends before its elements do, expected an end tag for each of them";
    }
    Matcher repeated = REPEATED_ATTRIBUTE.matcher(message);
    if (repeated.find()) {
      return "<" + repeated.group(2) + "> has " + repeated.group(1) + " twice, expected it once";
    }
    return "is not well-formed XML: " + oneLine(message);
  }

  private static String oneLine(String message) {
    return message.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
  }

  private void report(int line, String sentence) {
    problems.add(new Problem(file, line, false, sentence));
  }

  @Override
  public void setDocumentLocator(Locator newLocator) {
    locator = newLocator;
  }

  @Override
  public void startElement(String uri, String localName, String qName, Attributes attributes)
      throws SAXException {
    if (++depth > MOST_DEPTH) {
      throw new SAXException("line %d is nested too deep".formatted(locator.getLineNumber()));
    }
    FileText.StartTag tag =
        text.startTag(qName, locator.getLineNumber(), locator.getColumnNumber());
    open = new ConfigElement(open, uri, qName, tag.line());
    root = root == null ? open : root;
    for (int i = 0; i < attributes.getLength(); i++) {
      String name = attributes.getQName(i);
      if (attributes.getURI(i).isEmpty()) {
        open.attributes()
            .put(name, new ConfigElement.Attribute(attributes.getValue(i), tag.lineOf(name)));
      } else {
        report(
            tag.lineOf(name),
            "<%s %s> is not a known key, expected one without a prefix".formatted(qName, name));
      }
    }
  }

  @Override
  public void characters(char[] characters, int start, int length) {
    open.text().append(characters, start, length);
  }

  @Override
  public void endElement(String uri, String localName, String qName) {
    open = open.parent();
    depth--;
  }

  @Override
  public void fatalError(SAXParseException e) throws SAXException {
    throw e;
  }
}
