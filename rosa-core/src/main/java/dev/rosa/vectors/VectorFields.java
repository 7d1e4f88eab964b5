package dev.rosa.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rosa.config.IpLiteral;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * Reader of one vector's JSON fields; each accessor throws IllegalArgumentException with a
 * sentence.
 */
final class VectorFields {
  private static final HexFormat HEX = HexFormat.of();

  private final JsonNode node;

  VectorFields(JsonNode node) {
    this.node = node;
  }

  long number(String name, long max) {
    JsonNode value = required(name);
    boolean fits =
        value.isIntegralNumber()
            && value.canConvertToLong()
            && value.longValue() >= 0
            && value.longValue() <= max;
    if (!fits) {
      throw new IllegalArgumentException("'" + name + "' must be a whole number from 0 to " + max);
    }
    return value.longValue();
  }

  int u32(String name) {
    return (int) number(name, 0xffff_ffffL);
  }

  long u64(String name) {
    return HexFormat.fromHexDigitsToLong(HEX.formatHex(hex(name, Long.BYTES)));
  }

  byte[] hex(String name, int bytes) {
    String value = hexUpTo(name, bytes);
    if (value.length() != 2 * bytes) {
      throw new IllegalArgumentException("'" + name + "' must have " + 2 * bytes + " hex digits");
    }
    return HEX.parseHex(value);
  }

  String hexUpTo(String name, int maxBytes) {
    String text = text(name);
    if (text.length() > 2 * maxBytes) {
      throw new IllegalArgumentException(
          "'" + name + "' must have at most " + 2 * maxBytes + " hex digits");
    }
    if (text.length() % 2 != 0 || !text.chars().allMatch(HexFormat::isHexDigit)) {
      throw new IllegalArgumentException("'" + name + "' must be an even number of hex digits");
    }
    return text;
  }

  InetAddress address(String name) {
    try {
      return IpLiteral.parse(text(name));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + name + "' is " + e.getMessage(), e);
    }
  }

  String optionalText(String name) {
    return node.has(name) ? text(name) : null;
  }

  private String text(String name) {
    JsonNode value = required(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException("'" + name + "' must be a text");
    }
    return value.textValue();
  }

  private JsonNode required(String name) {
    JsonNode value = node.get(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "' is missing");
    }
    return value;
  }
}
