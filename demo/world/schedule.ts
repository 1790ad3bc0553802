/** Lets a scenario wait for a day of the history: `await at(120)`. */
export type At = (day: number) => Promise<void>;
export type Task = { name: string; run(at: At): Promise<void> };

type Waiting = { day: number; resume: () => void };

export type Progress = { day: number; running: number; done: number; failed: number };

type Running = {
  atOnce: number;
  onDay: (progress: Progress) => Promise<void>;
  onFailure: (failure: Error) => void;
};

/**
 * Runs all tasks in the order of their days: the day changes when every scenario waits for a later one. At most `atOnce` are
 * done at the same time. The others go on when one fails; then all failures are thrown.
 */
export async function runAll(tasks: readonly Task[], { atOnce, onDay, onFailure }: Running): Promise<void> {
  const waiting: Waiting[] = [];
  const ready: (() => void)[] = [];
  const failures: Error[] = [];
  let [running, done] = [0, 0];
  let wake = () => {};

  const release = () => {
    running -= 1;
    wake();
  };
  const enter = () => new Promise<void>((resolve) => ready.push(resolve)).then(() => void 0);
  let today = 0;
  const at: At = async (day) => {
    if (day <= today) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push({ day, resume: resolve });
    release();
    await promise;
    await enter();
  };
  for (const { name, run } of tasks)
    void enter()
      .then(() => run(at))
      .catch((cause: unknown) => {
        const failure = new Error(`The scenario "${name}" failed.`, { cause });
        failures.push(failure);
        onFailure(failure);
      })
      .finally(() => {
        done += 1;
        release();
      });

  await onDay({ day: 0, running: tasks.length, done, failed: 0 });
  while (done < tasks.length) {
    for (const next of ready.splice(0, atOnce - running)) {
      running += 1;
      next();
    }
    if (running > 0 || ready.length > 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      // What a resolved promise continues with comes first.
      await new Promise(setImmediate);
      continue;
    }
    if (waiting.length === 0) {
      await new Promise(setImmediate);
      continue;
    }
    today = Math.min(...waiting.map((one) => one.day));
    await onDay({ day: today, running: waiting.length, done, failed: failures.length });
    for (const one of waiting.splice(0)) {
      if (one.day <= today) one.resume();
      else waiting.push(one);
    }
    await new Promise(setImmediate);
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tasks failed.`);
}
