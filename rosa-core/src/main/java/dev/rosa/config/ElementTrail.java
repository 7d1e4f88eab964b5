package dev.rosa.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.XMLFilterImpl;

/** Passes a document on to the validator and remembers where in the document it is. */
final class ElementTrail extends XMLFilterImpl {
  /** An open element: its name, the line of its start tag, its attributes and children so far. */
  record Open(String name, int line, Map<String, String> attributes, List<String> children) {}

  private final Deque<Open> open = new ArrayDeque<>();
  private Locator locator;

  ElementTrail(ValidatorHandler validator) {
    setContentHandler(validator);
  }

  /** The names from the root to the innermost open element. */
  List<String> path() {
    List<String> path = new ArrayList<>();
    open.descendingIterator().forEachRemaining(element -> path.add(element.name()));
    return path;
  }

  /** The innermost open element. */
  Open current() {
    return open.peek();
  }

  /** The names of the children of the element around the innermost one, that one included. */
  Collection<String> siblings() {
    return open.stream().skip(1).findFirst().map(Open::children).orElse(List.of());
  }

  @Override
  public void setDocumentLocator(Locator newLocator) {
    locator = newLocator;
    super.setDocumentLocator(newLocator);
  }

  @Override
  public void startElement(String uri, String localName, String qName, Attributes attributes)
      throws SAXException {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < attributes.getLength(); i++) {
      values.put(attributes.getQName(i), attributes.getValue(i));
    }
    if (!open.isEmpty()) {
      open.peek().children().add(qName);
    }
    open.push(new Open(qName, locator.getLineNumber(), values, new ArrayList<>()));
    super.startElement(uri, localName, qName, attributes);
  }

  @Override
  public void endElement(String uri, String localName, String qName) throws SAXException {
    super.endElement(uri, localName, qName);
    open.pop();
  }
}
