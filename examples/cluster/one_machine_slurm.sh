#!/bin/bash
# A Slurm of one machine, as long as a command runs: this one, with its processors, is controller and only node. For trying
# out job scripts where there is no cluster.
#
#   one_machine_slurm.sh COMMAND [ARGUMENT...]      runs it where sbatch, squeue and scancel find this Slurm
#   one_machine_slurm.sh bash                       a shell in which they do
#
# Its exit status is that of the command. Everything that Slurm keeps is in a temporary folder, and all is stopped in the
# end, however that comes. Needs root, and Debian's packages slurm-wlm and munge; no systemd, no cgroups. Another Slurm on
# this machine is left alone.
#   KEEP=1      leaves the folder, with the logs
set -eu

if [ $# -eq 0 ]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
  exit 2
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "A Slurm of one's own takes root: its daemons start jobs as whoever asks." >&2
  exit 2
fi
for program in munged slurmctld slurmd sbatch; do
  if ! command -v "$program" >/dev/null; then
    echo "There is no $program. On Debian: apt-get install slurm-wlm munge" >&2
    exit 2
  fi
done

folder=$(mktemp -d)
started=()  # process ids, in the order in which they were started

# Last started, first stopped. What does not end by itself is ended.
stop() {
  status=$?
  trap - EXIT INT TERM HUP
  scancel --user=root --quiet 2>/dev/null || true
  for ((i = ${#started[@]} - 1; i >= 0; --i)); do
    kill "${started[i]}" 2>/dev/null || continue
    for ((tries = 0; tries < 50; ++tries)); do
      kill -0 "${started[i]}" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "${started[i]}" 2>/dev/null || true
    wait "${started[i]}" 2>/dev/null || true
  done
  if [ -n "${KEEP:-}" ]; then
    echo "Slurm's folder: $folder" >&2
  else
    rm -rf "$folder"
  fi
  exit "$status"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# fail MESSAGE: with what the daemons said last.
fail() {
  echo "$1" >&2
  tail -n 15 "$folder"/*.log >&2 || true
  exit 1
}

# until_true SECONDS COMMAND...: whether it came true in that time.
until_true() {
  for ((tries = $1 * 5; tries > 0; --tries)); do
    "${@:2}" && return
    sleep 0.2
  done
  return 1
}

# Two ports that nobody listens at.
free_port() {
  port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

chmod 755 "$folder"
mkdir "$folder/state" "$folder/spool"
host=$(hostname -s)
controller_port=$(free_port 16817)
node_port=$(free_port $((controller_port + 1)))

export SLURM_CONF=$folder/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=one_machine
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$controller_port
SlurmdPort=$node_port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
CredType=cred/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log

# No cgroups: these would be systemd's, or the container's around us.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
JobCompType=jobcomp/none
MpiDefault=none
SwitchType=switch/none

# A processor for each job of an array, started as soon as there is one.
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SchedulerType=sched/builtin
KillWait=2
MinJobAge=300
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END

# A key of its own; munged is strict about who may read it.
(umask 077 && head -c 1024 /dev/urandom >"$folder/munge.key")
munged --foreground --key-file="$folder/munge.key" --socket="$folder/munge.socket" --pid-file="$folder/munged.pid" \
  --log-file="$folder/munged.log" --seed-file="$folder/munged.seed" 2>"$folder/munged.err.log" &
started+=($!)
until_true 10 test -S "$folder/munge.socket" || fail "munged does not start"

slurmctld -D 2>"$folder/slurmctld.err.log" &
started+=($!)
slurmd -D -N one 2>"$folder/slurmd.err.log" &
started+=($!)

is_idle() { [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; }
until_true 60 is_idle || fail "Slurm's node does not become idle"

"$@"
