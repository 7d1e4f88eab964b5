package dev.rosa.client.command;

import dev.rosa.client.endpoint.ServerList;
import dev.rosa.config.Durations;
import dev.rosa.config.HostPort;
import dev.rosa.config.IpLiteral;
import dev.rosa.identity.Role;
import dev.rosa.wire.active.Suite;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters of option values; a wrong value ends in a sentence, not in a class name. */
final class Conversions {
  private Conversions() {}

  static void register(CommandLine line) {
    line.registerConverter(HostPort.class, said(HostPort::parse));
    line.registerConverter(ServerList.class, said(ServerList::parse));
    line.registerConverter(InetAddress.class, said(IpLiteral::parse));
    line.registerConverter(Duration.class, said(Durations::parse));
    line.registerConverter(Role.class, said(Role::ofUriName));
    line.registerConverter(Suite.class, said(Conversions::suite));
    line.registerConverter(LinkKind.class, said(LinkKind::parse));
    line.registerConverter(Integer.class, said(wholeNumber(Integer::valueOf)));
    line.registerConverter(int.class, said(wholeNumber(Integer::valueOf)));
    line.registerConverter(Long.class, said(wholeNumber(Long::valueOf)));
    line.registerConverter(long.class, said(wholeNumber(Long::valueOf)));
  }

  private static <T> ITypeConverter<T> said(Function<String, T> parser) {
    return text -> {
      try {
        return parser.apply(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    };
  }

  private static <T> Function<String, T> wholeNumber(Function<String, T> parser) {
    return text -> {
      try {
        return parser.apply(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("'" + text + "', expected a whole number", e);
      }
    };
  }

  private static Suite suite(String name) {
    return Suite.byName(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + name
                        + "' is no suite, expected one of "
                        + Arrays.stream(Suite.values())
                            .map(Suite::protocolName)
                            .collect(Collectors.joining(", "))));
  }
}
