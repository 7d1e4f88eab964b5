package dev.rosa.bench.path.run;

import dev.rosa.api.ActiveApplication;
import dev.rosa.bundle.BuiltInBundle;
import dev.rosa.bundle.FailurePolicy;
import dev.rosa.examples.bench.Changing;
import dev.rosa.examples.bench.Passing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Published code of this bench, by its effect on packets. */
public enum Code {
  PASSING("passing", Passing.class),
  CHANGING("changing", Changing.class);

  private final String published;
  private final Class<? extends ActiveApplication> application;

  Code(String published, Class<? extends ActiveApplication> application) {
    this.published = published;
    this.application = application;
  }

  String published() {
    return published;
  }

  /** Writes a bundle of each into a folder; returns them by name. */
  public static Map<String, Path> writeBundles(Path folder) throws IOException {
    Map<String, Path> bundles = new LinkedHashMap<>();
    for (Code code : values()) {
      Path bundle = folder.resolve(code.published + ".jar");
      Files.write(bundle, BuiltInBundle.of(code.application, FailurePolicy.DROP));
      bundles.put(code.published, bundle);
    }
    return bundles;
  }
}
