import { uploadIntentChanged } from '@trust/contracts/events/evidence';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirm, intentsPath, type MadeCase, makeCase, makeIntent, pdf } from '../../test/make.ts';
import { openSession } from '../../test/make-by-id.ts';
import { type Evidence, pathOf, startEvidence } from '../../test/service.ts';
import {
  asOf,
  leadsTo,
  type Model,
  newUpload,
  sessionSeconds,
  type Trigger,
  triggers,
} from '../../test/upload-model.ts';
import { intentTransitions } from './states.ts';

let evidence: Evidence;
let made: MadeCase;
const document = pdf(1024);
const start = new Date('2026-01-05T09:00:00.000Z');
beforeAll(async () => {
  evidence = await startEvidence({ connections: 12 });
});
afterAll(() => evidence[Symbol.asyncDispose]());

const seconds = () => (evidence.clock.now.getTime() - start.getTime()) / 1000;

async function begin() {
  evidence.clock.now = start;
  made = await makeCase(evidence);
  return makeIntent(evidence, made, document);
}
type Intent = Awaited<ReturnType<typeof begin>>;

const read = async ({ path }: Intent) => (await evidence.get(path, { actor: made.rep })).body;

async function ask(intent: Intent, trigger: Trigger): Promise<number> {
  const { path, body } = intent;
  const by = { actor: made.rep };
  const sent = {
    part: async () => {
      const [part] = (await read(intent)).session.parts;
      return evidence.put(pathOf((part ?? intent.session.parts[0]).url), { rawBody: document });
    },
    interrupt: () => evidence.put(`${path}/interrupted`, by),
    retry: () => evidence.post(`${path}/retry`, by),
    confirm: () => confirm(evidence, made.rep, intent),
    cancel: () => evidence.delete(path, by),
    'create again': () => evidence.post(intentsPath, { ...by, body }),
    'open again': () => openSession(evidence, made, body),
  } satisfies Record<Trigger, () => Promise<{ status: number }>>;
  return (await sent[trigger]()).status;
}

/** The states of an intent and its session, each by a way that leads there. */
const ways: [string, (Trigger | 'hour' | 'month')[]][] = [
  ['open', []],
  ['uploading', ['part']],
  ['uploading anew', ['part', 'interrupt', 'retry']],
  ['retryable', ['part', 'interrupt']],
  ['retryable for its session ran out', ['part', 'hour']],
  ['submitted', ['part', 'confirm']],
  ['cancelled', ['cancel']],
  ['expired', ['interrupt', 'month']],
  ['expired, and nobody ever came back', ['hour', 'month']],
];

const spans = { hour: sessionSeconds, month: 30 * 86_400 };

/** Goes one step, in the service and in the model, and compares them. */
async function go(intent: Intent, model: Model, step: Trigger | keyof typeof spans): Promise<Model> {
  if (step === 'hour' || step === 'month') {
    evidence.advanceClock(spans[step]);
    return asOf(model, seconds());
  }
  const { to, status } = leadsTo(model, step, seconds());
  expect({ step, status: await ask(intent, step) }).toEqual({ step, status });
  const shown = await read(intent);
  expect({ step, state: shown.state }).toEqual({ step, state: to.state });
  const open = to.state === 'open' || to.state === 'uploading';
  expect({ step, requested: shown.session.state === 'requested' }).toEqual({ step, requested: open });
  return to;
}

test.each(ways)(
  'M1 M4 of an upload that is %s each trigger leads where the contract says, or nowhere',
  async (_state, way) => {
    for (const trigger of triggers) {
      const intent = await begin();
      let model = newUpload(seconds());
      for (const step of way) model = await go(intent, model, step);
      await go(intent, model, trigger);
    }
  },
);

const step = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...triggers) },
  { weight: 2, arbitrary: fc.constant('hour' as const) },
  { weight: 1, arbitrary: fc.constant('month' as const) },
);

test('M1 M4 walks through the API go as the model does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const intent = await begin();
      let model = newUpload(seconds());
      for (const one of steps) model = await go(intent, model, one);
    }),
    { numRuns: 12 },
  );
});

test('M1 of triggers that come at once each starts where another has ended', async () => {
  const some = fc.array(fc.constantFrom(...triggers), { minLength: 8, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(some, async (steps) => {
      const intent = await begin();
      await ask(intent, 'part');
      const statuses = await Promise.all(steps.map((one) => ask(intent, one)));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const events = (await evidence.emitted(uploadIntentChanged)).filter(({ intentId }) => intentId === intent.id);
      const told = events.map(({ state }) => state);
      const jumps = told.slice(1).filter((to, index) => !intentTransitions[told[index] ?? 'open'].includes(to));
      expect({ told, jumps }).toEqual({ told, jumps: [] });
      expect((await read(intent)).state).toBe(told.at(-1));
    }),
    { numRuns: 8 },
  );
});
