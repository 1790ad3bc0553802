import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const variable = 'MEMORY_IN_USE_FILE';

// In the measured process (`--import`): SIGUSR2 collects garbage and writes what is left.
const file = process.env[variable];
if (file) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  process.on('SIGUSR2', () => {
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    writeFileSync(file, `${heapUsed + external}\n`);
  });
}

/** Loads this module into a service that is started with the environment. */
export function reportingMemory(file: string): Record<string, string> {
  return { [variable]: file, NODE_OPTIONS: `--import ${import.meta.url}` };
}

/** MiB of heap and buffers of a process after a garbage collection. */
export async function memoryInUse(pid: number, file: string): Promise<number> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    const text = readIfWritten(file);
    if (text.endsWith('\n')) return Number(text) / 2 ** 20;
    await delay(20);
  }
}

function readIfWritten(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
