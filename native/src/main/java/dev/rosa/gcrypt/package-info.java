/**
 * The JCE provider {@code RosaGcrypt}: libgcrypt behind the interfaces of {@code javax.crypto}
 * (ROSA §6, where native code called through JNI was the fastest way to protect a packet).
 *
 * <p>For any Java program; nothing of ROSA needs to be known:
 *
 * <pre>{@code
 * Security.addProvider(new RosaGcryptProvider());
 *
 * Mac mac = Mac.getInstance("HmacSHA1", "RosaGcrypt");
 * mac.init(key);
 * mac.update(packet, offset, length);
 * mac.doFinal(packet, offset + length);
 *
 * Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "RosaGcrypt");
 * cipher.init(Cipher.ENCRYPT_MODE, aesKey, new GCMParameterSpec(128, nonce));
 * cipher.updateAAD(header);
 * cipher.doFinal(plaintext, sealed);
 * }</pre>
 *
 * <p>Depends on {@code dev.rosa.nativecode} only. Start reading at {@link
 * dev.rosa.gcrypt.RosaGcryptProvider}; below it, {@code GcryptMac}, {@code GcryptDigest} and {@code
 * GcryptCipher} speak JCE, {@code DigestHandle} and {@code CipherHandle} speak to {@code
 * src/main/c/gcrypt}. Why it is as it is: ADR 0009.
 */
package dev.rosa.gcrypt;
