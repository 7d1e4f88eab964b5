package dev.rosa.endtoend;

import dev.rosa.client.process.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Addresses of a lab's listeners, HOST:PORT each: ports that were free for UDP and TCP when asked.
 */
record LabAddresses(
    String authorizationServer,
    String codeServer,
    String overlay1,
    String overlay2,
    String status1,
    String status2) {

  static LabAddresses free() {
    FreePorts free = ports(6);
    return new LabAddresses(
        free.next(), free.next(), free.next(), free.next(), free.next(), free.next());
  }

  /** The same with two Authorization Servers and two Code Servers: lists with a comma. */
  static LabAddresses ofPairs() {
    FreePorts free = ports(8);
    return new LabAddresses(
        free.next() + "," + free.next(),
        free.next() + "," + free.next(),
        free.next(),
        free.next(),
        free.next(),
        free.next());
  }

  /** One more address. */
  static String one() {
    return ports(1).next();
  }

  private static FreePorts ports(int count) {
    try {
      return FreePorts.find(count);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
