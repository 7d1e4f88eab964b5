#!/bin/sh
# Builds the native libraries into Maven's target directory, or leaves librosa_NAME.absent with the
# reason where this machine cannot. Only code of ours that does not compile fails the build.
#
#   build.sh JAVA_HOME TARGET              the libraries
#   build.sh JAVA_HOME TARGET check        their C tests, under AddressSanitizer and UBSan
set -u
cd -- "$(dirname -- "$0")" || exit 1
JAVA_HOME=$1
TARGET=$2
export JAVA_HOME TARGET
resources=$TARGET/classes/dev/rosa/nativecode/linux-x86_64
compiler=${CC:-gcc}

# Whether a C file with the given lines compiles.
compiles() {
  printf '%s\n' "$@" | "$compiler" -x c -fsyntax-only - 2>/dev/null
}

# The Debian packages with what is missing here, for all libraries and for this one.
missing() {
  command -v "$compiler" >/dev/null || { echo gcc libc6-dev; return; }
  command -v make >/dev/null || echo make
  compiles '#include <stdio.h>' || { echo libc6-dev; return; }
  case $1 in
    gcrypt) compiles '#include <gcrypt.h>' || echo libgcrypt20-dev ;;
    multibuffer)
      compiles '#include <stdint.h>' '#include <stddef.h>' '#include <intel-ipsec-mb.h>' ||
        echo libipsec-mb-dev
      ;;
    rings) compiles '#include <linux/version.h>' || echo linux-libc-dev ;;
  esac
}

# Why a library cannot be built here; nothing if it can.
obstacle() {
  [ "${ROSA_NATIVE_BUILD:-on}" = on ] || { echo "not built: switched off at build time"; return; }
  [ "$(uname -s) $(uname -m)" = "Linux x86_64" ] ||
    { echo "not built: there is native code for Linux x86_64 only"; return; }
  packages=$(missing "$1" | tr '\n' ' ')
  packages=${packages% }
  [ -z "$packages" ] ||
    { echo "not built: $packages missing (apt-get install $packages, then build again)"; return; }
  [ -f "$JAVA_HOME/include/jni.h" ] || { echo "not built: the JDK in $JAVA_HOME has no jni.h"; return; }
  if [ "$1" = multibuffer ] && ! compiles '#include <stdint.h>' '#include <stddef.h>' \
    '#include <intel-ipsec-mb.h>' '#if IMB_VERSION_NUM < IMB_VERSION(1, 3, 0)' '#error old' '#endif'; then
    echo "not built: libipsec-mb-dev is older than 1.3"
  fi
}

# Leaves the reason where the library would be.
absent() {
  mkdir -p "$resources" || exit 1
  rm -f "$resources/librosa_$1.so" "$resources/librosa_$1.stamp" "$resources/librosa_$1.crc32" \
    "$resources/$1_yardstick"
  printf '%s\n' "$2" >"$resources/librosa_$1.absent"
  echo "librosa_$1.so: $2"
}

# Whether programs can be linked with the sanitizers; not every compiler comes with their libraries.
sanitizes() {
  printf 'int main(void) { return 0; }\n' |
    "$compiler" -x c -fsanitize=address,undefined -o /dev/null - 2>/dev/null
}

for name in gcrypt multibuffer rings; do
  reason=$(obstacle "$name")
  if [ "${3:-}" = check ]; then
    [ -n "$reason" ] || sanitizes || reason="this compiler has no sanitizers"
    [ -z "$reason" ] || { echo "C tests of $name left out: $reason"; continue; }
    make -s "check-$name" || exit 1
  elif [ -n "$reason" ]; then
    absent "$name" "$reason"
  else
    make -s "$name" || exit 1
  fi
done
