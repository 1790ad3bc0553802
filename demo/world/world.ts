import { setTimeout as delay } from 'node:timers/promises';
import { historyDays } from '../../deploy/local/clock.ts';
import { crewOf } from './desk.ts';
import { businessOf, peopleOf } from './people.ts';
import { plan } from './plan.ts';
import { deskScenarios } from './scenarios/desk.ts';
import { scenarios } from './scenarios/scenarios.ts';
import { runAll, type Task } from './schedule.ts';
import { dayMs, Stage } from './stage.ts';

type WorldOptions = {
  url: string;
  dataDir: string;
  seed: string;
  report: (line: string) => void;
};

/** Few moments with much to do, because tasks are done side by side within a moment only. Recent ones are closer together. */
const recent = [345, 350, 355, 358, 360, 362, 364, 365, historyDays];

function momentFrom(day: number): number {
  return day <= 330 ? Math.ceil(day / 30) * 30 : (recent.find((moment) => moment >= day) ?? historyDays);
}

/** Fills an empty platform by its API, while its clock goes from a year ago to the present (ADR 0140). */
export async function buildWorld({ url, dataDir, seed, report }: WorldOptions): Promise<void> {
  const stage = new Stage(url, dataDir);
  if (stage.clock.isPresent())
    throw new Error(
      'A world begins a year ago, on an empty platform: `npm start -- --world`, with --reset or another DATA_DIR.',
    );
  const began = Date.now() - historyDays * dayMs;
  const personOf = peopleOf(seed);
  const tasks = plan
    .map(({ scenario, category, kind, city, start }, index): Task => {
      const identity = personOf(index);
      const business = businessOf(seed, index, identity, category, city);
      const spec = { category, kind, identity, business };
      const crew = crewOf(stage, index);
      return {
        name: `${scenario} (${business.displayName})`,
        run: (at: (day: number) => Promise<void>) =>
          scenarios[scenario]({ stage, spec, crew, seed, at: (day) => at(momentFrom(day)), start, index }),
      };
    })
    .concat(deskScenarios(stage));
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  await runAll(tasks, {
    atOnce: 10,
    onFailure: ({ message, cause }) => report(`${message} ${cause instanceof Error ? cause.message : cause}`),
    async onDay({ day, running, done, failed }) {
      stage.clock.moveTo(new Date(began + day * dayMs));
      // Services look for a moved clock every 50 ms.
      await delay(100);
      const faults = failed > 0 ? `, ${failed} failed` : '';
      report(`${stage.clock.today()}: ${running} at work, ${done} of ${tasks.length} done${faults} (${seconds()} s)`);
    },
  });
  stage.clock.moveTo(new Date());
  report(`${tasks.length} tasks done in ${seconds()} s`);
}
