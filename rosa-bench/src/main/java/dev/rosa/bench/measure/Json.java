package dev.rosa.bench.measure;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;

/** Writer of benches' results as JSON; what is absent becomes null. Stateless. */
public final class Json {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
          .addModule(
              new SimpleModule()
                  .addSerializer(by(Optional.class, value -> ((Optional<?>) value).orElse(null)))
                  .addSerializer(by(OptionalDouble.class, value -> orNull((OptionalDouble) value))))
          .build();

  private Json() {}

  @SuppressWarnings("serial") // Written to no stream.
  private static JsonSerializer<Object> by(Class<?> type, UnaryOperator<Object> content) {
    return new StdSerializer<>(type, false) {
      @Override
      public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
          throws IOException {
        out.writeObject(content.apply(value));
      }
    };
  }

  private static Double orNull(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  /** Indented text with a line end, of maps, lists and records. */
  public static String text(Object tree) {
    return written(() -> MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree)) + "\n";
  }

  /** A list with a line for each of its records. */
  public static String lines(List<?> records) {
    List<String> lines =
        records.stream().map(one -> "  " + written(() -> MAPPER.writeValueAsString(one))).toList();
    return "[\n" + String.join(",\n", lines) + "\n]\n";
  }

  /** Writing of a value, which may fail. */
  private interface Writing {
    String write() throws JsonProcessingException;
  }

  private static String written(Writing writing) {
    try {
      return writing.write();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("numbers and texts are always JSON", e);
    }
  }

  /** Figures with their limits and verdicts. */
  public static List<Map<String, Object>> figures(List<Figure> figures) {
    return figures.stream().map(Json::figure).toList();
  }

  private static Map<String, Object> figure(Figure figure) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("what", figure.what());
    map.put("bar", figure.limitText());
    map.put("measured", figure.measured());
    map.put("verdict", figure.verdictText());
    map.put("facts", figure.facts());
    return map;
  }
}
