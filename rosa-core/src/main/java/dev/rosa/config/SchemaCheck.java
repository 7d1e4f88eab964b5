package dev.rosa.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.AttributesImpl;

/**
 * Validation of one configuration file by its XSD, which words every mistake for an operator. What
 * is wrong is removed, and the rest is validated again: a validator does not see beyond the first
 * wrong element of a parent.
 *
 * <p>The JDK's own validator is asked for by name: its error keys are what {@link ViolationWording}
 * understands.
 */
final class SchemaCheck {
  private static final String LOCALE = "http://apache.org/xml/properties/locale";
  private static final String CHARACTER_DATA = "CDATA";

  /** Each finds what the mistakes of the pass before it hid, which is seldom anything. */
  private static final int MOST_PASSES = 10;

  private final Path file;
  private final ConfigSchema schema;
  private final Problems problems;

  SchemaCheck(Path file, ConfigSchema schema, Problems problems) {
    this.file = file;
    this.schema = schema;
    this.problems = problems;
  }

  /**
   * Leaves in the document what is valid.
   *
   * @return false if the rest is of no use: the root is of another schema, or too much is wrong
   */
  boolean check(ConfigElement root) {
    if (!schema.guide().rootNames().contains(root.name())) {
      violations(root).forEach(this::report);
      return false;
    }
    removeUnknown(root);
    for (int pass = 0; pass < MOST_PASSES && !problems.isFull(); pass++) {
      boolean findsMore = false;
      for (Violation violation : violations(root)) {
        if (problems.isFull()) {
          return false;
        }
        findsMore |= report(violation);
        violation.remove().run();
      }
      if (!findsMore) {
        return true;
      }
    }
    return false;
  }

  /** The validator would find one of them in each parent at a time. */
  private void removeUnknown(ConfigElement parent) {
    List<String> known = schema.guide().elementsIn(parent.path());
    for (ConfigElement child : List.copyOf(parent.children())) {
      if (problems.isFull()) {
        return;
      }
      if (known.isEmpty() || known.contains(child.name())) {
        removeUnknown(child);
      } else {
        Violation violation = ViolationWording.unknown(child, known);
        boolean unused = report(violation);
        violation.remove().run();
      }
    }
  }

  private boolean report(Violation violation) {
    return problems.add(new Problem(file, violation.line(), false, violation.sentence()));
  }

  private List<Violation> violations(ConfigElement root) {
    try {
      Walk walk = new Walk(schema);
      walk.validator.startDocument();
      walk.visit(root);
      walk.validator.endDocument();
      return walk.found;
    } catch (SAXException e) {
      throw new IllegalStateException("the JDK's validator failed: " + e.getMessage(), e);
    }
  }

  /** One pass of the validator over a document. */
  private static final class Walk implements ErrorHandler {
    private final ValidatorHandler validator;
    private final ViolationWording wording;
    private final List<Violation> found = new ArrayList<>();
    private ConfigElement current;

    Walk(ConfigSchema schema) throws SAXException {
      validator = schema.newValidator();
      validator.setProperty(LOCALE, Locale.ENGLISH);
      validator.setErrorHandler(this);
      wording = new ViolationWording(schema.guide());
    }

    void visit(ConfigElement element) throws SAXException {
      current = element;
      AttributesImpl attributes = new AttributesImpl();
      element
          .attributes()
          .forEach(
              (name, attribute) ->
                  attributes.addAttribute("", name, name, CHARACTER_DATA, attribute.value()));
      validator.startElement(element.namespace(), element.name(), element.name(), attributes);
      char[] text = element.text().toString().toCharArray();
      validator.characters(text, 0, text.length);
      for (ConfigElement child : element.children()) {
        visit(child);
      }
      current = element;
      validator.endElement(element.namespace(), element.name(), element.name());
    }

    @Override
    public void warning(SAXParseException e) {
      // Nothing the JDK warns of here makes a configuration unusable.
    }

    @Override
    public void error(SAXParseException e) {
      boolean isOfSeveral = e.getMessage().startsWith("cvc-identity-constraint");
      // Two values that are wrong may well be the same: the next pass is without them.
      if (!isOfSeveral || found.isEmpty()) {
        found.addAll(wording.of(current, e.getMessage()));
      }
    }

    @Override
    public void fatalError(SAXParseException e) throws SAXException {
      throw e;
    }
  }
}
