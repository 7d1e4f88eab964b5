package dev.rosa.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The limits that come with the benches. */
public final class ShippedBars {

  static final Path FILE =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .resolve("../config/bench/bars.json");

  private ShippedBars() {}

  public static Bars of(String bench, List<String> figures) {
    try {
      return Bars.read(FILE, bench, figures);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
