const timePattern = /^([01]\d|2[0-3]):([0-5]\d)$/;

export const isTimeOfDay = (text: string) => timePattern.test(text);

/** `01:30`, in UTC. */
export function parseTimeOfDay(text: string): number {
  const [, hours, minutes] = timePattern.exec(text) ?? [];
  if (!hours) throw new Error(`--daily takes a time of day in UTC such as 01:30, not ${text}.`);
  return (Number(hours) * 60 + Number(minutes)) * 60_000;
}

const day = 86_400_000;

function lastMoment(now: Date, timeOfDay: number): number {
  const passed = (now.getTime() - timeOfDay) % day;
  return now.getTime() - passed;
}

type Daily = {
  timeOfDay: number;
  now: () => Date;
  /** The pause between two looks at the bucket. It ends early when the process is asked to stop. */
  wait: () => Promise<void>;
  isStopped: () => boolean;
  /** The time of the last backup in the bucket. */
  lastBackup: () => Promise<Date | undefined>;
  backUp: () => Promise<void>;
  report: (error: unknown) => void;
};

/** Backs up at once if the last moment was missed, and tries again after a failure. The bucket remembers, not the process. */
export async function backUpDaily({
  timeOfDay,
  now,
  wait,
  isStopped,
  lastBackup,
  backUp,
  report,
}: Daily): Promise<void> {
  while (!isStopped()) {
    try {
      const last = await lastBackup();
      if (!last || last.getTime() < lastMoment(now(), timeOfDay)) await backUp();
    } catch (error) {
      report(error);
    }
    await wait();
  }
}
