package dev.rosa.code;

import dev.rosa.testkit.CompiledBundle;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Hostile applications in Java, read from {@code hostile-shapes.txt}. Stateless. */
final class HostileShapes {

  /**
   * Application of one shape with one parameter.
   *
   * @param body of {@code onPacket}
   * @param members further members of the class
   */
  record Shape(String name, String parameter, String body, String members) {

    /** The shape's name with its parameter. */
    String title() {
      return name + "-" + parameter;
    }

    /** Its bundle; it asks for as much as a bundle may. */
    byte[] jar() {
      String source = SOURCE.formatted(members, body).replace("$N", parameter);
      return CompiledBundle.of("net.example.App", source)
          .attribute("Rosa-Fuel", "65535")
          .attribute("Rosa-Memory", "65536")
          .jar();
    }
  }

  private static final String SOURCE =
      """
      package net.example;
      import dev.rosa.api.*;
      import java.util.*;
      public class App implements ActiveApplication {
        int kept;
        %s
        @Override public void onPacket(Packet packet) {
          %s
        }
      }
      """;

  private static final String FILE = "hostile-shapes.txt";

  /** The body again and again, with handlers round it for all that it can throw. */
  private static final String GUARDED =
      """
      for (;;) {
        try {
          %s
        } catch (Throwable anything) {
          kept++;
        } finally {
          kept += 3;
        }
      }
      """;

  private HostileShapes() {}

  /**
   * All shapes.
   *
   * @param all with each of their parameters, and again with handlers round them; false: with the
   *     last parameter
   */
  static List<Shape> read(boolean all) {
    List<Shape> shapes = new ArrayList<>();
    for (String section : text().split("(?m)^=== ")) {
      if (!section.startsWith("#")) {
        add(shapes, section, all);
      }
    }
    return shapes;
  }

  private static void add(List<Shape> shapes, String section, boolean all) {
    int colon = section.indexOf(':');
    int end = section.indexOf('\n');
    String name = section.substring(0, colon);
    String[] parameters = section.substring(colon + 1, end).trim().split(", *");
    String[] parts = section.substring(end + 1).split("(?m)^---\n", 2);
    String members = parts.length == 1 ? "" : parts[1];
    for (int i = all ? 0 : parameters.length - 1; i < parameters.length; i++) {
      shapes.add(new Shape(name, parameters[i], parts[0], members));
      if (all) {
        shapes.add(
            new Shape(name + "-guarded", parameters[i], GUARDED.formatted(parts[0]), members));
      }
    }
  }

  private static String text() {
    try (InputStream in = HostileShapes.class.getResourceAsStream(FILE)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
