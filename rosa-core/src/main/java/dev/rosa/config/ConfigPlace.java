package dev.rosa.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Where in a configuration file an element is, for what turns out to be wrong with it only after
 * the file was read. Stateless.
 */
public final class ConfigPlace {

  private ConfigPlace() {}

  /**
   * The first element of that path.
   *
   * @param path from below the root, e.g. {@code domain} or {@code rules/rule}
   * @return {@code FILE:LINE}; the file alone if it has no such element (any more)
   */
  public static String of(Path file, String path) {
    return of(file, path, 0);
  }

  /** The same, of the element with that index, from 0, among those of that path. */
  public static String of(Path file, String path, int index) {
    Search search = new Search(path, index);
    try (InputStream in = Files.newInputStream(file)) {
      XMLReader reader = SchemaCheck.reader();
      reader.setContentHandler(search);
      reader.setErrorHandler(search);
      reader.parse(new InputSource(in));
    } catch (SAXException | IOException e) {
      // It was read a moment ago: whoever changes it now gets a place less exact.
      return file.toString();
    }
    return search.line < 1 ? file.toString() : file + ":" + search.line;
  }

  private static final class Search extends DefaultHandler {
    private final String path;
    private final Deque<String> open = new ArrayDeque<>();
    private Locator locator;
    private int before;
    private int line;

    Search(String path, int index) {
      this.path = path;
      this.before = index;
    }

    @Override
    public void setDocumentLocator(Locator locator) {
      this.locator = locator;
    }

    @Override
    public void startElement(String uri, String localName, String qName, Attributes attributes) {
      // The root has no name in paths.
      open.addLast(open.isEmpty() ? "" : open.getLast() + "/" + qName);
      if (line == 0 && open.getLast().equals("/" + path) && before-- == 0) {
        line = locator.getLineNumber();
      }
    }

    @Override
    public void endElement(String uri, String localName, String qName) {
      open.removeLast();
    }
  }
}
