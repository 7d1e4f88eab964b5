package dev.rosa.gcrypt;

import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.NoSuchAlgorithmException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.InvalidParameterSpecException;
import java.util.Arrays;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.CipherSpi;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.NoSuchPaddingException;
import javax.crypto.ShortBufferException;

/**
 * Base class of the AES ciphers on libgcrypt: keys, parameters, key wrapping, and the ways in which
 * JCE hands over data. A mode adds what it does with a {@link Region} of input and one of output.
 *
 * <p>Sizes are checked before anything is done, so that an operation may be repeated after a
 * ShortBufferException. Where input and output overlap other than in place, the input is copied
 * first. A key that is null leaves no key behind: {@code cipher.init(mode, (Key) null)} throws
 * InvalidKeyException as it must, and wipes the native state at once.
 */
abstract class GcryptCipher extends CipherSpi {

  static final int BLOCK_BYTES = CipherHandle.BLOCK_BYTES;

  private final AesMode mode;
  private final int keyBytes;

  /** Null without a key. */
  private CipherHandle handle;

  private boolean encrypting;
  private byte[] iv;

  /**
   * A cipher that has no key yet.
   *
   * @param keyBytes the only length of key it takes, or 0
   */
  GcryptCipher(AesMode mode, int keyBytes) {
    this.mode = mode;
    this.keyBytes = keyBytes;
  }

  /** The IV in a specification of the mode's kind. */
  abstract byte[] ivOf(AlgorithmParameterSpec spec) throws InvalidAlgorithmParameterException;

  /** A fresh IV where the caller names none; {@code null} specification. */
  abstract byte[] freshIv(SecureRandom random);

  /** The specification in use, with that IV. */
  abstract AlgorithmParameterSpec specOf(byte[] currentIv);

  /** Starts with a key and {@link #iv}. */
  abstract void begin(byte[] key) throws InvalidAlgorithmParameterException;

  /** Bytes that an update gives out. */
  abstract int updateBytes(int inputBytes);

  /** Bytes that the end of the data gives out, at most. */
  abstract int finalBytes(int inputBytes);

  /** True if an update gives out whole blocks; JCE then has null for none of them. */
  abstract boolean isByBlock();

  /** True if output of earlier data would be written before input is read. */
  abstract boolean lagsBehind();

  /** Takes input; the output has room for it. Returns the bytes written. */
  abstract int update(Region input, Region output);

  /** Takes the last input, and starts over. Returns the bytes written. */
  abstract int finish(Region input, Region output)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException;

  final CipherHandle handle() {
    if (handle == null) {
      throw new IllegalStateException("Cipher not initialized");
    }
    return handle;
  }

  final boolean isEncrypting() {
    return encrypting;
  }

  /** The IV that the caller gave, or that was made. */
  final byte[] iv() {
    return iv;
  }

  @Override
  protected final void engineSetMode(String name) throws NoSuchAlgorithmException {
    throw new NoSuchAlgorithmException("the mode is part of the transformation");
  }

  @Override
  protected final void engineSetPadding(String name) throws NoSuchPaddingException {
    throw new NoSuchPaddingException("the padding is part of the transformation");
  }

  @Override
  protected final int engineGetBlockSize() {
    return BLOCK_BYTES;
  }

  @Override
  protected final int engineGetOutputSize(int inputBytes) {
    return finalBytes(inputBytes);
  }

  @Override
  protected final int engineGetKeySize(Key key) throws InvalidKeyException {
    byte[] bytes = AesKeys.bytesOf(key, keyBytes);
    Arrays.fill(bytes, (byte) 0);
    return bytes.length * Byte.SIZE;
  }

  @Override
  protected final byte[] engineGetIV() {
    return iv == null ? null : iv.clone();
  }

  @Override
  protected final AlgorithmParameters engineGetParameters() {
    try {
      AlgorithmParameters parameters = AlgorithmParameters.getInstance(mode.parametersName());
      parameters.init(specOf(iv == null ? freshIv(null) : iv));
      return parameters;
    } catch (GeneralSecurityException e) {
      throw new ProviderException("no " + mode.parametersName() + " parameters in this JVM", e);
    }
  }

  @Override
  protected final void engineInit(int opmode, Key key, SecureRandom random)
      throws InvalidKeyException {
    try {
      engineInit(opmode, key, (AlgorithmParameterSpec) null, random);
    } catch (InvalidAlgorithmParameterException e) {
      throw new InvalidKeyException(e.getMessage(), e);
    }
  }

  @Override
  protected final void engineInit(
      int opmode, Key key, AlgorithmParameters params, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    try {
      AlgorithmParameterSpec spec =
          params == null ? null : params.getParameterSpec(mode.specType());
      engineInit(opmode, key, spec, random);
    } catch (InvalidParameterSpecException e) {
      throw new InvalidAlgorithmParameterException("parameters of another kind", e);
    }
  }

