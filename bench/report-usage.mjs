// Loaded with --import into a measured child: when the process ends it writes what it used to USAGE_FILE.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const peakKb = peakFromProc() ?? process.resourceUsage().maxRSS;
  writeFileSync(process.env.USAGE_FILE, JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakMb: peakKb / 1024 }));
});

/** VmHWM: the most memory that was resident at once, in kB; null where there is no /proc. */
function peakFromProc() {
  try {
    const line = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    return line === null ? null : Number(line[1]);
  } catch {
    return null;
  }
}
