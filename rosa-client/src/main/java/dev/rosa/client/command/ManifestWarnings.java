package dev.rosa.client.command;

import dev.rosa.bundle.CodeBundle;
import dev.rosa.identity.SimilarNames;
import java.util.List;

/** Warnings of attributes in a bundle's manifest that mean nothing. Stateless. */
final class ManifestWarnings {
  private ManifestWarnings() {}

  /** One line for each. */
  static List<String> of(CodeBundle bundle) {
    return bundle.unknownAttributes().stream().map(ManifestWarnings::warning).toList();
  }

  private static String warning(String attribute) {
    List<String> near = SimilarNames.to(attribute, CodeBundle.ATTRIBUTES);
    return "META-INF/MANIFEST.MF: %s is not known, and means nothing%s"
        .formatted(attribute, near.isEmpty() ? "" : ", did you mean " + near.get(0) + "?");
  }
}
