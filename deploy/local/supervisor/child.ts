import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithParent } from './end-with-parent.ts';
import { hangs, type Liveness } from './liveness.ts';

export type OsUser = { uid: number; gid: number };

export type ChildSpec = {
  name: string;
  command: [file: string, ...args: string[]];
  cwd: string;
  env: Record<string, string>;
  logFile: string;
  user?: OsUser | undefined;
  /** Before every start, so also before a restart: clears what a killed predecessor left behind. */
  beforeStart?: () => Promise<void>;
  isReady: () => Promise<boolean>;
  readyWithinMs: number;
  /** Of a child that is restarted: it is killed when it hangs. */
  liveness?: Liveness;
  stopSignal: NodeJS.Signals;
  stopWithinMs: number;
};

export type ChildOptions = {
  /** Start it again, for ever, when it dies after having been ready once. */
  restart?: boolean;
  announce?: (message: string) => void;
  onLaunch?: (spec: ChildSpec, pid: number) => void;
  signal?: AbortSignal | undefined;
  /** For what nobody looks for later, as a test run does not: it must not outlive us, however we end. */
  endWithParent?: boolean;
};

const firstBackOffMs = 100;
const longestBackOffMs = 5_000;

/** One process of the stack and its life: started, awaited, restarted when it dies, stopped. */
export class Child implements AsyncDisposable {
  readonly spec: ChildSpec;
  readonly #options: ChildOptions;
  readonly #stop = new AbortController();
  #process: ChildProcess | undefined;
  #exited: Promise<string> = Promise.resolve('was not started');
  #revival: Promise<void> = Promise.resolve();

  private constructor(spec: ChildSpec, options: ChildOptions) {
    this.spec = spec;
    this.#options = options;
  }

  /** Resolves when it is ready; a child that never gets there is gone when this rejects. */
  static async start(spec: ChildSpec, options: ChildOptions = {}): Promise<Child> {
    const child = new Child(spec, options);
    try {
      await child.#launch(options.signal);
    } catch (error) {
      await child.stop();
      throw error;
    }
    if (options.restart) child.#revival = child.#reviveForEver();
    return child;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    const { stopSignal, stopWithinMs } = this.spec;
    this.#process?.kill(stopSignal);
    const limit = new AbortController();
    const tooLate = delay(stopWithinMs, 'late', { signal: limit.signal }).catch(() => 'stopped');
    if ((await Promise.race([this.#exited, tooLate])) === 'late') this.#process?.kill('SIGKILL');
    limit.abort();
    await this.#exited;
    await this.#revival;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #launch(signal: AbortSignal | undefined): Promise<void> {
    await this.spec.beforeStart?.();
    signal?.throwIfAborted();
    const logOffset = existsSync(this.spec.logFile) ? statSync(this.spec.logFile).size : 0;
    const child = spawnLogged(this.spec);
    this.#process = child;
    let ended: string | undefined;
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`));
      child.once('exit', (code, killedBy) => resolve(killedBy ? `ended by ${killedBy}` : `exited with code ${code}`));
    });
    void this.#exited.then((how) => {
      ended = how;
    });
    if (child.pid) this.#options.onLaunch?.(this.spec, child.pid);
    if (child.pid && this.#options.endWithParent) {
      const keeper = endWithParent(child.pid, this.spec.stopSignal);
      void this.#exited.then(() => keeper[Symbol.dispose]());
    }

    const deadline = Date.now() + this.spec.readyWithinMs;
    while (!(await this.spec.isReady())) {
      signal?.throwIfAborted();
      if (ended) throw new Error(failure(this.spec, `${ended} before it was ready`, logOffset));
      if (Date.now() > deadline) {
        const seconds = Math.round(this.spec.readyWithinMs / 1_000);
        throw new Error(failure(this.spec, `was not ready after ${seconds} s`, logOffset));
      }
      await delay(50);
    }
    if (this.spec.liveness && this.#options.restart) void this.#killWhenHung(child, this.spec.liveness);
  }

  async #killWhenHung(child: ChildProcess, liveness: Liveness): Promise<void> {
    const exited = new AbortController();
    void this.#exited.then(() => exited.abort());
    if (!(await hangs(liveness, AbortSignal.any([exited.signal, this.#stop.signal])))) return;
    const { name } = this.spec;
    this.#options.announce?.(`${name} missed ${liveness.mostMisses} liveness checks in a row; killing it`);
    child.kill('SIGKILL');
  }

  async #reviveForEver(): Promise<void> {
    const stopped = this.#stop.signal;
    const announce = this.#options.announce ?? (() => {});
    while (true) {
      const how = await this.#exited;
      if (stopped.aborted) return;
      const diedAt = Date.now();
      announce(`${this.spec.name} ${how}; starting it again`);
      for (let backOff = firstBackOffMs; ; backOff = Math.min(backOff * 2, longestBackOffMs)) {
        await delay(backOff, undefined, { signal: stopped }).catch(() => {});
        if (stopped.aborted) return;
        try {
          await this.#launch(stopped);
          break;
        } catch (error) {
          if (stopped.aborted) return;
          this.#process?.kill('SIGKILL');
          await this.#exited;
          announce(error instanceof Error ? error.message : String(error));
        }
      }
      announce(`${this.spec.name} is back after ${((Date.now() - diedAt) / 1_000).toFixed(1)} s`);
    }
  }
}

function spawnLogged(spec: ChildSpec): ChildProcess {
  mkdirSync(dirname(spec.logFile), { recursive: true });
  const log = openSync(spec.logFile, 'a', 0o600);
  const [file, ...args] = spec.command;
  try {
    return spawn(file, args, {
      cwd: spec.cwd,
      env: spec.env,
      stdio: ['ignore', log, log],
      // A session of its own: Ctrl-C reaches only the supervisor, which then stops everything in the right order.
      detached: true,
      ...spec.user,
    });
  } finally {
    closeSync(log);
  }
}

function failure(spec: ChildSpec, what: string, logOffset: number): string {
  return `${spec.name} ${what}.\n${logTail(spec.logFile, logOffset)}`;
}

export function logTail(logFile: string, offset = 0): string {
  if (!existsSync(logFile)) return `There is no log at ${logFile}.`;
  const lines = readFileSync(logFile).subarray(offset).toString('utf8').trimEnd().split('\n');
  return [`The end of ${logFile}:`, ...lines.slice(-15).map((line) => `    ${line}`)].join('\n');
}
