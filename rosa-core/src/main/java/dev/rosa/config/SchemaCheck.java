package dev.rosa.config;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;

/**
 * Validates one file and says the first thing that is wrong in an operator's words.
 *
 * <p>The JDK's own parser and validator are asked for by name: their error keys are what {@link
 * ViolationWording} understands.
 */
final class SchemaCheck {
  private static final String LOCALE = "http://apache.org/xml/properties/locale";

  private final Path file;
  private final ConfigSchema schema;

  SchemaCheck(Path file, ConfigSchema schema) {
    this.file = file;
    this.schema = schema;
  }

  /**
   * Checks the content of the file.
   *
   * @throws ConfigException {@code FILE:LINE: …, expected …}
   */
  void check(byte[] content) throws ConfigException {
    try {
      ValidatorHandler validator = schema.newValidator();
      validator.setProperty(LOCALE, Locale.ENGLISH);
      ElementTrail trail = new ElementTrail(validator);
      ViolationWording wording = new ViolationWording(schema.guide(), trail);
      validator.setErrorHandler(new FirstError(wording));
      XMLReader reader = reader();
      reader.setContentHandler(trail);
      reader.setErrorHandler(new FirstError(wording));
      reader.parse(new InputSource(new ByteArrayInputStream(content)));
    } catch (SAXParseException e) {
      throw new ConfigException(file + ":" + e.getLineNumber() + ": " + e.getMessage(), e);
    } catch (SAXException | IOException e) {
      throw new ConfigException(file + ": cannot be parsed: " + e.getMessage(), e);
    }
  }

  /** A parser without DTD and external entities. */
  static XMLReader reader() throws SAXException {
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

  /** Stops at the first error that can be put into words. */
  private record FirstError(ViolationWording wording) implements ErrorHandler {
    @Override
    public void warning(SAXParseException e) {
      // Nothing the JDK warns of here makes a configuration unusable.
    }

    @Override
    public void error(SAXParseException e) throws SAXException {
      String words = wording.ofViolation(e.getMessage());
      if (words != null) {
        throw new SAXParseException(words, null, null, wording.line(e), e.getColumnNumber(), e);
      }
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw new SAXParseException(
          wording.ofSyntax(e.getMessage()), null, null, e.getLineNumber(), e.getColumnNumber(), e);
    }
  }
}
