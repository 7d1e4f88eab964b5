package dev.rosa.as.request;

import dev.rosa.as.policy.Refusal;
import dev.rosa.as.policy.RequestedService;
import dev.rosa.as.policy.Rule;
import dev.rosa.as.policy.ServiceWindow;
import dev.rosa.as.records.CodeRegistry;
import dev.rosa.as.records.PolicyMemory;
import dev.rosa.as.records.UserRegistry;
import dev.rosa.identity.RosaId;
import dev.rosa.keys.UserId;
import dev.rosa.wire.active.Grant;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;

/**
 * Decision by the domain's rules whether a user may have a requested service [ROSA §4.1]. Without a
 * rule that allows all of it, the sentence of the first rule that matches is the answer.
 */
public final class Authorizer {
  /** A rule's permission for a request. */
  record Permit(UserId user, CodeRegistry.Code code, Grant grant, Rule rule) {}

  private final PolicyMemory.Policy policy;

  Authorizer(PolicyMemory.Policy policy) {
    this.policy = policy;
  }

  /** Version of the users, codes and rules that it decides by. */
  long policyVersion() {
    return policy.version();
  }

  /**
   * The permits of all rules that allow the request, in the rules' order; at least one. Quotas are
   * looked at when a session is recorded.
   *
   * @throws Refusal if there is none
   */
  List<Permit> authorize(RosaId caller, RequestedService wanted, ServiceWindow window)
      throws Refusal {
    UserRegistry.User user =
        policy
            .user(caller.name())
            .orElseThrow(
                () -> Refusal.denied("user '" + caller.name() + "' is not known to this server"));
    CodeRegistry.Code code =
        policy
            .code(wanted.code())
            .orElseThrow(
                () ->
                    new Refusal(
                        Status.Code.NOT_FOUND,
                        "code '" + wanted.code() + "' is not known to this server"));
    List<Permit> permits = new ArrayList<>();
    Refusal first = null;
    for (Rule rule : matching(user.name(), wanted)) {
      try {
        permits.add(new Permit(user.id(), code, rule.grantFor(wanted.grant(), window), rule));
      } catch (Refusal refusal) {
        first = first == null ? refusal : first;
      }
    }
    if (permits.isEmpty()) {
      throw first == null ? noRule(user.name(), wanted) : first;
    }
    return permits;
  }

  private List<Rule> matching(String user, RequestedService wanted) {
    return policy.rules().stream().filter(rule -> rule.matches(user, wanted)).toList();
  }

  private static Refusal noRule(String user, RequestedService wanted) {
    return Refusal.denied(
        "no rule allows user '%s' to use code '%s' from %s to %s"
            .formatted(
                user,
                wanted.code(),
                wanted.source().getHostAddress(),
                wanted.destination().getHostAddress()));
  }
}
