import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { httpStatus, schemeOf, serviceLiveness } from '../local/supervisor/liveness.ts';

// The health check of the images. Exits with 0 when the service is ready.
// Compose does not restart a hung container, so this check kills its process (docs/deployment.md).

const url = `${schemeOf(process.env)}://127.0.0.1:${process.env.PORT}`;
/** Exists once the service has been live: one that still starts may wait for its database. */
const missesFile = '/tmp/liveness-misses';
const { withinMs, maxMisses, isLive } = serviceLiveness(process.env);

if (await isLive(withinMs)) {
  writeFileSync(missesFile, '0');
  process.exitCode = (await httpStatus(`${url}/readyz`, withinMs)) === 200 ? 0 : 1;
} else {
  if (existsSync(missesFile)) countMiss();
  process.exitCode = 1;
}

function countMiss(): void {
  const misses = Number(readFileSync(missesFile, 'utf8')) + 1;
  writeFileSync(missesFile, String(misses));
  if (misses >= maxMisses) killService();
}

/** The child of the container's init. Without one the service is process 1, which only the engine can kill. */
function killService(): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    if (parentOf(pid) === 1) process.kill(Number(pid), 'SIGKILL');
}

function parentOf(pid: string): number | undefined {
  try {
    // proc(5): the state and the parent follow the name in parentheses.
    return Number(/.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
