#!/bin/sh
# Runs nats-server, and ends it when JetStream stops answering. After its disk was full the server still listens and
# reports itself as healthy, but stores nothing until it starts again (promise F6). Docker then starts the container again.
monitoring="http://127.0.0.1:${MONITORING_PORT:-8222}/jsz"
nats-server "$@" &
server=$!
trap 'kill -TERM "$server"' TERM INT
misses=0
while kill -0 "$server" 2>/dev/null; do
  sleep "${CHECK_SECONDS:-5}" &
  wait $!
  if timeout 5 wget -q -O /dev/null "$monitoring"; then misses=0; else misses=$((misses + 1)); fi
  # A server that recovers large streams at its start does not answer yet.
  if [ "$misses" -ge "${MAX_MISSES:-12}" ]; then kill -KILL "$server"; fi
done
wait "$server"
