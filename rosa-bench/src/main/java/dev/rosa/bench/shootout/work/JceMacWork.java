package dev.rosa.bench.shootout.work;

import dev.rosa.bench.shootout.result.Operation;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import org.openjdk.jmh.infra.Blackhole;

/** Measured work of {@code Mac.doFinal} for each packet, the key set once. Owned by one thread. */
final class JceMacWork implements PacketWork {

  private static final int LONGEST_MAC = 32;

  private final Mac mac;
  private final byte[] packets;
  private final int bytes;
  private final byte[] out = new byte[LONGEST_MAC];
  private int next;

  JceMacWork(JceAccess access, Operation operation, int bytes) throws GeneralSecurityException {
    this.bytes = bytes;
    packets = Material.bytes(PACKETS * bytes);
    mac = access.mac(operation);
    Mac reference = JceAccess.reference().mac(operation);
    mac.update(packets, 0, bytes);
    reference.update(packets, 0, bytes);
    if (!Arrays.equals(mac.doFinal(), reference.doFinal())) {
      throw new WrongAnswerException(access.name(), operation);
    }
  }

  @Override
  public void run(Blackhole hole) throws GeneralSecurityException {
    mac.update(packets, next * bytes, bytes);
    mac.doFinal(out, 0);
    next = (next + 1) % PACKETS;
    hole.consume(out);
  }
}
