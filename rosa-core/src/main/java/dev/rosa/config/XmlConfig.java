package dev.rosa.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.xml.JacksonXmlModule;
import com.fasterxml.jackson.dataformat.xml.XmlFactory;
import com.fasterxml.jackson.dataformat.xml.XmlMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

/**
 * Reads an operator's XML file: limited in size before it is parsed, without DTD and external
 * entities, validated by an XSD, then bound to immutable records.
 *
 * <p>Elements and attributes are spelled with hyphens ({@code max-window}), record components as in
 * Java ({@code maxWindow}); repeated elements are a {@code List}. Components of type {@link Path}
 * come out resolved against the folder of the file; {@link java.time.Duration}, {@link ByteSize},
 * {@link HostPort} and {@link IpPrefix} are read from their text.
 *
 * <p>Every problem is one line: {@code FILE:LINE: what is wrong, expected what}.
 */
public final class XmlConfig {
  /** Larger files are refused unread. */
  static final int MAX_BYTES = 1 << 20;

  private XmlConfig() {}

  /**
   * Reads one file.
   *
   * @param xsdResource the schema on the class path of {@code type}, e.g. {@code
   *     dev/rosa/as/as.xsd}; it may include {@code rosa-types.xsd} by that name
   * @throws ConfigException when the file cannot be read or is not valid
   */
  public static <T> T load(Path file, String xsdResource, Class<T> type) throws ConfigException {
    byte[] content = read(file);
    ConfigSchema schema = ConfigSchema.load(xsdResource, type.getClassLoader());
    new SchemaCheck(file, schema).check(content);
    return bind(file, content, type);
  }

  /** Resolves a path as a configuration file means it: relative to the folder of that file. */
  public static Path resolve(Path configFile, String path) {
    return configFile.toAbsolutePath().resolveSibling(path).normalize();
  }

  private static byte[] read(Path file) throws ConfigException {
    if (Files.isDirectory(file)) {
      throw new ConfigException(file + ": is a folder, expected a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(MAX_BYTES + 1);
      if (content.length > MAX_BYTES) {
        throw new ConfigException(
            file + ": is larger than " + new ByteSize(MAX_BYTES) + ", expected a smaller file");
      }
      return content;
    } catch (NoSuchFileException e) {
      throw new ConfigException(file + ": no such file, expected a configuration", e);
    } catch (AccessDeniedException e) {
      throw new ConfigException(file + ": not readable, expected read permission for this user", e);
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static <T> T bind(Path file, byte[] content, Class<T> type) throws ConfigException {
    try {
      return mapper(file).readValue(content, type);
    } catch (JsonProcessingException e) {
      throw new ConfigException(where(file, e) + ": " + sentence(e), e);
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static XmlMapper mapper(Path file) {
    XMLInputFactory input = XMLInputFactory.newFactory();
    input.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    input.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    input.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("an external entity is not allowed");
        });
    JacksonXmlModule lists = new JacksonXmlModule();
    lists.setDefaultUseWrapper(false);
    XmlMapper mapper = new XmlMapper(new XmlFactory(input), lists);
    mapper.setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
    mapper.registerModule(new ConfigValues(file));
    mapper.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    return mapper;
  }

  private static String where(Path file, JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    return location == null || location.getLineNr() < 1
        ? file.toString()
        : file + ":" + location.getLineNr();
  }

  /**
   * A record's own refusal is already a sentence; what Jackson says around it is not for people.
   */
  private static String sentence(JsonProcessingException e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message =
        root instanceof JsonProcessingException json
            ? json.getOriginalMessage()
            : root.getMessage();
    String path = e instanceof JsonMappingException mapping ? element(mapping) : "";
    return (path + message).replaceAll("\\s*\\R\\s*", " ");
  }

  private static String element(JsonMappingException e) {
    for (int i = e.getPath().size() - 1; i >= 0; i--) {
      String name = e.getPath().get(i).getFieldName();
      if (name != null) {
        return "<" + name + "> is ";
      }
    }
    return "";
  }
}
