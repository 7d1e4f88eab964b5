# Sourced by the lab's client commands: arguments with defaults for what is not given.
arguments=("$@")

has() {
  local word
  for word in "${arguments[@]}"; do
    case $word in "$1" | "$1="*) return 0 ;; esac
  done
  return 1
}

default() { has "$1" || arguments+=("$@"); }

domain=$ROSA_LAB_DIR/domain

servers=10.9.0.1:7001
[ ! -e "$ROSA_LAB_DIR/as2.xml" ] || servers+=,10.9.0.3:7001

# Takes --ipv6 out of the arguments; sets source and destination.
choose_family() {
  local word rest=()
  source=10.0.1.2 destination=10.0.2.2
  for word in "${arguments[@]}"; do
    case $word in
      --ipv6) source=fd01::2 destination=fd02::2 ;;
      *) rest+=("$word") ;;
    esac
  done
  arguments=("${rest[@]}")
}