  @Override
  protected final void engineInit(
      int opmode, Key key, AlgorithmParameterSpec spec, SecureRandom random)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    if (key == null) {
      close();
    }
    byte[] bytes = AesKeys.bytesOf(key, keyBytes);
    try {
      boolean encrypts = opmode == Cipher.ENCRYPT_MODE || opmode == Cipher.WRAP_MODE;
      if (spec == null && !encrypts) {
        throw new InvalidAlgorithmParameterException("Parameters missing");
      }
      iv = spec == null ? freshIv(random) : ivOf(spec);
      encrypting = encrypts;
      if (handle == null) {
        handle = new CipherHandle(mode);
      }
      begin(bytes);
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  private void close() {
    if (handle != null) {
      handle.close();
      handle = null;
    }
  }

  @Override
  protected final byte[] engineUpdate(byte[] input, int offset, int length) {
    Region in = Region.of(input, offset, length);
    byte[] output = new byte[updateBytes(length)];
    update(in, Region.of(output));
    return output.length == 0 && isByBlock() ? null : output;
  }

  @Override
  protected final int engineUpdate(
      byte[] input, int offset, int length, byte[] output, int outputOffset)
      throws ShortBufferException {
    return updateApart(Region.of(input, offset, length), rest(output, outputOffset));
  }

  @Override
  protected final int engineUpdate(ByteBuffer input, ByteBuffer output)
      throws ShortBufferException {
    Region in = Region.ofInput(input);
    Region out = Region.ofOutput(output);
    try {
      int written = updateApart(in, out);
      input.position(input.limit());
      out.deliver(output, written);
      return written;
    } finally {
      in.wipeIfOwn();
      out.wipeIfOwn();
    }
  }

  @Override
  protected final byte[] engineDoFinal(byte[] input, int offset, int length)
      throws IllegalBlockSizeException, BadPaddingException {
    Region in = Region.of(input, offset, length);
    byte[] output = new byte[finalBytes(length)];
    int written;
    try {
      written = finish(in, Region.of(output));
    } catch (ShortBufferException e) {
      throw new ProviderException("an output of the announced size was too short", e);
    }
    if (written == output.length) {
      return output;
    }
    byte[] exact = Arrays.copyOf(output, written);
    Arrays.fill(output, (byte) 0);
    return exact;
  }

  @Override
  protected final int engineDoFinal(
      byte[] input, int offset, int length, byte[] output, int outputOffset)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    return finishApart(Region.of(input, offset, length), rest(output, outputOffset));
  }

  @Override
  protected final int engineDoFinal(ByteBuffer input, ByteBuffer output)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    Region in = Region.ofInput(input);
    Region out = Region.ofOutput(output);
    try {
      int written = finishApart(in, out);
      input.position(input.limit());
      out.deliver(output, written);
      return written;
    } finally {
      in.wipeIfOwn();
      out.wipeIfOwn();
    }
  }

  private static Region rest(byte[] output, int offset) throws ShortBufferException {
    if (output == null || offset > output.length) {
      throw new ShortBufferException("no room for output");
    }
    return Region.of(output, offset, output.length - offset);
  }

  private int updateApart(Region input, Region output) throws ShortBufferException {
    require(output, updateBytes(input.length()));
    Region apart = apart(input, output);
    try {
      return update(apart, output);
    } finally {
      apart.wipeIfOwn();
    }
  }

  private int finishApart(Region input, Region output)
      throws ShortBufferException, IllegalBlockSizeException, BadPaddingException {
    Region apart = apart(input, output);
    try {
      return finish(apart, output);
    } finally {
      apart.wipeIfOwn();
    }
  }

  /** The input where output does not overtake it. */
  private Region apart(Region input, Region output) {
    boolean inPlace = input.position() == output.position() && !lagsBehind();
    return inPlace || !input.overlaps(output) ? input : input.copy();
  }

  static void require(Region output, int bytes) throws ShortBufferException {
    if (output.length() < bytes) {
      throw new ShortBufferException(
          "output needs %d bytes and has room for %d".formatted(bytes, output.length()));
    }
  }

  @Override
  protected final byte[] engineWrap(Key key) throws IllegalBlockSizeException, InvalidKeyException {
    byte[] encoded = key.getEncoded();
    if (encoded == null || encoded.length == 0) {
      throw new InvalidKeyException("a key that does not show its bytes cannot be wrapped");
    }
    try {
      return engineDoFinal(encoded, 0, encoded.length);
    } catch (BadPaddingException e) {
      throw new ProviderException("encryption found a wrong padding", e);
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }

  @Override
  protected final Key engineUnwrap(byte[] wrapped, String algorithm, int type)
      throws InvalidKeyException, NoSuchAlgorithmException {
    byte[] encoded;
    try {
      encoded = engineDoFinal(wrapped, 0, wrapped.length);
    } catch (IllegalBlockSizeException | BadPaddingException e) {
      throw new InvalidKeyException("this was not wrapped under this key", e);
    }
    try {
      return UnwrappedKeys.of(encoded, algorithm, type);
    } finally {
      Arrays.fill(encoded, (byte) 0);
    }
  }
}
