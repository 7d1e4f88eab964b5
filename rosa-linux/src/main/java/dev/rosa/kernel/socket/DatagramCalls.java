package dev.rosa.kernel.socket;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;

/** The C library's calls about UDP sockets, as in section 2 of the manual. */
interface DatagramCalls extends Library {

  DatagramCalls C = Native.load(Platform.C_LIBRARY_NAME, DatagramCalls.class);

  int socket(int domain, int type, int protocol) throws LastErrorException;

  int bind(int descriptor, byte[] address, int length) throws LastErrorException;

  int connect(int descriptor, byte[] address, int length) throws LastErrorException;

  int setsockopt(int descriptor, int level, int name, byte[] value, int length)
      throws LastErrorException;

  int getsockopt(int descriptor, int level, int name, IntByReference value, IntByReference length)
      throws LastErrorException;

  NativeLong send(int descriptor, Pointer bytes, NativeLong length, int flags)
      throws LastErrorException;

  int close(int descriptor) throws LastErrorException;
}
