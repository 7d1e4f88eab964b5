package dev.rosa.client.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.admission.Admission;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.admission.CodeBudgets;
import dev.rosa.bundle.admission.Finding;
import dev.rosa.keys.CodeDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Command {@code rosa code check}: admission of a bundle, with everything that it finds. */
@Command(
    name = "check",
    description = {
      "Checks a code bundle as the Code Server and every router will. Needs no server and no"
          + " identity.",
      "Prints each thing that the bundle is refused for: class, method, line, reason, and what to"
          + " use instead. Ends with 0 if the bundle is admitted, 1 if it is refused, 2 if the file"
          + " cannot be read."
    },
    footer = {
      "",
      "Examples:",
      "  rosa code check transcoder.jar",
      "  rosa code check build/app-1.2.jar --json"
    })
final class CodeCheckCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "the bundle, a jar")
  private Path file;

  @Mixin private OutputOptions output = new OutputOptions();

  CodeCheckCommand() {}

  @Override
  public Integer call() throws CommandFailedException {
    byte[] jar = read();
    List<Finding> findings = new ArrayList<>();
    Optional<CodeBundle> bundle = new Admission(BundleFile.LIMITS).report(jar, findings::add);
    if (output.json()) {
      output.json(json(jar, bundle, findings));
    } else {
      print(jar, bundle, findings);
    }
    return findings.isEmpty() ? CommandFrame.OK : CommandFrame.FAILED;
  }

  private byte[] read() throws CommandFailedException {
    try {
      return BundleFile.read(file);
    } catch (CommandFailedException e) {
      throw CommandFailedException.usage(e.getMessage());
    } catch (IOException e) {
      throw CommandFailedException.usage(IoSentence.of(e));
    }
  }

  private void print(byte[] jar, Optional<CodeBundle> bundle, List<Finding> findings) {
    findings.forEach(finding -> output.line(finding.text()));
    String verdict =
        switch (findings.size()) {
          case 0 -> "admitted";
          case 1 -> "refused, 1 finding";
          default -> "refused, %d findings".formatted(findings.size());
        };
    output.line("%s: %s".formatted(file, verdict));
    output.line("digest       " + CodeDigest.ofBundle(jar));
    output.line(
        String.format(
            Locale.ROOT,
            "size         %,d bytes of %,d",
            jar.length,
            BundleFile.LIMITS.bundleBytes()));
    bundle.ifPresent(this::print);
  }

  private void print(CodeBundle bundle) {
    CodeBudgets budgets = bundle.budgets();
    output.line(
        "entry        %s, %d classes".formatted(bundle.entryClass(), bundle.classes().size()));
    output.line("code API     version " + budgets.apiVersion());
    output.line(
        String.format(
            Locale.ROOT, "fuel         %,d units a packet", 1_000L * budgets.fuelThousands()));
    output.line(
        String.format(
            Locale.ROOT,
            "memory       %,d KiB for a packet, and for an instance in all",
            budgets.memoryKib()));
  }

  private ObjectNode json(byte[] jar, Optional<CodeBundle> bundle, List<Finding> findings) {
    ObjectNode json = CommandContext.JSON.createObjectNode();
    json.put("file", file.toString()).put("admitted", findings.isEmpty());
    json.put("digest", CodeDigest.ofBundle(jar).hex());
    json.put("sizeBytes", jar.length).put("mostBytes", BundleFile.LIMITS.bundleBytes());
    bundle.ifPresent(opened -> put(json, opened));
    ArrayNode list = json.putArray("findings");
    findings.forEach(finding -> put(list.addObject(), finding));
    return json;
  }

  private static void put(ObjectNode json, CodeBundle bundle) {
    CodeBudgets budgets = bundle.budgets();
    json.put("entryClass", bundle.entryClass()).put("classes", bundle.classes().size());
    json.put("apiVersion", budgets.apiVersion());
    json.put("fuelThousands", budgets.fuelThousands());
    json.put("memoryKib", budgets.memoryKib());
  }

  /** A finding; places that are not known are left out. */
  private static void put(ObjectNode json, Finding finding) {
    put(json, "class", finding.type());
    put(json, "method", finding.method());
    put(json, "file", finding.file());
    if (finding.line() > 0) {
      json.put("line", finding.line());
    }
    json.put("reason", finding.reason());
    put(json, "instead", finding.instead());
  }

  private static void put(ObjectNode json, String name, String value) {
    if (!value.isEmpty()) {
      json.put(name, value);
    }
  }
}
