package dev.rosa.config;

import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.xml.sax.SAXParseException;

/**
 * Says in an operator's words what the JDK's validator found.
 *
 * <p>The validator's message is used for its key and the values it quotes; where in the document
 * that is comes from {@link ElementTrail}, what would have been right from {@link SchemaGuide}.
 */
final class ViolationWording {
  private static final Pattern KEY = Pattern.compile("^([A-Za-z0-9.-]+): ");
  private static final Pattern VALUE_OF_ATTRIBUTE =
      Pattern.compile("value '(.*)' of attribute '([^']*)' on element", Pattern.DOTALL);
  private static final Pattern VALUE_OF_ELEMENT =
      Pattern.compile("value '(.*)' of element '[^']*'", Pattern.DOTALL);
  private static final Pattern DUPLICATE = Pattern.compile("\\[(.*?)] declared for identity");
  private static final Pattern REFERENCE = Pattern.compile("with value '(.*?)' not found");
  private static final Pattern REPEATED_ATTRIBUTE =
      Pattern.compile("Attribute \"([^\"]*)\" was already specified for element \"([^\"]*)\"");

  private final SchemaGuide guide;
  private final ElementTrail trail;

  ViolationWording(SchemaGuide guide, ElementTrail trail) {
    this.guide = guide;
    this.trail = trail;
  }

  /** Returns a sentence, or null when a message that says more is about to follow. */
  String ofViolation(String message) {
    Matcher key = KEY.matcher(message);
    return switch (key.find() ? key.group(1) : "") {
      case "cvc-attribute.3" -> badAttribute(message);
      case "cvc-type.3.1.3" -> badText(message);
      case "cvc-complex-type.3.2.2" -> unknownAttribute();
      case "cvc-complex-type.4" -> missingAttribute();
      case "cvc-complex-type.2.4.b" -> missingElement();
      case "cvc-complex-type.2.4.a", "cvc-complex-type.2.4.d", "cvc-complex-type.2.4.f" ->
          misplacedElement();
      case "cvc-complex-type.2.1", "cvc-type.3.1.2" -> unexpectedChild();
      case "cvc-complex-type.2.3" ->
          "<" + name() + "> contains text, expected only " + list(guide.elementsIn(path()));
      case "cvc-elt.1", "cvc-elt.1.a" ->
          "<" + name() + "> is the root, expected <" + list(guide.rootNames()) + ">";
      case "cvc-identity-constraint.4.1", "cvc-identity-constraint.4.2.2" -> duplicate(message);
      case "cvc-identity-constraint.4.3" -> dangling(message);
      default -> isFacet(message) ? null : "<" + name() + "> is not valid: " + oneLine(message);
    };
  }

  /** Rewords a document that is not even well-formed. */
  String ofSyntax(String message) {
    if (message.contains("DOCTYPE")) {
      return "<!DOCTYPE> is not allowed, expected a configuration without DTD and entities";
    }
    if (message.startsWith("Invalid byte")) {
      return "is not text in the encoding it declares, expected UTF-8";
    }
    Matcher repeated = REPEATED_ATTRIBUTE.matcher(message);
    if (repeated.find()) {
      return "<" + repeated.group(2) + "> has " + repeated.group(1) + " twice, expected it once";
    }
    return "is not well-formed XML: " + oneLine(message);
  }

  /** The line to name: a missing key is missed where its element begins. */
  int line(SAXParseException e) {
    return e.getMessage().startsWith("cvc-complex-type.2.4.b")
        ? trail.current().line()
        : e.getLineNumber();
  }

  private static boolean isFacet(String message) {
    return message.matches("(?s)cvc-(datatype|pattern|enumeration|min|max|length|total|frac).*");
  }

  private String badAttribute(String message) {
    Matcher matcher = VALUE_OF_ATTRIBUTE.matcher(message);
    if (!matcher.find()) {
      return "<" + name() + "> has a value that is not valid: " + oneLine(message);
    }
    String attribute = matcher.group(2);
    return "<%s %s> is '%s', expected %s"
        .formatted(
            name(), attribute, shown(matcher.group(1)), guide.expectedValue(path(), attribute));
  }

  private String badText(String message) {
    Matcher matcher = VALUE_OF_ELEMENT.matcher(message);
    String value = matcher.find() ? matcher.group(1) : "";
    return "<%s> is '%s', expected %s".formatted(name(), shown(value), guide.expectedText(path()));
  }

  private String unknownAttribute() {
    List<String> known = guide.attributesOf(path());
    String unknown =
        trail.current().attributes().keySet().stream()
            .filter(name -> !known.contains(name))
            .findFirst()
            .orElse("?");
    return "<%s %s> is not a known key, expected %s"
        .formatted(name(), unknown, known.isEmpty() ? "no attribute" : list(known));
  }

  private String missingAttribute() {
    String missing =
        guide.requiredAttributesOf(path()).stream()
            .filter(name -> !trail.current().attributes().containsKey(name))
            .findFirst()
            .orElse("?");
    return "<%s> has no %s, expected %s=\"…\" with %s"
        .formatted(name(), missing, missing, guide.expectedValue(path(), missing));
  }

  private String missingElement() {
    String missing =
        guide.requiredElementsIn(path()).stream()
            .filter(name -> !trail.current().children().contains(name))
            .findFirst()
            .orElse("?");
    return "<%s> has no <%s>, expected that key".formatted(name(), missing);
  }

  private String misplacedElement() {
    List<String> known = guide.elementsIn(parentPath());
    if (!known.contains(name())) {
      return "<%s> is not a known key of <%s>, expected one of %s"
          .formatted(name(), parentName(), list(known));
    }
    if (guide.onlyOnce(path()) && Collections.frequency(trail.siblings(), name()) > 1) {
      return "<" + name() + "> is given twice, expected it once";
    }
    return "<%s> is out of place in <%s>, expected the order %s"
        .formatted(name(), parentName(), list(known));
  }

  /** Reported at the end of the element that has a child although none may be there. */
  private String unexpectedChild() {
    List<String> children = trail.current().children();
    return "<%s> contains %s, expected no element inside"
        .formatted(name(), children.isEmpty() ? "text" : "<" + children.get(0) + ">");
  }

  private String duplicate(String message) {
    Matcher matcher = DUPLICATE.matcher(message);
    String value = matcher.find() ? matcher.group(1) : "a value";
    return "<%s> '%s' is given twice, expected each only once".formatted(name(), shown(value));
  }

  private String dangling(String message) {
    Matcher matcher = REFERENCE.matcher(message);
    String value = matcher.find() ? matcher.group(1) : "a value";
    return "<%s> refers to '%s', expected one that is declared in this file"
        .formatted(name(), shown(value));
  }

  private List<String> path() {
    return trail.path();
  }

  private List<String> parentPath() {
    List<String> path = trail.path();
    return path.subList(0, Math.max(0, path.size() - 1));
  }

  private String name() {
    return trail.current().name();
  }

  private String parentName() {
    List<String> parent = parentPath();
    return parent.isEmpty() ? "the document" : parent.get(parent.size() - 1);
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
