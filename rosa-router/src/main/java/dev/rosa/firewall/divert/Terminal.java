package dev.rosa.firewall.divert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.firewall.keeper.PlanReport;
import dev.rosa.kernel.nft.NftFigures;
import java.io.PrintWriter;

/**
 * Output of {@code rosa divert}: events as lines for a person, or as JSON objects for a program.
 * One thread.
 */
final class Terminal implements Events {

  private final ObjectMapper mapper = new ObjectMapper();
  private final PrintWriter out;
  private final boolean json;

  Terminal(PrintWriter out, boolean json) {
    this.out = out;
    this.json = json;
  }

  @Override
  public void info(String sentence) {
    say("info", sentence);
  }

  @Override
  public void warn(String sentence) {
    say("warning", sentence);
  }

  private void say(String kind, String sentence) {
    if (json) {
      print(mapper.createObjectNode().put("event", kind).put("message", sentence));
    } else {
      line(kind.equals("info") ? sentence : kind + ": " + sentence);
    }
  }

  @Override
  public void report(PlanReport report) {
    if (json) {
      print(
          mapper
              .createObjectNode()
              .put("event", "state")
              .put("state", Diversion.State.of(report).name())
              .put("remade", report.remade())
              .put("bypasses", report.bypasses()));
    }
  }

  @Override
  public void figures(NftFigures figures) {
    // They are shown when they are asked for.
  }

  /** Everything is in force. */
  void ready(DiversionPlan plan, String mac) {
    if (json) {
      print(
          mapper
              .createObjectNode()
              .put("event", "ready")
              .put("link", plan.link())
              .put("returnTo", mac));
    } else {
      line(
          "ready; in the router's configuration: <assistant interface=\"…\" return-to=\""
              + mac
              + "\"/>");
    }
  }

  /** A whole value for a program. */
  void print(ObjectNode value) {
    try {
      line(mapper.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a JSON tree can always be written", e);
    }
  }

  /** A line for a person. */
  void line(String text) {
    out.println(text);
    out.flush();
  }
}
