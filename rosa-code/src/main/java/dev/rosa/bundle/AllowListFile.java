package dev.rosa.bundle;

import dev.rosa.bundle.AllowList.Listed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Parser of {@code allowed-members.txt}, whose head describes the form. It refuses a line that is
 * not of that form, and a member without a price, with file and line. Used by one thread, once.
 */
final class AllowListFile {

  /** The package of all twins and of the classes that shadow others. */
  private static final String TWINS = "dev/rosa/metering/twin/";

  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "char", "double", "float", "int", "long", "short");

  /** A member's line, kept until all types are known. */
  private record Line(int number, String type, Deque<String> words) {}

  private final String file;
  private final Map<String, Listed> types = new TreeMap<>();
  private final Map<String, String> simpleNames = new HashMap<>();
  private final List<Line> memberLines = new ArrayList<>();
  private String current;
  private int number;

  AllowListFile(String file) {
    this.file = file;
  }

  /** The types of these lines by internal name. */
  Map<String, Listed> parse(List<String> lines) {
    for (String line : lines) {
      number++;
      if (!line.isBlank() && !line.startsWith("#")) {
        readLine(new ArrayDeque<>(Arrays.asList(line.trim().split("\\s+"))));
      }
    }
    for (Line line : memberLines) {
      number = line.number;
      readMembers(line);
    }
    return types;
  }

  private void readLine(Deque<String> words) {
    if (words.peek().equals("class")) {
      words.pop();
      readType(words);
    } else if (current == null) {
      throw bad("has a member of no type, expected a line 'class NAME' before it");
    } else {
      memberLines.add(new Line(number, current, words));
    }
  }

  private void readType(Deque<String> words) {
    current = internal(next(words, "a name after 'class'"));
    boolean isFinal = words.removeFirstOccurrence("final");
    String shadow = null;
    if ("by".equals(words.peek())) {
      words.pop();
      shadow = TWINS + internal(next(words, "a class after 'by'"));
    }
    String extending = words.poll();
    if (extending != null && !extending.equals("extends")) {
      throw bad("has the word " + extending + ", expected 'extends'");
    }
    List<String> supertypes = words.stream().map(AllowListFile::internal).toList();
    if (types.put(current, new Listed(isFinal, shadow, supertypes)) != null) {
      throw bad("lists " + current.replace('/', '.') + " a second time");
    }
    String name = current.replace('/', '.');
    simpleNames.put(name.substring(name.lastIndexOf('.') + 1), name);
  }

  private void readMembers(Line line) {
    Listed type = types.get(line.type);
    Deque<String> words = line.words;
    boolean ofSuper = words.peek().equals("super");
    PriceTag tag = readPrice(words);
    if (words.isEmpty()) {
      throw bad("has a price without a member");
    }
    for (String word : words) {
      String member = fullMember(word);
      Map<String, PriceTag> prices = ofSuper ? type.superPrices() : type.prices();
      if (prices.put(member, tag) != null) {
        throw bad("has " + member + " a second time");
      }
    }
  }

  private PriceTag readPrice(Deque<String> words) {
    String kind = words.pop();
    switch (kind) {
      case "call" -> {
        return PriceTag.of(new Price.Call(amount(next(words, "units after 'call'"))));
      }
      case "prepaid" -> {
        return new PriceTag(PriceTag.Kind.PREPAID, twin(words, kind));
      }
      case "super" -> {
        boolean isConstant = !words.isEmpty() && Character.isDigit(words.peek().charAt(0));
        return isConstant
            ? PriceTag.of(constant(words.pop()))
            : new PriceTag(PriceTag.Kind.SUPER, twin(words, kind));
      }
      case "twin" -> {
        boolean isStatic = "static".equals(words.peek()) && words.pop() != null;
        PriceTag.Kind tag = isStatic ? PriceTag.Kind.STATIC_TWIN : PriceTag.Kind.TWIN;
        return new PriceTag(tag, twin(words, kind));
      }
      default -> {
        return PriceTag.of(constant(kind));
      }
    }
  }

  private String twin(Deque<String> words, String kind) {
    return TWINS + internal(next(words, "a class after '" + kind + "'"));
  }

  private Price.Constant constant(String word) {
    int plus = word.indexOf('+');
    return plus < 0
        ? new Price.Constant(amount(word), 0)
        : new Price.Constant(amount(word.substring(0, plus)), amount(word.substring(plus + 1)));
  }

  private int amount(String word) {
    if (!word.matches("[0-9]{1,6}")) {
      throw bad(
          "has "
              + word
              + " without a price, expected N, N+BYTES, 'call N', 'twin CLASS', 'twin static"
              + " CLASS', 'prepaid CLASS' or 'super CLASS' before it");
    }
    return Integer.parseInt(word);
  }

  /** A field, or a method with the full names of its arguments' types. */
  private String fullMember(String word) {
    int open = word.indexOf('(');
    if (open < 0) {
      return word;
    }
    if (!word.endsWith(")")) {
      throw bad("has " + word + ", expected a method's types up to ')'");
    }
    String types = word.substring(open + 1, word.length() - 1);
    List<String> full = new ArrayList<>();
    for (String type : types.isEmpty() ? new String[0] : types.split(",", -1)) {
      full.add(fullType(type));
    }
    return word.substring(0, open) + "(" + String.join(",", full) + ")";
  }

  private String fullType(String word) {
    int array = word.indexOf('[');
    String element = array < 0 ? word : word.substring(0, array);
    String dimensions = array < 0 ? "" : word.substring(array);
    if (PRIMITIVES.contains(element)) {
      return word;
    }
    String full = simpleNames.get(element);
    if (full == null) {
      throw bad("has the type " + element + ", which it does not list");
    }
    return full + dimensions;
  }

  private String next(Deque<String> words, String expected) {
    String word = words.poll();
    if (word == null) {
      throw bad("ends early, expected " + expected);
    }
    return word;
  }

  private IllegalStateException bad(String problem) {
    return new IllegalStateException(file + ":" + number + " " + problem);
  }

  private static String internal(String name) {
    return name.replace('.', '/');
  }
}
