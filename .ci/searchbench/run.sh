#!/usr/bin/env bash
# Compares the search of skills/match with keyword counting and with bleve on the labelled queries. Needs the module proxy.
set -euo pipefail
cd "$(dirname "$0")"
GOWORK=off exec go run . "$@"
