#!/bin/sh
# Installs purser from this folder, or removes it again.
#
# usage: ./install.sh [PREFIX]            the default is /usr/local
#        ./install.sh --remove [PREFIX]
#
# The settings in /etc/purser and the ledgers are kept when purser is removed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
remove=""
[ "${1:-}" != --remove ] || { remove=1; shift; }
prefix=${1:-/usr/local}
case "$prefix" in
  /*) ;;
  *) echo "PREFIX must begin with /: $prefix" >&2; exit 2 ;;
esac

list=$prefix/share/purser/files
if [ -n "$remove" ]; then
  [ -f "$list" ] || { echo "$list is missing: nothing is installed under $prefix." >&2; exit 1; }
  while IFS= read -r file; do rm -f "$prefix/$file"; done <"$list"
  rm -f "$list"
  # Only folders that are empty then.
  for folder in share/purser/Themes share/purser share/doc/purser; do
    rmdir "$prefix/$folder" 2>/dev/null || true
  done
  exit 0
fi

mkdir -p "$prefix/share/purser"
cd "$here/tree"
find . -type f | sed 's|^\./||' | sort >"$list"
while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  cp "$file" "$prefix/$file.new"
  mv -f "$prefix/$file.new" "$prefix/$file"
done <"$list"
for unit in "$prefix"/lib/systemd/system/purser-*.service; do
  sed "s|/usr/bin/purser|$prefix/bin/purser|" "$unit" >"$unit.new" && mv "$unit.new" "$unit"
done
echo "$prefix/bin/purser is installed. Try: $prefix/bin/purser demo"
missing=$(ldd "$prefix/bin/purser" | sed -n 's/^[[:space:]]*\(.*\) => not found/\1/p')
if [ -n "$missing" ]; then
  echo "This machine lacks libraries: $(echo $missing). Debian has them in libsqlite3-0," \
    "libncursesw6, libtinfo6, libstdc++6 and zlib1g." >&2
  exit 1
fi
