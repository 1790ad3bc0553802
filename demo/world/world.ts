import { setTimeout as delay } from 'node:timers/promises';
import { crewOf } from './desk.ts';
import { businessOf, peopleOf } from './people.ts';
import { plan } from './plan.ts';
import { type Story, tellAll } from './schedule.ts';
import { dayMs, Stage } from './stage.ts';
import { deskTales } from './stories/desk.ts';
import { tellers } from './stories/tellers.ts';

type WorldOptions = {
  url: string;
  dataDir: string;
  seed: string;
  report: (line: string) => void;
  /** Some of its stories, for who changes them. */
  only?: string[];
  atOnce?: number;
};

/** Days of the history; the last one is today. */
const days = 366;

/** Few moments with much to do, because stories are told side by side within a moment only. Recent ones are closer together. */
const recent = [345, 350, 355, 358, 360, 362, 364, 365, days];

function momentFrom(day: number): number {
  return day <= 330 ? Math.ceil(day / 30) * 30 : (recent.find((moment) => moment >= day) ?? days);
}

/** Fills an empty platform by its API, while its clock goes from a year ago to the present (ADR 0140). */
export async function buildWorld({ url, dataDir, seed, report, only, atOnce = 10 }: WorldOptions): Promise<void> {
  const stage = new Stage(url, dataDir);
  if (stage.clock.isPresent())
    throw new Error(
      'A world begins a year ago, on an empty platform: `npm start -- --world`, with --reset or another DATA_DIR.',
    );
  const began = Date.now() - days * dayMs;
  const personOf = peopleOf(seed);
  const stories = plan
    .map(({ story, category, kind, city, start }, index): Story & { story: string } => {
      const identity = personOf(index);
      const business = businessOf(seed, index, identity, category, city);
      const spec = { category, kind, identity, business };
      const crew = crewOf(stage, index);
      return {
        name: `${story} (${business.displayName})`,
        story,
        tell: (at: (day: number) => Promise<void>) =>
          tellers[story]({ stage, spec, crew, at: (day) => at(momentFrom(day)), start, index }),
      };
    })
    .concat(deskTales(stage))
    .filter(({ story }) => !only || only.includes(story));
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  await tellAll(stories, {
    atOnce,
    onFailure: ({ message, cause }) => report(`${message} ${cause instanceof Error ? cause.message : cause}`),
    async onDay({ day, running, done, failed }) {
      stage.clock.moveTo(new Date(began + day * dayMs));
      // Services look for a moved clock every 50 ms.
      await delay(100);
      const faults = failed > 0 ? `, ${failed} failed` : '';
      report(`${stage.clock.today()}: ${running} at work, ${done} of ${stories.length} told${faults} (${seconds()} s)`);
    },
  });
  stage.clock.moveTo(new Date());
  report(`${stories.length} stories told in ${seconds()} s`);
}
