package dev.rosa.router.pipeline;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.SuiteEngine;
import java.util.Arrays;

/**
 * Part of a batch, its packets of one suite, on their way through the suite's crypto engine. One
 * worker's.
 */
final class SuiteLane {

  final SuiteEngine engine;
  final CryptoBatch batch;
  private final PacketJob[] jobs;

  SuiteLane(SuiteEngine engine, int capacity, int packetBytes) {
    this.engine = engine;
    this.batch = new CryptoBatch(capacity, engine.suite().encrypts() ? packetBytes : 0);
    this.jobs = new PacketJob[capacity];
  }

  void clear() {
    Arrays.fill(jobs, 0, batch.size(), null);
    batch.clear();
  }

  void add(PacketJob job) {
    jobs[batch.size()] = job;
    batch.add(job.packet, job.mac, job.cipher);
  }

  /** Adds a packet whose code may read the payload once the packet has proven itself. */
  void addToOpen(PacketJob job) {
    jobs[batch.size()] = job;
    batch.addToOpen(job.packet, job.mac, job.cipher);
  }

  /** Decrypts the payloads of those that are still on their way. */
  void open() {
    for (int i = 0; i < size(); i++) {
      if (jobs[i].isWorking() && batch.isWanted(i)) {
        // The keys of a session's first packets are not all kept.
        batch.replaceKeys(i, jobs[i].mac, jobs[i].cipher);
        jobs[i].plaintextOffset = batch.plaintextOffset(i);
      } else {
        batch.leaveClosed(i);
      }
    }
    engine.open(batch);
  }

  int size() {
    return batch.size();
  }

  PacketJob job(int index) {
    return jobs[index];
  }
}
