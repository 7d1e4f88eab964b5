package dev.rosa.signature;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.InvalidParameterException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.SignatureSpi;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** BouncyCastle with a fault in its check of signatures. */
final class FaultyProvider extends Provider {

  private static final long serialVersionUID = 1L;
  private static final Provider RIGHT = new BouncyCastleProvider();

  /** The answer that is given. */
  interface Fault {
    boolean answer(boolean right, byte[] signature, byte[] message) throws SignatureException;
  }

  FaultyProvider(Fault fault) {
    super("Faulty", "1.0", "a fault, for tests");
    putService(new KeyFactories(this));
    putService(new Signatures(this, fault));
  }

  private static final class KeyFactories extends Service {
    KeyFactories(Provider provider) {
      super(provider, "KeyFactory", "EC", "none", null, null);
    }

    @Override
    public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
      return RIGHT.getService("KeyFactory", "EC").newInstance(parameter);
    }
  }

  private static final class Signatures extends Service {
    private final Fault fault;

    Signatures(Provider provider, Fault fault) {
      super(provider, "Signature", SignatureVerifier.ALGORITHM, "none", null, null);
      this.fault = fault;
    }

    @Override
    public Object newInstance(Object parameter) {
      return new FaultySignature(fault);
    }
  }

  private static final class FaultySignature extends SignatureSpi {
    private final Fault fault;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private PublicKey key;

    FaultySignature(Fault fault) {
      this.fault = fault;
    }

    @Override
    protected void engineInitVerify(PublicKey publicKey) {
      key = publicKey;
    }

    @Override
    protected void engineUpdate(byte b) {
      message.write(b);
    }

    @Override
    protected void engineUpdate(byte[] bytes, int offset, int length) {
      message.write(bytes, offset, length);
    }

    @Override
    protected boolean engineVerify(byte[] signature) throws SignatureException {
      return fault.answer(isRight(signature), signature, message.toByteArray());
    }

    private boolean isRight(byte[] signature) {
      try {
        Signature check = Signature.getInstance(SignatureVerifier.ALGORITHM, RIGHT);
        check.initVerify(key);
        check.update(message.toByteArray());
        return check.verify(signature);
      } catch (GeneralSecurityException e) {
        return false;
      }
    }

    @Override
    protected void engineInitSign(PrivateKey privateKey) throws InvalidKeyException {
      throw new InvalidKeyException("it checks only");
    }

    @Override
    protected byte[] engineSign() throws SignatureException {
      throw new SignatureException("it checks only");
    }

    @Override
    @Deprecated
    protected void engineSetParameter(String name, Object value) {
      throw new InvalidParameterException("it has none");
    }

    @Override
    @Deprecated
    protected Object engineGetParameter(String name) {
      throw new InvalidParameterException("it has none");
    }
  }
}
