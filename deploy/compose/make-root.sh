#!/bin/sh
# Collects the files of an image: Node, the libraries that it and native modules load, and /app. Arguments: the entry file.
set -eu
entry=$1
root=/root-file-system

# Without settings the program ends once it has loaded its modules: that fills the cache of stripped sources.
NODE_COMPILE_CACHE=/app/.cache node "$entry" >/tmp/output 2>&1 || true
grep -qE 'The configuration is invalid|^deploy/compose/setup.ts' /tmp/output || { cat /tmp/output >&2; exit 1; }
# The cache of a version ends with the id of its user.
mv /app/.cache/*-0 "$(ls -d /app/.cache/*-0 | sed 's/-0$/-10001/')"
ln -sf "$entry" /app/main.ts

mkdir -p "$root/etc" "$root/usr/local/bin" "$root/data"
install -d -m 1777 "$root/tmp"
# A new named volume takes over the owner of the folder that it is mounted on.
chown 10001:10001 "$root/data"
echo 'service:x:10001:10001::/tmp:/sbin/nologin' > "$root/etc/passwd"
echo 'service:x:10001:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
cp -a /app "$root/app"
cp "$(command -v node)" "$root/usr/local/bin/node"
programs=/usr/local/bin/node
case $entry in
# The examination of documents limits its processes with the `ulimit` of a shell.
services/evidence/*) mkdir "$root/bin" && cp -L /bin/sh "$root/bin/sh" && programs="$programs /bin/sh" ;;
esac
# shellcheck disable=SC2086
{ ls $programs; find /app/node_modules -name '*.node' -o -name '*.so' -o -name '*.so.*'; } |
  xargs -n 1 ldd 2>/dev/null | grep -o '/[^ :]*' | grep -v '^/app/' | sort -u |
  xargs -I {} sh -c 'cp -L --parents "$1" "$2"' copy {} "$root"
