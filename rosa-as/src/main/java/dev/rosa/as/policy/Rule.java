package dev.rosa.as.policy;

import dev.rosa.config.Durations;
import dev.rosa.config.IpPrefix;
import dev.rosa.control.v1.GrantRequest;
import dev.rosa.wire.active.Grant;
import java.net.InetAddress;
import java.time.Duration;

/**
 * Permission to use a code from some addresses to others, for a time, with a grant.
 *
 * @param id given by the storage; 0 before that
 * @param user a name or {@code *}
 * @param code a name or {@code *}
 * @param source a prefix or {@code *}
 * @param destination a prefix or {@code *}
 * @param maxWindow longest SET − SST
 * @param grant the most that is given: a rate of 0 is no limit, a fuel of 0 the code's own default
 * @param quota how much its users may have
 * @param origin who declared it
 */
public record Rule(
    long id,
    String user,
    String code,
    String source,
    String destination,
    Duration maxWindow,
    Grant grant,
    RuleQuota quota,
    Origin origin) {
  public static final String ANY = "*";

  /** Tells whether it allows the same as another one; ids, quotas and origins may differ. */
  public boolean allowsTheSameAs(Rule other) {
    return user.equals(other.user)
        && code.equals(other.code)
        && source.equals(other.source)
        && destination.equals(other.destination)
        && maxWindow.equals(other.maxWindow)
        && grant.equals(other.grant);
  }

  public boolean matches(String askedUser, RequestedService wanted) {
    return (user.equals(ANY) || user.equals(askedUser))
        && (code.equals(ANY) || code.equals(wanted.code()))
        && contains(source, wanted.source())
        && contains(destination, wanted.destination());
  }

  private static boolean contains(String prefix, InetAddress address) {
    return prefix.equals(ANY) || IpPrefix.parse(prefix).contains(address);
  }

  /**
   * The grant that this rule gives to a request that it matches; missing values of the request are
   * taken from the rule.
   *
   * @throws Refusal saying what the rule allows
   */
  public Grant grantFor(GrantRequest asked, ServiceWindow window) throws Refusal {
    if (window.length().compareTo(maxWindow) > 0) {
      throw Refusal.denied(
          "a window of %d s was asked for, the rule allows at most %s"
              .formatted(window.length().toSeconds(), Durations.format(maxWindow)));
    }
    return new Grant(rate(asked), fuel(asked), permissions(asked));
  }

  private int rate(GrantRequest asked) throws Refusal {
    int allowed = grant.packetsPerSecond();
    if (!asked.hasPacketsPerSecond()) {
      return allowed;
    }
    int wanted = asked.getPacketsPerSecond();
    boolean tooMuch = wanted == 0 || Integer.compareUnsigned(wanted, allowed) > 0;
    if (allowed != 0 && tooMuch) {
      throw Refusal.denied(
          "%s packets per second were asked for, the rule allows at most %s"
              .formatted(
                  wanted == 0 ? "unlimited" : Integer.toUnsignedString(wanted),
                  Integer.toUnsignedString(allowed)));
    }
    return wanted;
  }

  /** A code's own default stands in its bundle: it is neither more nor less than a number. */
  private int fuel(GrantRequest asked) throws Refusal {
    int allowed = grant.fuelThousands();
    if (!asked.hasFuelThousands()) {
      return allowed;
    }
    int wanted = asked.getFuelThousands();
    if (allowed == 0 && wanted != 0) {
      throw Refusal.denied(
          "a fuel of %d thousand was asked for, the rule allows only the code's own default (0)"
              .formatted(wanted));
    }
    if (allowed != 0 && (wanted == 0 || wanted > allowed)) {
      throw Refusal.denied(
          "%s was asked for, the rule allows a fuel of at most %d thousand"
              .formatted(
                  wanted == 0 ? "the code's own fuel (0)" : "a fuel of " + wanted + " thousand",
                  allowed));
    }
    return wanted;
  }

  private int permissions(GrantRequest asked) throws Refusal {
    int wanted = asked.hasPermissions() ? asked.getPermissions() : grant.permissions();
    if ((wanted & ~grant.permissions()) != 0) {
      throw Refusal.denied(
          "the permissions %s were asked for, the rule allows %s"
              .formatted(new Grant(0, 0, wanted).permissionNames(), grant.permissionNames()));
    }
    return wanted;
  }
}
