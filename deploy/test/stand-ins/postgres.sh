#!/bin/sh
# What the image of PostGIS does on its first start.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # shellcheck disable=SC2086
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
fi
shift
exec postgres -c listen_addresses='*' "$@"
