package dev.rosa.kernel;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/** The C library's calls about links and packet sockets, as in section 2 of the manual. */
interface LinkCalls extends Library {

  LinkCalls C = Native.load(Platform.C_LIBRARY_NAME, LinkCalls.class);

  int socket(int domain, int type, int protocol) throws LastErrorException;

  int bind(int descriptor, Pointer address, int length) throws LastErrorException;

  NativeLong recv(int descriptor, byte[] into, NativeLong length, int flags)
      throws LastErrorException;

  int poll(Pointer descriptors, NativeLong count, int timeoutMillis) throws LastErrorException;

  int ioctl(int descriptor, NativeLong request, Pointer argument) throws LastErrorException;

  int close(int descriptor) throws LastErrorException;
}
