package dev.rosa.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Element of a configuration file, as parsed: attributes, children, text, and their line numbers. A
 * key that is found wrong is removed, so that the rest can be read as if the key were not given;
 * the element remembers its name. Owned by one thread.
 */
final class ConfigElement {

  /** An attribute's value, and the line of its name. */
  record Attribute(String value, int line) {}

  private final ConfigElement parent;
  private final String namespace;
  private final String name;
  private final int line;
  private final Map<String, Attribute> attributes = new LinkedHashMap<>();
  private final List<ConfigElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final Set<String> removed = new HashSet<>();

  /** An element without content; it is added to its parent, which is null for the root. */
  ConfigElement(ConfigElement parent, String namespace, String name, int line) {
    this.parent = parent;
    this.namespace = namespace;
    this.name = name;
    this.line = line;
    if (parent != null) {
      parent.children.add(this);
    }
  }

  ConfigElement parent() {
    return parent;
  }

  String namespace() {
    return namespace;
  }

  String name() {
    return name;
  }

  /** The line of its start tag's first character. */
  int line() {
    return line;
  }

  /** By name, in the order of the file. */
  Map<String, Attribute> attributes() {
    return attributes;
  }

  List<ConfigElement> children() {
    return children;
  }

  List<ConfigElement> children(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).toList();
  }

  /** The text in it, without that of its children. */
  StringBuilder text() {
    return text;
  }

  /** The names from the root to this element. */
  List<String> path() {
    Deque<String> path = new ArrayDeque<>();
    for (ConfigElement element = this; element != null; element = element.parent) {
      path.addFirst(element.name);
    }
    return List.copyOf(path);
  }

  /** The child of that name and index, from 0. */
  Optional<ConfigElement> child(String childName, int index) {
    return children(childName).stream().skip(index).findFirst();
  }

  /** Tells whether the file has this key here, right or wrong. */
  boolean gives(String key) {
    return attributes.containsKey(key) || !children(key).isEmpty() || removed.contains(key);
  }

  /** Tells whether a key of that name was wrong. */
  boolean isRemoved(String key) {
    return removed.contains(key);
  }

  /** The line of an attribute; that of the element if there is no such attribute. */
  int lineOf(String attribute) {
    Attribute known = attributes.get(attribute);
    return known == null ? line : known.line();
  }

  /** Takes a required key for one that was removed, once it is reported that it is missing. */
  void noteMissing(String key) {
    removed.add(key);
  }

  /** Removes an attribute; false if there is none of that name. */
  boolean removeAttribute(String attribute) {
    removed.add(attribute);
    return attributes.remove(attribute) != null;
  }

  /** Removes this element from its parent; false for the root, which has none. */
  boolean remove() {
    if (parent == null) {
      return false;
    }
    parent.removed.add(name);
    return parent.children.remove(this);
  }

  /** Removes children and text. */
  void empty() {
    children.forEach(child -> removed.add(child.name));
    children.clear();
    text.setLength(0);
  }
}
