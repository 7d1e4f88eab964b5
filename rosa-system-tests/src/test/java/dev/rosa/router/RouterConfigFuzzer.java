package dev.rosa.router;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import dev.rosa.config.ConfigException;
import dev.rosa.fuzz.Mutation;
import dev.rosa.fuzz.Refused;
import dev.rosa.fuzz.Scratch;
import dev.rosa.router.setup.RouterConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Configurations with mistakes: read, or refused with lines that begin with the file each. XML is
 * read in one place for all roles, so one role's configuration stands for all.
 */
public final class RouterConfigFuzzer {

  private static final String GOOD =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <router>
        <identity>domain/r1</identity>
        <code-server>127.0.0.1:7002 [::1]:7002</code-server>
        <status>127.0.0.1:9101</status>
        <domain skew="2s" suites="HMAC-SHA256-128 AES256-GCM" foreign-domain="drop"/>
        <publishers><publisher>carol</publisher></publishers>
        <max-bundle>1MiB</max-bundle>
        <packets batch="64" max-size="9KiB"/>
        <sessions max="65536"/>
        <parking per-code="256" total="4096" timeout="5s"/>
        <overlay listen="127.0.0.1:3323">
          <route to="10.0.2.0/24" via="127.0.0.1:3324"/>
          <route to="2001:db8::/32" via="[::1]:3324"/>
        </overlay>
      </router>
      """;

  /** Replacements of a value. */
  private static final List<String> VALUES =
      List.of("2s", "1MiB", "10.0.2.0/24", "[::1]:7002", "64", "drop", "carol", "HMAC-SHA256-128");

  private RouterConfigFuzzer() {}

  /** Seeds of the corpus. */
  public static List<byte[]> seeds() {
    return List.of(GOOD.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads the schema before Jazzer's clock runs. */
  public static void fuzzerInitialize() throws ConfigException {
    RouterConfig.load(Scratch.write("good.xml", GOOD.getBytes(StandardCharsets.UTF_8)));
  }

  /** One input. */
  public static void fuzzerTestOneInput(FuzzedDataProvider data) {
    byte[] content =
        switch (data.consumeInt(0, 2)) {
          case 0 -> data.consumeRemainingAsBytes();
          case 1 -> Mutation.of(GOOD.getBytes(StandardCharsets.UTF_8), data);
          default -> otherValue(data).getBytes(StandardCharsets.UTF_8);
        };
    Path file = Scratch.write("router.xml", content);
    try {
      RouterConfig.load(file);
    } catch (ConfigException e) {
      e.lines().forEach(line -> check(line, file));
    }
  }

  private static void check(String line, Path file) {
    Refused.check(line);
    if (!line.startsWith(file.toString())) {
      throw new AssertionError("a line of the refusal does not begin with the file: " + line);
    }
  }

  /** One of the values becomes something else. */
  private static String otherValue(FuzzedDataProvider data) {
    String old = data.pickValue(Set.copyOf(VALUES));
    return GOOD.replace(old, data.consumeString(60));
  }
}
