package dev.rosa.router.pipeline;

import dev.rosa.domainstate.SecretCommitment;
import dev.rosa.keys.CodeSecret;
import dev.rosa.router.catalogue.AwaitedItem;
import dev.rosa.router.catalogue.Catalogue;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Secrets that a worker holds, each one admitted by the catalogue in force: its epoch may be known,
 * and the domain's state commits to it. One that is no longer admitted is destroyed. Owned by one
 * worker.
 */
final class HeldSecrets {

  /**
   * Secret and what it was compared with.
   *
   * @param proven commitment that it agrees with; null: there was none
   */
  private record Held(CodeSecret secret, SecretCommitment proven) {}

  private static final Logger LOG = LoggerFactory.getLogger(HeldSecrets.class);

  private final Map<AwaitedItem.Secret, Held> secrets = new HashMap<>();

  /** Kci, or null if it is not held. */
  CodeSecret find(AwaitedItem.Secret name) {
    Held held = secrets.get(name);
    return held == null ? null : held.secret();
  }

  /** Names of all that are held. */
  Set<AwaitedItem.Secret> names() {
    return secrets.keySet();
  }

  /** Holds a secret if the catalogue admits it: its epoch may have ended on the way. */
  void hold(AwaitedItem.Secret name, CodeSecret secret, Catalogue inForce) {
    if (inForce.admits(name, secret)) {
      secrets.put(name, new Held(secret, inForce.commitment(name)));
    } else {
      secret.destroy();
    }
  }

  /** Destroys what a catalogue does not admit. Those that are false are fetched again. */
  void compare(Catalogue catalogue) {
    int falseOnes = 0;
    Iterator<Map.Entry<AwaitedItem.Secret, Held>> all = secrets.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<AwaitedItem.Secret, Held> each = all.next();
      if (!stays(each.getKey(), each.getValue(), catalogue)) {
        CodeSecret secret = each.getValue().secret();
        falseOnes += catalogue.contradicts(each.getKey(), secret) ? 1 : 0;
        secret.destroy();
        all.remove();
      }
    }
    if (falseOnes > 0) {
      LOG.warn(
          "held secrets to which the domain's state does not commit: {}; they are fetched again",
          falseOnes);
    }
  }

  /** A commitment that the secret agrees with is not computed again. */
  private static boolean stays(AwaitedItem.Secret name, Held held, Catalogue catalogue) {
    SecretCommitment commitment = catalogue.commitment(name);
    boolean proven = commitment != null && commitment.equals(held.proven());
    return proven
        ? catalogue.mayKnow(name.code().codeId().high(), name.code().codeId().low(), name.epoch())
        : catalogue.admits(name, held.secret());
  }
}
