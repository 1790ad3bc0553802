import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeIntent } from '../../test/make.ts';
import { submitById } from '../../test/make-by-id.ts';
import { type Evidence, startEvidence } from '../../test/service.ts';
import { type Machine, movesOf, prepareWalk, walkTable } from '../../test/table-walk.ts';
import { processingTransitions } from '../evidence-versions/processing.ts';
import { intentTransitions, sessionTransitions } from './states.ts';

let evidence: Evidence;
beforeAll(async () => {
  evidence = await startEvidence();
});
afterAll(() => evidence[Symbol.asyncDispose]());

/** Of all three machines: enough for the rarest move, and with `M1_STEPS=100000` as many as M1 asks for. */
const allSteps = Number(process.env.M1_STEPS ?? 20_000);

const machines: (Machine & { steps: number; unreached?: string[] })[] = [
  {
    table: 'upload_intent',
    id: 'id',
    type: 'intent_state',
    transitions: intentTransitions,
    along: `, retryable_since = case when s = 'retryable' then now() end`,
    steps: 0.4 * allSteps,
  },
  {
    table: 'upload_session',
    id: 'id',
    type: 'session_state',
    transitions: sessionTransitions,
    steps: 0.2 * allSteps,
    unreached: ['rejected'],
  },
  {
    table: 'evidence_processing',
    id: 'version_id',
    type: 'processing_state',
    transitions: processingTransitions,
    along: `, next_scan_at = case when s = 'pending_scan' then now() end,
      refusal = case s when 'refused' then 'damaged' when 'lost' then 'lost' end`,
    steps: 0.4 * allSteps,
  },
];

test.each(machines)(
  'M1 a random walk of $steps steps in $table by raw SQL as the app role takes the moves of the contract, each of them, and no other',
  async (machine) => {
    const made = await makeCase(evidence);
    const [intent, version] = [await makeIntent(evidence, made), await submitById(evidence, made)];
    const rowIds: Record<string, string> = {
      upload_intent: intent.id,
      upload_session: intent.session.id,
      evidence_processing: version.evidenceVersionId,
    };
    await prepareWalk(evidence, machine);
    const { done, refused } = await walkTable(evidence, machine, rowIds[machine.table] ?? '', machine.steps);
    const { all, allowed } = movesOf(machine);
    expect(done).toEqual(allowed);
    // Where a row cannot come to, it cannot leave from either: a session begins requested, and all else is final.
    const reached = new Set([...done.map((move) => move.split(' > ')[1]), ...done.map((move) => move.split(' > ')[0])]);
    const wanted = all.filter((move) => !allowed.includes(move) && reached.has(move.split(' > ')[0] ?? ''));
    expect(refused).toEqual(wanted);
    const unreached = Object.keys(machine.transitions).filter((state) => !reached.has(state));
    expect(unreached).toEqual(machine.unreached ?? []);
  },
  60_000,
);
