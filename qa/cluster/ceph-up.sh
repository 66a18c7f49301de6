#!/bin/bash
# Starts a Ceph cluster with an S3 gateway on loopback, for tests: a monitor, a manager, $S3_OSDS stores on sparse files
# and $S3_GATEWAYS gateways on consecutive ports from $S3_PORT. Needs neither systemd nor block devices. Prints one line
# of JSON with the endpoint, a key and a bucket; a second call starts what has ended and prints the same.
set -euo pipefail
DIR=${S3_DIR:-${TMPDIR:-/tmp}/almanac-ceph} PORT=${S3_PORT:-17480} MON=${S3_MON_PORT:-17300}
OSDS=${S3_OSDS:-1} GWS=${S3_GATEWAYS:-1} GB=${S3_OSD_GB:-20} BUCKET=${S3_BUCKET:-almanac}
KEY=ALMANACTESTKEY000001 SECRET=almanac-test-secret-0000000000000000000001
URL=http://127.0.0.1:$PORT
say() { echo "$@" >&2; }
out() { printf '{"endpoint":"%s","accessKey":"%s","secretKey":"%s","region":"default","bucket":"%s"}\n' "$URL" "$KEY" "$SECRET" "$BUCKET"; }
alive() { [ -s "$DIR/run/$1.pid" ] && kill -0 "$(cat "$DIR/run/$1.pid")" 2>/dev/null; }
ready() { [ "$(curl -s -o /dev/null -m 5 -w '%{http_code}' "http://127.0.0.1:$((PORT + ${1:-0}))/")" = 200 ]; }

need=()
for p in ceph-mon ceph-mgr ceph-osd radosgw curl; do command -v $p >/dev/null || need+=("$p"); done
if [ ${#need[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ]; then
    say "Missing system packages: sudo apt-get install --no-install-recommends ${need[*]}"
    exit 3
  fi
  (apt-get update -q; DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${need[@]}") >&2
fi

all() {
  alive mon.a && alive mgr.x || return 1
  local i
  for i in $(seq 0 $((OSDS - 1))); do alive "osd.$i" || return 1; done
  for i in $(seq 0 $((GWS - 1))); do alive "rgw.$i" && ready "$i" || return 1; done
}
# A cluster keeps the size with which it was made; a half-made one is made again.
if [ -s "$DIR/ready" ]; then
  read -r OSDS GWS <"$DIR/ready"
  all && { out; exit 0; }
else
  S3_DIR=$DIR "$(dirname "$(readlink -f "$0")")/ceph-down.sh" --wipe
fi
mkdir -p "$DIR"/{run,log,mon,mgr}
export CEPH_CONF=$DIR/ceph.conf CEPH_ARGS=
C="ceph -c $CEPH_CONF --connect-timeout 10"

if [ ! -s "$DIR/ready" ]; then
  FSID=$(cat /proc/sys/kernel/random/uuid)
  cat >"$CEPH_CONF" <<CONF
[global]
fsid = $FSID
mon host = [v2:127.0.0.1:$MON,v1:127.0.0.1:$((MON + 1))]
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
run dir = $DIR/run
admin socket = $DIR/run/\$name.asok
pid file = $DIR/run/\$type.\$id.pid
log file = $DIR/log/\$name.log
mon cluster log file = $DIR/log/cluster.log
crash dir = $DIR/log
mon data = $DIR/mon/\$id
mgr data = $DIR/mgr/\$id
osd data = $DIR/osd.\$id
ms bind port min = $((MON + 10))
ms bind port max = $((MON + 99))
mon allow pool size one = true
mon warn on pool no redundancy = false
mon max pg per osd = 2000
mon data avail warn = 2
mon data avail crit = 1
osd pool default size = $OSDS
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = bluestore
osd memory target = 939524096
bluestore block create = true
bluestore block size = $((GB * 1024 * 1024 * 1024))
bluestore block db create = false
bluestore block wal create = false
bluestore fsck on mount = false
mgr initial modules = iostat
[client]
rgw data = $DIR/rgw
rgw thread pool size = 64
ms mon client mode = crc
rgw enable usage log = false
rgw crypt require ssl = false
rgw gc obj min wait = 7200
CONF
  for g in $(seq 0 $((GWS - 1))); do
    printf '[client.rgw.%s]\nrgw frontends = beast endpoint=127.0.0.1:%s tcp_nodelay=1\npid file = %s\nlog file = %s\n' \
      "$g" $((PORT + g)) "$DIR/run/rgw.$g.pid" "$DIR/log/rgw.$g.log" >>"$CEPH_CONF"
  done
  monmaptool --create --clobber --fsid "$FSID" --addv a "[v2:127.0.0.1:$MON,v1:127.0.0.1:$((MON + 1))]" "$DIR/monmap" >&2
  mkdir -p "$DIR/rgw" "$DIR/mgr/x"
  ceph-mon -c "$CEPH_CONF" --mkfs -i a --monmap "$DIR/monmap" >&2
fi
alive mon.a || ceph-mon -c "$CEPH_CONF" -i a >&2
alive mgr.x || ceph-mgr -c "$CEPH_CONF" -i x >&2
for i in $(seq 0 $((OSDS - 1))); do
  if [ ! -s "$DIR/osd.$i/ready" ]; then
    mkdir -p "$DIR/osd.$i"
    U=$(cat /proc/sys/kernel/random/uuid)
    $C osd new "$U" >&2
    ceph-osd -c "$CEPH_CONF" -i "$i" --mkfs --osd-uuid "$U" >&2 2>>"$DIR/log/mkfs.log"
  fi
  alive "osd.$i" || ceph-osd -c "$CEPH_CONF" -i "$i" >&2
  echo ok >"$DIR/osd.$i/ready"
done
for _ in $(seq 120); do
  [ "$($C osd stat 2>/dev/null | grep -oE '[0-9]+ up' | cut -d' ' -f1)" = "$OSDS" ] && break
  sleep 0.5
done
if [ ! -s "$DIR/ready" ]; then
  timeout 120 radosgw-admin -c "$CEPH_CONF" -n client.rgw.0 user create --uid=almanac --display-name=Almanac \
    --access-key="$KEY" --secret-key="$SECRET" >"$DIR/log/user.json"
fi
for g in $(seq 0 $((GWS - 1))); do
  alive "rgw.$g" || radosgw -c "$CEPH_CONF" -n "client.rgw.$g" >&2
  for _ in $(seq 240); do ready "$g" && break; sleep 0.25; done
  ready "$g" || { say "The gateway $g does not answer: $DIR/log/rgw.$g.log"; exit 1; }
done
# This curl sends no hash of the body by itself.
curl -sSf -o /dev/null -X PUT \
  -H "x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" \
  --aws-sigv4 aws:amz:default:s3 --user "$KEY:$SECRET" "$URL/$BUCKET"
echo "$OSDS $GWS" >"$DIR/ready"
out
