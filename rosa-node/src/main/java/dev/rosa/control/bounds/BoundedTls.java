package dev.rosa.control.bounds;

import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * Security provider of the JDK's TLS, with a bound on messages that cost a peer work but carry no
 * data ({@link BoundedTlsEngine}). Handed to Netty, and not registered with the JDK.
 */
public final class BoundedTls extends Provider {

  private static final long serialVersionUID = 1;

  private static final String TLS = "TLS";

  public BoundedTls(BoundedTlsEngine.Bounds bounds) {
    super("RosaBoundedTls", "1", "the JDK's TLS with a bound for messages without data");
    putService(
        new Service(this, "SSLContext", TLS, Context.class.getName(), null, null) {
          @Override
          public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
            return new Context(SSLContext.getInstance(TLS), bounds);
          }
        });
  }

  /** The JDK's context, whose engines are wrapped. */
  private static final class Context extends SSLContextSpi {

    private final SSLContext jdk;
    private final BoundedTlsEngine.Bounds bounds;

    Context(SSLContext jdk, BoundedTlsEngine.Bounds bounds) {
      this.jdk = jdk;
      this.bounds = bounds;
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      jdk.init(keys, trust, random);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return new BoundedTlsEngine(jdk.createSSLEngine(), bounds);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return new BoundedTlsEngine(jdk.createSSLEngine(host, port), bounds);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw new UnsupportedOperationException("engines only");
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException("engines only");
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return jdk.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return jdk.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return jdk.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return jdk.getSupportedSSLParameters();
    }
  }
}
