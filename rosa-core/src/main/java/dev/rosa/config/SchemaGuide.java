package dev.rosa.config;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Guide to a configuration's XSD, in sentences for an operator about the keys and values that it
 * expects at a place. Forms of values are from the documentation of their types.
 *
 * <p>Understands schemas as ROSA writes them: elements declared in place, complex types in place or
 * by name, simple types by name. Validation itself is not done here. Owned by one thread.
 */
final class SchemaGuide {
  private final Map<String, Element> roots = new LinkedHashMap<>();
  private final Map<String, Element> types = new HashMap<>();
  private final Map<List<String>, Optional<Element>> declarations = new HashMap<>();

  private SchemaGuide() {}

  static SchemaGuide read(List<URL> schemas) throws SAXException, IOException {
    SchemaGuide guide = new SchemaGuide();
    for (URL schema : schemas) {
      for (Element declared : children(parse(schema))) {
        switch (declared.getLocalName()) {
          case "element" -> guide.roots.put(declared.getAttribute("name"), declared);
          case "simpleType", "complexType" ->
              guide.types.put(declared.getAttribute("name"), declared);
          default -> {
            // Includes and annotations describe nothing an operator writes.
          }
        }
      }
    }
    return guide;
  }

  List<String> rootNames() {
    return List.copyOf(roots.keySet());
  }

  /** The elements that may stand inside the element at {@code path}, by name, in schema order. */
  List<String> elementsIn(List<String> path) {
    return names(path, "element");
  }

  /** The attributes of the element at {@code path}. */
  List<String> attributesOf(List<String> path) {
    return names(path, "attribute");
  }

  /** The attributes that the element at {@code path} must have. */
  List<String> requiredAttributesOf(List<String> path) {
    List<String> required = new ArrayList<>();
    for (Element attribute : members(declaration(path), "attribute")) {
      if (attribute.getAttribute("use").equals("required")) {
        required.add(attribute.getAttribute("name"));
      }
    }
    return required;
  }

  /** The elements that must stand inside the element at {@code path}. */
  List<String> requiredElementsIn(List<String> path) {
    List<String> required = new ArrayList<>();
    for (Element element : members(declaration(path), "element")) {
      if (!element.getAttribute("minOccurs").equals("0")) {
        required.add(element.getAttribute("name"));
      }
    }
    return required;
  }

  /** Tells whether the element at {@code path} may stand there only once. */
  boolean onlyOnce(List<String> path) {
    Element declaration = declaration(path);
    return declaration != null && !declaration.hasAttribute("maxOccurs");
  }

  /** Expected text of the element at {@code path}. */
  String expectedText(List<String> path) {
    return describe(declaration(path));
  }

  /** Expected value of an attribute. */
  String expectedValue(List<String> path, String attribute) {
    for (Element candidate : members(declaration(path), "attribute")) {
      if (candidate.getAttribute("name").equals(attribute)) {
        return describe(candidate);
      }
    }
    return "another value";
  }

  private List<String> names(List<String> path, String kind) {
    return members(declaration(path), kind).stream().map(e -> e.getAttribute("name")).toList();
  }

  private Element declaration(List<String> path) {
    return declarations.computeIfAbsent(path, this::find).orElse(null);
  }

  private Optional<Element> find(List<String> path) {
    Element declaration = path.isEmpty() ? null : roots.get(path.get(0));
    for (String step : path.subList(Math.min(1, path.size()), path.size())) {
      Element parent = declaration;
      declaration = null;
      for (Element member : members(parent, "element")) {
        declaration = member.getAttribute("name").equals(step) ? member : declaration;
      }
    }
    return Optional.ofNullable(declaration);
  }

  /** The elements or attributes declared for an element, through groups and a named type. */
  private List<Element> members(Element declaration, String kind) {
    List<Element> found = new ArrayList<>();
    if (declaration == null) {
      return found;
    }
    Element named = types.get(declaration.getAttribute("type"));
    if (named != null) {
      found.addAll(members(named, kind));
    }
    for (Element child : children(declaration)) {
      switch (child.getLocalName()) {
        case "element", "attribute" -> {
          if (child.getLocalName().equals(kind)) {
            found.add(child);
          }
        }
        case "complexType", "sequence", "all", "choice", "simpleContent", "extension" ->
            found.addAll(members(child, kind));
        default -> {
          // Annotations, keys and simple types have no members.
        }
      }
    }
    return found;
  }

  private String describe(Element declaration) {
    if (declaration == null) {
      return "another value";
    }
    Element named = types.get(declaration.getAttribute("type"));
    String own = documentation(declaration);
    if (own.isEmpty() && named != null) {
      own = documentation(named);
    }
    for (Element child : children(declaration)) {
      if (own.isEmpty() && child.getLocalName().equals("simpleType")) {
        own = documentation(child);
      }
    }
    return own.isEmpty() ? "a value of type " + declaration.getAttribute("type") : own;
  }

  private static String documentation(Element declaration) {
    for (Element child : children(declaration)) {
      if (child.getLocalName().equals("annotation")) {
        return child.getTextContent().strip().replaceAll("\\s+", " ");
      }
    }
    return "";
  }

  private static List<Element> children(Element parent) {
    List<Element> elements = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static Element parse(URL schema) throws SAXException, IOException {
    try (InputStream in = schema.openStream()) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return factory.newDocumentBuilder().parse(in).getDocumentElement();
    } catch (ParserConfigurationException e) {
      throw new SAXException(e);
    }
  }
}
