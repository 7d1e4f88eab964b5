package dev.rosa.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URL;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.ValidatorHandler;
import org.w3c.dom.bootstrap.DOMImplementationRegistry;
import org.w3c.dom.ls.DOMImplementationLS;
import org.w3c.dom.ls.LSInput;
import org.xml.sax.SAXException;

/**
 * Compiled XSD from the class path that validates a role's configuration, and the {@link
 * SchemaGuide} to it.
 *
 * <p>A schema that cannot be compiled is a fault of the build and raises {@link
 * IllegalStateException}.
 */
final class ConfigSchema {
  static final String SHARED_TYPES = "dev/rosa/config/rosa-types.xsd";

  private final Schema compiled;
  private final SchemaGuide guide;

  private ConfigSchema(Schema compiled, SchemaGuide guide) {
    this.compiled = compiled;
    this.guide = guide;
  }

  static ConfigSchema load(String resource, ClassLoader loader) {
    URL schema = find(resource, loader);
    URL types = find(SHARED_TYPES, ConfigSchema.class.getClassLoader());
    try {
      SchemaFactory factory = SchemaFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setResourceResolver(
          (type, namespace, publicId, systemId, base) -> sharedTypes(systemId, types));
      try (InputStream in = schema.openStream()) {
        return new ConfigSchema(
            factory.newSchema(new StreamSource(in)), SchemaGuide.read(List.of(schema, types)));
      }
    } catch (SAXException | IOException e) {
      throw new IllegalStateException("schema " + resource + " is broken: " + e.getMessage(), e);
    }
  }

  /** A new validator; used for one file. */
  ValidatorHandler newValidator() {
    return compiled.newValidatorHandler();
  }

  SchemaGuide guide() {
    return guide;
  }

  private static URL find(String resource, ClassLoader loader) {
    URL found = loader.getResource(resource.startsWith("/") ? resource.substring(1) : resource);
    if (found == null) {
      throw new IllegalStateException("schema " + resource + " is not on the class path");
    }
    return found;
  }

  /** Answers an include; anything but the shared types becomes an empty document and an error. */
  private static LSInput sharedTypes(String systemId, URL types) {
    try {
      DOMImplementationLS dom =
          (DOMImplementationLS) DOMImplementationRegistry.newInstance().getDOMImplementation("LS");
      LSInput input = dom.createLSInput();
      input.setSystemId(systemId);
      if (systemId.equals("rosa-types.xsd")) {
        input.setByteStream(types.openStream());
      } else {
        input.setCharacterStream(new StringReader(""));
      }
      return input;
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException("the shared types cannot be read", e);
    }
  }
}
