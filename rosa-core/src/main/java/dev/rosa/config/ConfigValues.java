package dev.rosa.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/** Jackson module that reads values as an operator writes them, spaces around them left out. */
final class ConfigValues extends SimpleModule {
  private static final long serialVersionUID = 1L;

  ConfigValues(Path file) {
    super("rosa-config-values");
    add(String.class, text -> text);
    add(Duration.class, Durations::parse);
    add(ByteSize.class, ByteSize::parse);
    add(HostPort.class, HostPort::parse);
    add(IpPrefix.class, IpPrefix::parse);
    add(InetAddress.class, IpLiteral::parse);
    add(Path.class, text -> XmlConfig.resolve(file, text));
    add(
        StorageLocation.class,
        text -> StorageLocation.parse(text, name -> XmlConfig.resolve(file, name)));
    add(
        StorageKeyLocation.class,
        text -> StorageKeyLocation.parse(text, name -> XmlConfig.resolve(file, name)));
  }

  private <T> void add(Class<T> type, Function<String, T> parse) {
    addDeserializer(type, new TextValue<>(type, parse));
  }

  /** Deserializer of a value that is written as text. */
  private static final class TextValue<T> extends StdScalarDeserializer<T> {
    private static final long serialVersionUID = 1L;
    private final transient Function<String, T> parse;

    TextValue(Class<T> type, Function<String, T> parse) {
      super(type);
      this.parse = parse;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      String text = parser.getText().strip();
      try {
        return parse.apply(text);
      } catch (IllegalArgumentException e) {
        throw JsonMappingException.from(parser, e.getMessage(), e);
      }
    }
  }
}
