import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SettingsInput } from '../settings/settings.ts';
import type { ChildSpec } from './child.ts';
import { commandLine, identify, isAlive, type ProcessIdentity } from './process-identity.ts';

type ChildRecord = ProcessIdentity & { commandLine: string; stopSignal: NodeJS.Signals };

export type Run = {
  supervisor: ProcessIdentity;
  url: string;
  ports?: SettingsInput['ports'];
  children: Record<string, ChildRecord>;
};

/** Prevents a second start on a data folder, and lists processes that a killed start has left. */
export class RunFile implements Disposable {
  readonly #file: string;
  readonly #run: Run;

  private constructor(file: string, run: Run) {
    this.#file = file;
    this.#run = run;
  }

  static async claim(dataDir: string, url: string, progress: (line: string) => void): Promise<RunFile> {
    const file = join(dataDir, 'run.json');
    const supervisor = identify(process.pid);
    if (!supervisor)
      throw new Error('Cannot read the start time of this process: neither /proc nor `ps` is available.');
    const run: Run = { supervisor, url, children: {} };
    while (!createExclusively(file, run)) {
      const previous = readRun(dataDir);
      if (previous && isAlive(previous.supervisor)) {
        throw new Error(
          `The platform already runs on ${dataDir}: ${previous.url}, process ${previous.supervisor.pid}.\n` +
            `Stop it with Ctrl-C there or \`kill ${previous.supervisor.pid}\`, or set DATA_DIR and PORT for a second one.`,
        );
      }
      if (previous) await stopOrphans(previous.children, progress);
      rmSync(file, { force: true });
    }
    return new RunFile(file, run);
  }

  recordPorts(ports: SettingsInput['ports']): void {
    this.#run.ports = ports;
    this.#write();
  }

  recordChild({ name, stopSignal }: Pick<ChildSpec, 'name' | 'stopSignal'>, pid: number): void {
    const identity = identify(pid);
    if (!identity) return;
    this.#run.children[name] = { ...identity, commandLine: commandLine(pid), stopSignal };
    this.#write();
  }

  [Symbol.dispose](): void {
    rmSync(this.#file, { force: true });
  }

  #write(): void {
    writeFileSync(`${this.#file}.draft`, JSON.stringify(this.#run, null, 2), { mode: 0o600 });
    renameSync(`${this.#file}.draft`, this.#file);
  }
}

export function readRun(dataDir: string): Run | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Creating a link is atomic: two starts at once cannot both succeed. */
function createExclusively(file: string, run: Run): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(run, null, 2), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

async function stopOrphans(children: Run['children'], progress: (line: string) => void): Promise<void> {
  const orphans = Object.entries(children).filter(([, child]) => isOrphan(child));
  if (orphans.length === 0) return;
  progress(`stopping processes of a killed start: ${orphans.map(([name]) => name).join(', ')}`);
  const services = orphans.filter(([name]) => name !== 'postgres' && name !== 'nats-server');
  await Promise.all(services.map(([, child]) => stopOrphan(child)));
  // Last, as in a normal stop: the services still write to them.
  for (const name of ['nats-server', 'postgres']) {
    const orphan = children[name];
    if (orphan && isOrphan(orphan)) await stopOrphan(orphan);
  }
}

function isOrphan(child: ChildRecord): boolean {
  return isAlive(child) && commandLine(child.pid) === child.commandLine;
}

async function stopOrphan(child: ChildRecord): Promise<void> {
  process.kill(child.pid, child.stopSignal);
  for (let waited = 0; isOrphan(child); waited += 100) {
    if (waited === 25_000) process.kill(child.pid, 'SIGKILL');
    await delay(100);
  }
}
