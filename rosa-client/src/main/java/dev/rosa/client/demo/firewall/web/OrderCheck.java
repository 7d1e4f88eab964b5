package dev.rosa.client.demo.firewall.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.SAXException;

/** Check of an order, an XML document, against its schema. Thread-safe. */
public final class OrderCheck {

  private static final String SCHEMA = "order.xsd";

  private final Schema schema;

  public OrderCheck() {
    try {
      SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      this.schema = factory.newSchema(OrderCheck.class.getResource(SCHEMA));
    } catch (SAXException e) {
      throw new IllegalStateException("the schema of orders is no schema", e);
    }
  }

  /** The mistake in an order; empty: there is none. */
  public Optional<String> mistake(byte[] order) {
    try {
      Validator validator = schema.newValidator();
      validator.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
      validator.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
      validator.validate(new StreamSource(new ByteArrayInputStream(order)));
      return Optional.empty();
    } catch (SAXException | IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
