#!/bin/sh
# One Swift with S3 on port 8333; accounts and their secret keys are those of SeaweedFS's configuration.
set -eu
cd /data
mkdir -p disk
printf '[swift-hash]\nswift_hash_path_prefix = one\nswift_hash_path_suffix = two\n[storage-policy:0]\nname = data\ndefault = yes\n' > swift.conf
python3 /usr/local/bin/make-rings.py /data
defaults() { printf '[DEFAULT]\nbind_ip = %s\nbind_port = %s\nworkers = 0\nswift_dir = /data\nuser = swift\nlog_level = WARNING\n' "$1" "$2"; }
for part in account:6202 container:6201 object:6200; do
  name=${part%:*}
  { defaults 127.0.0.1 "${part#*:}"; printf 'devices = /data\nmount_check = false\n[pipeline:main]\npipeline = %s-server\n[app:%s-server]\nuse = egg:swift#%s\n' "$name" "$name" "$name"; } > "$name.conf"
  "swift-$name-server" "/data/$name.conf" &
done
filters='catch_errors healthcheck proxy_logging memcache listing_formats s3api tempauth slo dlo'
{
  defaults 0.0.0.0 8333
  printf '[pipeline:main]\npipeline = %s proxy-server\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n' "$filters"
  for filter in $filters; do
    printf '[filter:%s]\nuse = egg:swift#%s\n' "$filter" "$filter"
    case $filter in
    memcache) echo 'memcache_servers = 127.0.0.1:1' ;;
    s3api) printf 'location = us-east-1\ns3_acl = false\n' ;;
    tempauth) python3 -c 'import json
for one in json.load(open("/run/secrets/object-store"))["identities"]:
    print("user_trust_%s = %s .admin" % (one["name"], one["credentials"][0]["secretKey"]))' ;;
    esac
  done
} > proxy.conf
exec swift-proxy-server /data/proxy.conf
