// What runs on this machine, by what is in its command line.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Processes whose command line holds a text, us left out; on Windows none is found here. */
export function processesWith(text) {
  const all = process.platform === 'linux' ? linuxProcesses() : psProcesses();
  return all.filter(({ pid, command }) => pid !== process.pid && command.includes(text));
}

function linuxProcesses() {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // After the name, which may hold spaces and brackets: state, parent, group.
      const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return [{ pid: Number(name), group: Number(group), command }];
    } catch {
      // It has ended since the folder was read.
      return [];
    }
  });
}

function psProcesses() {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26 };
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,pgid=,command='], options);
  return (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, group, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), group: Number(group), command }];
  });
}
