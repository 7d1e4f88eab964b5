package dev.rosa.config;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translation of the JDK's validation messages into an operator's words. Stateless.
 *
 * <p>The validator's message is used for its key and the values it quotes; what would have been
 * right comes from {@link SchemaGuide}.
 */
final class ViolationWording {
  private static final Pattern KEY = Pattern.compile("^([A-Za-z0-9.-]+): ");
  private static final Pattern VALUE_OF_ATTRIBUTE =
      Pattern.compile("value '(.*)' of attribute '([^']*)' on element", Pattern.DOTALL);
  private static final Pattern VALUE_OF_ELEMENT =
      Pattern.compile("value '(.*)' of element '[^']*'", Pattern.DOTALL);
  private static final Pattern ATTRIBUTE = Pattern.compile("[Aa]ttribute,? '([^']*)'");
  private static final Pattern DUPLICATE = Pattern.compile("\\[(.*?)] declared for identity");
  private static final Pattern REFERENCE = Pattern.compile("with value '(.*?)' not found");

  private final SchemaGuide guide;

  ViolationWording(SchemaGuide guide) {
    this.guide = guide;
  }

  /**
   * Says what the validator has against an element.
   *
   * @return none when a message that says more is about to follow, or the mistake is one of a key
   *     that was removed
   */
  List<Violation> of(ConfigElement at, String message) {
    Matcher key = KEY.matcher(message);
    return switch (key.find() ? key.group(1) : "") {
      case "cvc-attribute.3" -> List.of(badAttribute(at, message));
      case "cvc-complex-type.3.2.2", "cvc-type.3.1.1" -> List.of(unknownAttribute(at, message));
      case "cvc-complex-type.4" -> missingAttribute(at, message);
      case "cvc-complex-type.2.4.b" -> missingElements(at);
      case "cvc-complex-type.2.3" ->
          List.of(
              new Violation(
                  at.line(),
                  "<%s> contains text, expected only %s"
                      .formatted(at.name(), list(guide.elementsIn(at.path()))),
                  () -> at.text().setLength(0)));
      case "cvc-complex-type.2.1" -> List.of(new Violation(at.line(), notEmpty(at), at::empty));
      // One that must stand before it was wrong, which was reported.
      case "cvc-complex-type.2.4.a" ->
          followsRemoved(at) ? List.of() : List.of(ofElement(at, message));
      // An element in it was named before.
      case "cvc-type.3.1.3" ->
          at.children().isEmpty() ? List.of(ofElement(at, message)) : List.of();
      default -> isFacet(message) ? List.of() : List.of(ofElement(at, message));
    };
  }

  /** Those after which the element cannot be used. */
  private Violation ofElement(ConfigElement at, String message) {
    Matcher key = KEY.matcher(message);
    String sentence =
        switch (key.find() ? key.group(1) : "") {
          case "cvc-type.3.1.3" -> badText(at, message);
          case "cvc-type.3.1.2" -> notEmpty(at);
          case "cvc-complex-type.2.4.a", "cvc-complex-type.2.4.d", "cvc-complex-type.2.4.f" ->
              misplaced(at);
          case "cvc-elt.1", "cvc-elt.1.a" ->
              "<" + at.name() + "> is the root, expected <" + list(guide.rootNames()) + ">";
          case "cvc-identity-constraint.4.1", "cvc-identity-constraint.4.2.2" ->
              "<%s> '%s' is given twice, expected each only once"
                  .formatted(at.name(), quoted(DUPLICATE, message));
          case "cvc-identity-constraint.4.3" ->
              "<%s> refers to '%s', expected one that is declared in this file"
                  .formatted(at.name(), quoted(REFERENCE, message));
          default -> "<" + at.name() + "> is not valid: " + oneLine(message);
        };
    return new Violation(at.line(), sentence, at::remove);
  }

  private static boolean isFacet(String message) {
    return message.matches("(?s)cvc-(datatype|pattern|enumeration|min|max|length|total|frac).*");
  }

