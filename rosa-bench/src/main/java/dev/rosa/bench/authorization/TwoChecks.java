package dev.rosa.bench.authorization;

import dev.rosa.identity.Identity;
import dev.rosa.signature.SignatureVerifier;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measurement of the ceiling of signature checks: two for each session, a statement's and its
 * certificate's, on all cores.
 */
final class TwoChecks {

  private static final byte[] MESSAGE = new byte[150];

  private final SignatureVerifier verifier;
  private final PublicKey key;
  private final byte[] signature;

  TwoChecks(SignatureVerifier verifier, Identity signer) {
    this.verifier = verifier;
    try {
      this.key = verifier.prepared(signer.certificate().getPublicKey());
      Signature signing = Signature.getInstance(SignatureVerifier.ALGORITHM);
      signing.initSign(signer.privateKey());
      signing.update(MESSAGE);
      this.signature = signing.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(signer.id() + " cannot sign", e);
    }
  }

  /** Name and version of the provider. */
  String provider() {
    return verifier.description();
  }

  /** Pairs of checks in a second. */
  double rate(double seconds) throws InterruptedException {
    int cores = Runtime.getRuntime().availableProcessors();
    ExecutorService threads = Executors.newFixedThreadPool(cores);
    try {
      List<Future<Double>> rates = new ArrayList<>();
      for (int i = 0; i < cores; i++) {
        rates.add(threads.submit(() -> rateOfOneThread(seconds)));
      }
      double all = 0;
      for (Future<Double> rate : rates) {
        all += rate.get();
      }
      return all;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private double rateOfOneThread(double seconds) {
    long began = System.nanoTime();
    long pairs = 0;
    double taken = 0;
    while (taken < seconds) {
      requireValid();
      requireValid();
      pairs++;
      taken = (System.nanoTime() - began) / 1e9;
    }
    return pairs / taken;
  }

  private void requireValid() {
    if (!verifier.holds(key, signature, MESSAGE)) {
      throw new IllegalStateException(verifier + " refuses a valid signature");
    }
  }
}
