#!/bin/bash
# Stops what ceph-up.sh has started, by its pid files; with --wipe it removes the data too.
set -u
DIR=${S3_DIR:-${TMPDIR:-/tmp}/almanac-ceph}
for f in "$DIR"/run/rgw.*.pid "$DIR"/run/osd.*.pid "$DIR"/run/mgr.*.pid "$DIR"/run/mon.*.pid; do
  [ -s "$f" ] || continue
  p=$(cat "$f")
  # A pid may belong to another program by now.
  case "$(cat "/proc/$p/comm" 2>/dev/null)" in
    ceph-* | radosgw)
      kill "$p"
      for _ in $(seq 100); do kill -0 "$p" 2>/dev/null || break; sleep 0.1; done
      kill -9 "$p" 2>/dev/null
      ;;
  esac
  rm -f "$f"
done
[ "${1:-}" = --wipe ] && rm -rf "$DIR"
exit 0