  private Violation badAttribute(ConfigElement at, String message) {
    Matcher matcher = VALUE_OF_ATTRIBUTE.matcher(message);
    if (!matcher.find()) {
      String sentence = "<" + at.name() + "> has a value that is not valid: " + oneLine(message);
      return new Violation(at.line(), sentence, at::remove);
    }
    String attribute = matcher.group(2);
    return new Violation(
        at.lineOf(attribute),
        "<%s %s> is '%s', expected %s"
            .formatted(
                at.name(),
                attribute,
                shown(matcher.group(1)),
                guide.expectedValue(at.path(), attribute)),
        () -> at.removeAttribute(attribute));
  }

  private String badText(ConfigElement at, String message) {
    return "<%s> is '%s', expected %s"
        .formatted(at.name(), quoted(VALUE_OF_ELEMENT, message), guide.expectedText(at.path()));
  }

  private Violation unknownAttribute(ConfigElement at, String message) {
    List<String> known = guide.attributesOf(at.path());
    String unknown = lastOf(ATTRIBUTE, message);
    return new Violation(
        at.lineOf(unknown),
        "<%s %s> is not a known key, expected %s"
            .formatted(at.name(), unknown, known.isEmpty() ? "no attribute" : list(known)),
        () -> at.removeAttribute(unknown));
  }

  private List<Violation> missingAttribute(ConfigElement at, String message) {
    String missing = lastOf(ATTRIBUTE, message);
    if (at.gives(missing)) {
      return List.of();
    }
    String sentence =
        "<%s> has no %s, expected %s=\"…\" with %s"
            .formatted(at.name(), missing, missing, guide.expectedValue(at.path(), missing));
    return List.of(new Violation(at.line(), sentence, () -> at.noteMissing(missing)));
  }

  /** A missing key is missed where its element begins. */
  private List<Violation> missingElements(ConfigElement at) {
    return guide.requiredElementsIn(at.path()).stream()
        .filter(name -> !at.gives(name))
        .map(
            name ->
                new Violation(
                    at.line(),
                    "<%s> has no <%s>, expected that key".formatted(at.name(), name),
                    () -> at.noteMissing(name)))
        .toList();
  }

  private boolean followsRemoved(ConfigElement at) {
    ConfigElement parent = at.parent();
    return guide.requiredElementsIn(parent.path()).stream()
        .anyMatch(name -> parent.isRemoved(name) && parent.children(name).isEmpty());
  }

  private String misplaced(ConfigElement at) {
    ConfigElement parent = at.parent();
    if (guide.onlyOnce(at.path()) && parent.children(at.name()).size() > 1) {
      return "<" + at.name() + "> is given twice, expected it once";
    }
    return "<%s> is out of place in <%s>, expected the order %s"
        .formatted(at.name(), parent.name(), list(guide.elementsIn(parent.path())));
  }

  /** An element that its parent does not have, which has others. */
  static Violation unknown(ConfigElement at, List<String> known) {
    return new Violation(
        at.line(),
        "<%s> is not a known key of <%s>, expected one of %s"
            .formatted(at.name(), at.parent().name(), list(known)),
        at::remove);
  }

  private static String notEmpty(ConfigElement at) {
    String content = at.children().isEmpty() ? "text" : "<" + at.children().get(0).name() + ">";
    return "<%s> contains %s, expected no element inside".formatted(at.name(), content);
  }

  private static String quoted(Pattern pattern, String message) {
    Matcher matcher = pattern.matcher(message);
    return matcher.find() ? shown(matcher.group(1)) : "a value";
  }

  private static String lastOf(Pattern pattern, String message) {
    return pattern
        .matcher(message)
        .results()
        .reduce((first, second) -> second)
        .map(found -> found.group(1))
        .orElse("?");
  }

  private static String list(List<String> names) {
    return String.join(", ", names);
  }

  private static String shown(String value) {
    String line = oneLine(value);
    return line.length() > 80 ? line.substring(0, 80) + "…" : line;
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
  }
}
