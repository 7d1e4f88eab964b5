package dev.rosa.router;

import dev.rosa.crypto.CryptoBatch;
import dev.rosa.crypto.SuiteEngine;
import java.util.Arrays;

/** The packets of a batch that share a suite, on their way through its engine. One worker's. */
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
    batch.add(job.packet, job.keys);
  }

  int size() {
    return batch.size();
  }

  PacketJob job(int index) {
    return jobs[index];
  }
}
