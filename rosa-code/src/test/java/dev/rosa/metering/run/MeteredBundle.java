package dev.rosa.metering.run;

import dev.rosa.bundle.AllowList;
import dev.rosa.bundle.AllowListVerifier;
import dev.rosa.bundle.BundleException;
import dev.rosa.bundle.BundleLimits;
import dev.rosa.bundle.CodeBundle;
import dev.rosa.bundle.LinkCheck;
import dev.rosa.bundle.RecordingPacket;
import dev.rosa.testkit.CompiledBundle;

/** Test kit: a bundle that is admitted, metered and started, without a router. */
final class MeteredBundle {

  static final Budget LOADING = new Budget(10_000_000, 16 << 20);

  private static final AllowList LIST = AllowList.builtIn();

  private MeteredBundle() {}

  /** The code of a jar, started in the calling thread. */
  static MeteredInstance start(byte[] jar, RecordingPacket router) throws Throwable {
    MeteredClasses classes = load(jar);
    classes.initialise(LOADING);
    return classes.start(router, LOADING);
  }

  /** The classes of a jar, not initialised. */
  static MeteredClasses load(byte[] jar) throws BundleException {
    CodeBundle bundle = CodeBundle.open(jar, BundleLimits.defaults());
    new AllowListVerifier(LIST).verify(bundle);
    LinkCheck.link(bundle, LIST, () -> false);
    return MeteredClasses.of(bundle, LIST, "code-test");
  }

  /** A started application with these members. */
  static MeteredInstance app(String members) throws Throwable {
    return start(bundle(members), new RecordingPacket(new byte[0]));
  }

  /** A bundle with an application of these members. */
  static byte[] bundle(String members) {
    return CompiledBundle.of(
            "net.example.App",
            """
            package net.example;
            import dev.rosa.api.*;
            import java.util.*;
            import java.util.function.*;
            public final class App implements ActiveApplication {
              %s
            }
            """
                .formatted(members))
        .jar();
  }
}
