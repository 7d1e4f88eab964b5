package dev.rosa.firewall.divert;

import dev.rosa.firewall.assistant.Source;
import dev.rosa.firewall.keeper.Events;
import dev.rosa.network.Link;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages about the NIC that leads to another machine, if it carries shorter packets than a
 * diverted interface. It drops the longer ones, and no counter or ICMP message tells of them. One
 * thread at a time.
 */
final class MtuNews {

  private final DiversionPlan plan;
  private final Events events;

  /** Sentences that were said last, by interface. */
  private final Map<String, String> told = new HashMap<>();

  MtuNews(DiversionPlan plan, Events events) {
    this.plan = plan;
    this.events = events;
  }

  /** Says what has changed. */
  void tell(List<Source> sources, Map<String, Link> links) {
    Link nic = plan.nic() == null ? null : links.get(plan.nic());
    if (nic == null) {
      return;
    }
    if (!plan.listens()) {
      // Only the other machine knows which interfaces it diverts.
      String sentence =
          "interface %s carries packets of %d bytes: longer ones that the other machine diverts are"
              + " lost; no interface there may have a larger MTU";
      say(nic.name(), sentence.formatted(nic.name(), nic.mtuBytes()), false);
      return;
    }
    for (Source source : sources) {
      Link link = links.get(source.device());
      if (source.usable() && link != null) {
        tell(source.device(), link.mtuBytes(), nic);
      }
    }
  }

  private void tell(String device, int mtuBytes, Link nic) {
    if (mtuBytes > nic.mtuBytes()) {
      String sentence =
          "interface %s carries packets of %d bytes, and %s, which leads to the router, of %d:"
              + " longer active packets are lost there; give %s an MTU of %d";
      say(
          device,
          sentence.formatted(device, mtuBytes, nic.name(), nic.mtuBytes(), nic.name(), mtuBytes),
          true);
    } else if (told.remove(device) != null) {
      events.info(
          "interface %s carries all packets of %s to the router".formatted(nic.name(), device));
    }
  }

  private void say(String device, String sentence, boolean warns) {
    if (sentence.equals(told.put(device, sentence))) {
      return;
    }
    if (warns) {
      events.warn(sentence);
    } else {
      events.info(sentence);
    }
  }
}
