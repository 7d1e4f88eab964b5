package dev.rosa.control;

import dev.rosa.control.bounds.BoundedTls;
import dev.rosa.control.bounds.BoundedTlsEngine;
import dev.rosa.identity.Identity;
import dev.rosa.identity.Role;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.time.InstantSource;
import javax.net.ssl.SSLException;

/** TLS of the control plane: version 1.3 only, both ends authenticated, Java's own provider. */
final class ControlTls {

  static final String ONLY_VERSION = "TLSv1.3";

  /** The JDK's setting of key agreements, read once, with the first TLS of the process. */
  private static final String GROUPS = "jdk.tls.namedGroups";

  static {
    boundHandshakes();
  }

  private ControlTls() {}

  /** Bounds what a handshake costs in this process; to be called before its first TLS. */
  static void boundHandshakes() {
    // The others cost a server up to 20 times as much, before it knows who its peer is.
    setIfUnset(GROUPS, "x25519,secp256r1");
    // A message in records of one byte costs a server its length squared.
    setIfUnset("jdk.tls.maxHandshakeMessageSize", "8192");
  }

  private static void setIfUnset(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  static SslContext server(Identity self, InstantSource clock) throws SSLException {
    SslContextBuilder builder =
        SslContextBuilder.forServer(self.privateKey(), self.certificate())
            .trustManager(DomainTrust.inClients(self.authority(), clock))
            .clientAuth(ClientAuth.REQUIRE);
    return GrpcSslContexts.configure(builder, SslProvider.JDK)
        // gRPC sets a provider of its own.
        .sslContextProvider(new BoundedTls(BoundedTlsEngine.Bounds.OF_CLIENTS))
        .protocols(ONLY_VERSION)
        .build();
  }

  static SslContext client(Identity self, Role expected, InstantSource clock) throws SSLException {
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .keyManager(self.privateKey(), self.certificate())
            .trustManager(DomainTrust.inServer(self.authority(), expected, clock));
    return GrpcSslContexts.configure(builder, SslProvider.JDK)
        .sslContextProvider(new BoundedTls(BoundedTlsEngine.Bounds.OF_SERVERS))
        .protocols(ONLY_VERSION)
        .sessionCacheSize(1)
        .build();
  }
}
