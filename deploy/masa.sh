#!/bin/sh
# Runs one of Masa's commands with the settings of the service, for /usr/local/bin/masa
# (docs/running.md#for-real-in-an-hour): sudo -u masa -H masa owner:password owner
set -eu
set -a
. "${MASA_ENV:-/etc/masa.env}"
set +a
cd "${MASA_FOLDER:-/opt/masa}"
command=$1
shift
exec npm run --silent "$command" -- "$@"
