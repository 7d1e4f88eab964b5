package dev.rosa.bench.firewall.service;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.SAXException;

/**
 * Orders that the web service takes: XML of about 1 KB, and the schema that valid ones follow. A
 * validator belongs to one thread.
 */
public final class Orders {

  private static final int LINES = 6;

  private final Validator validator;

  /** One with a validator of its own. */
  public Orders() {
    try {
      SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
      Schema schema = factory.newSchema(Orders.class.getResource("orders.xsd"));
      validator = schema.newValidator();
      validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
    } catch (SAXException e) {
      throw new IllegalStateException("the schema of the bench's orders is broken", e);
    }
  }

  /** True if a body follows the schema. */
  public boolean isValid(byte[] body) {
    try {
      validator.validate(new StreamSource(new ByteArrayInputStream(body)));
      return true;
    } catch (SAXException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("memory can be read", e);
    }
  }

  /** An order of an honest client. */
  public static byte[] honest() {
    return body("1");
  }

  /** One of an attacker: it is wrong near its end, so that all of it must be read. */
  public static byte[] malicious() {
    return body("1 OR 1=1");
  }

  private static byte[] body(String lastCount) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<orders xmlns=\"urn:rosa:bench:orders\"><customer>An honest customer</customer>\n");
    for (int line = 1; line <= LINES; line++) {
      xml.append(
          "<order line=\"%d\"><article>AB%06d</article><text>Screws of steel, box of 100</text>"
              .formatted(line, line * 1_111));
      String count = line == LINES ? lastCount : Integer.toString(line);
      xml.append("<count>%s</count><price>12.50</price></order>\n".formatted(count));
    }
    return xml.append("</orders>\n").toString().getBytes(StandardCharsets.UTF_8);
  }
}
