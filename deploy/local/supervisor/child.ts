import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Liveness, waitUntilHung } from './liveness.ts';
import { crashReport, logSize, logTail } from './log-tail.ts';
import { stopWithParent } from './stop-with-parent.ts';

export type OsUser = { uid: number; gid: number };

export type ChildSpec = {
  name: string;
  command: [file: string, ...args: string[]];
  cwd: string;
  env: Record<string, string>;
  logFile: string;
  user?: OsUser | undefined;
  /** Runs before every launch, also of a restart: removes what a killed predecessor left behind. */
  beforeStart?: () => Promise<void>;
  isReady: () => Promise<boolean>;
  readyWithinMs: number;
  /** A child with `restart` that fails these checks is killed. */
  liveness?: Liveness;
  stopSignal: NodeJS.Signals;
  stopWithinMs: number;
};

export type ChildOptions = {
  restart?: boolean;
  awaitChangeOnFailure?: boolean;
  announce?: (message: string) => void;
  onLaunch?: (spec: ChildSpec, pid: number) => void;
  signal?: AbortSignal | undefined;
  /** The child must not outlive this process, even when this process is killed. */
  stopWithParent?: boolean;
};

const firstBackOffMs = 100;
const maxBackOffMs = 5_000;

export class Child implements AsyncDisposable {
  readonly spec: ChildSpec;
  readonly #options: ChildOptions;
  readonly #stop = new AbortController();
  #process: ChildProcess | undefined;
  #exited: Promise<string> = Promise.resolve('was not started');
  #supervision: Promise<void> = Promise.resolve();
  /** Aborted by `restart()`: ends the launch or the pause that is under way. */
  #restartRequest = new AbortController();
  #logOffset = 0;

  private constructor(spec: ChildSpec, options: ChildOptions) {
    this.spec = spec;
    this.#options = options;
  }

  /** When this rejects, the child's process has ended. */
  static async start(spec: ChildSpec, options: ChildOptions = {}): Promise<Child> {
    const child = new Child(spec, options);
    try {
      await child.#launch(options.signal);
    } catch (error) {
      await child.stop();
      throw error;
    }
    if (options.restart) child.#supervision = child.#supervise();
    return child;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  restart(): void {
    this.#restartRequest.abort();
    void this.#endProcess();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#endProcess();
    await this.#supervision;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #endProcess(): Promise<void> {
    const child = this.#process;
    const exited = this.#exited;
    child?.kill(this.spec.stopSignal);
    const deadline = new AbortController();
    const timeout = delay(this.spec.stopWithinMs, 'timeout', { signal: deadline.signal }).catch(() => 'exited');
    if ((await Promise.race([exited, timeout])) === 'timeout') child?.kill('SIGKILL');
    deadline.abort();
    await exited;
  }

  async #launch(signal: AbortSignal | undefined): Promise<void> {
    await this.spec.beforeStart?.();
    signal?.throwIfAborted();
    this.#logOffset = logSize(this.spec.logFile);
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
    if (child.pid && this.#options.stopWithParent) {
      const guard = stopWithParent(child.pid, this.spec.stopSignal);
      void this.#exited.then(() => guard[Symbol.dispose]());
    }

    const deadline = Date.now() + this.spec.readyWithinMs;
    while (!(await this.spec.isReady())) {
      signal?.throwIfAborted();
      if (ended) throw new Error(this.#describeFailure(`${ended} before it was ready`));
      if (Date.now() > deadline) {
        const seconds = Math.round(this.spec.readyWithinMs / 1_000);
        throw new Error(this.#describeFailure(`was not ready after ${seconds} s`));
      }
      await delay(50);
    }
    if (this.spec.liveness && this.#options.restart) void this.#killWhenHung(child, this.spec.liveness);
  }

  #describeFailure(what: string): string {
    const { name, logFile } = this.spec;
    return `${name} ${what}.\n${crashReport(logFile, this.#logOffset) ?? logTail(logFile, this.#logOffset)}`;
  }

  async #killWhenHung(child: ChildProcess, liveness: Liveness): Promise<void> {
    const exited = new AbortController();
    void this.#exited.then(() => exited.abort());
    if (!(await waitUntilHung(liveness, AbortSignal.any([exited.signal, this.#stop.signal])))) return;
    const { name } = this.spec;
    this.#options.announce?.(`${name} missed ${liveness.maxMisses} liveness checks in a row; killing it`);
    child.kill('SIGKILL');
  }

  async #supervise(): Promise<void> {
    const stopped = this.#stop.signal;
    const announce = this.#options.announce ?? (() => {});
    while (true) {
      const how = await this.#exited;
      if (stopped.aborted) return;
      const endedAt = Date.now();
      if (!this.#restartRequest.signal.aborted) {
        const report = crashReport(this.spec.logFile, this.#logOffset);
        announce(`${this.spec.name} ${how}; restarting it${report ? `\n${report}` : ''}`);
      }
      await this.#relaunchUntilReady(announce);
      if (stopped.aborted) return;
      announce(`${this.spec.name} is ready again after ${((Date.now() - endedAt) / 1_000).toFixed(1)} s`);
    }
  }

  async #relaunchUntilReady(announce: (message: string) => void): Promise<void> {
    const stopped = this.#stop.signal;
    const isRequested = this.#restartRequest.signal.aborted;
    let lastFailure = '';
    for (let backOff = isRequested ? 0 : firstBackOffMs; ; backOff = Math.min(backOff * 2, maxBackOffMs)) {
      await this.#pause(backOff);
      if (stopped.aborted) return;
      this.#restartRequest = new AbortController();
      const request = this.#restartRequest.signal;
      try {
        return await this.#launch(AbortSignal.any([stopped, request]));
      } catch (error) {
        if (stopped.aborted) return;
        this.#process?.kill('SIGKILL');
        await this.#exited;
        const failure = error instanceof Error ? error.message : String(error);
        if (!request.aborted && failure !== lastFailure) announce(failure);
        lastFailure = failure;
        if (this.#options.awaitChangeOnFailure) await this.#pause();
        backOff = Math.max(backOff, firstBackOffMs);
      }
    }
  }

  /** Ends early on a stop or a restart request; without `milliseconds` only then. */
  async #pause(milliseconds = 2 ** 31 - 1): Promise<void> {
    const signal = AbortSignal.any([this.#stop.signal, this.#restartRequest.signal]);
    if (milliseconds > 0) await delay(milliseconds, undefined, { signal }).catch(() => {});
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
      // The child has its own session: Ctrl-C reaches only the supervisor, which stops everything in order.
      detached: true,
      ...spec.user,
    });
  } finally {
    closeSync(log);
  }
}
