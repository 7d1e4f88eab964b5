package dev.rosa.client.demo.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Templates of the demo's configuration files, with places to fill in. Stateless. */
final class Template {

  private Template() {}

  /** The template of that name, beside this class. */
  static String read(String name) throws IOException {
    try (InputStream in = Template.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The text with each {@code ${key}} replaced. */
  static String fill(String text, Map<String, String> values) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("${" + value.getKey() + "}", escaped(value.getValue()));
    }
    return filled;
  }

  /** The operator's providers.xml; its drop-in jars stay where they are. */
  static String providers(Path home) throws IOException {
    String dropIns = home.resolve("providers").toAbsolutePath() + "/";
    return Files.readString(home.resolve("config/providers.xml"))
        .replace("\"../providers/", "\"" + escaped(dropIns));
  }

  private static String escaped(String value) {
    return value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
