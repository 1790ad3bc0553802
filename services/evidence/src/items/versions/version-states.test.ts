import { providerErased } from '@trust/contracts/events/provider';
import { evidenceRefused } from '@trust/contracts/events/verification';
import { openLog } from '@trust/service-kit/observability/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceOf, type MadeCase, makeCase, pdf, submitById } from '../../../test/make.ts';
import { type Evidence, startEvidence } from '../../../test/service.ts';
import type { ProcessingState } from '../../db/schema.ts';
import type { Examination } from '../../examiner.ts';
import { redactDueVersions } from '../../retention/redaction/redact-versions.ts';
import { markLostVersions } from '../../retention/sweep/mark-lost-versions.ts';
import { sweepStore } from '../../retention/sweep/sweep-store.ts';
import type { Verdict } from '../../scanner.ts';
import { scanDueVersions } from '../../scanning/scan-versions.ts';

const silent = openLog('evidence', 'silent');

let evidence: Evidence;
let verdict: Verdict = 'clean';
let finding: Examination = { finding: 'failed' };
const acceptable: Examination = { finding: 'acceptable', preview: undefined };
beforeAll(async () => {
  const scanner = {
    scan: async (bytes: AsyncIterable<unknown>) => {
      for await (const _chunk of bytes);
      return verdict;
    },
  };
  const examiner = {
    examine: async (bytes: AsyncIterable<unknown>) => {
      for await (const _chunk of bytes);
      return finding;
    },
  };
  evidence = await startEvidence({ connections: 4, scanner, examiner });
});
afterAll(() => evidence[Symbol.asyncDispose]());

type Made = { made: MadeCase; evidenceId: string; evidenceVersionId: string };

async function scan(found: Verdict, opened: Examination = acceptable) {
  verdict = found;
  finding = opened;
  evidence.advanceClock(60);
  while ((await scanDueVersions(evidence.app)) > 0);
}

const triggers = {
  'clean scan': () => scan('clean'),
  'infected scan': () => scan('infected'),
  'failed scan': () => scan('failed'),
  'damage found': () => scan('clean', { finding: 'refused', refusal: 'damaged' }),
  withdrawal: ({ made, evidenceId }: Made) =>
    evidence
      .delete(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep })
      .then(({ status }) => expect(status).toBe(204)),
  refusal: ({ made, evidenceVersionId }: Made) =>
    evidence.deliver(evidenceRefused, {
      reason: 'case_moved_on',
      evidenceVersionId,
      intentId: evidenceVersionId,
      caseId: made.caseId,
      providerId: made.providerId,
      requirementKey: 'identity',
      occurredAt: evidence.clock.now.toISOString(),
    }),
  'thirty days': async () => {
    evidence.advanceClock(30 * 86_400);
    await redactDueVersions(evidence.app);
  },
  loss: async ({ evidenceVersionId }: Made) => {
    const { object_key } = await evidence.db
      .selectFrom('evidence_version')
      .select('object_key')
      .where('id', '=', evidenceVersionId)
      .executeTakeFirstOrThrow();
    await evidence.app.store.remove(object_key);
    await sweepStore(evidence.app, silent);
    evidence.advanceClock(600);
    await markLostVersions(evidence.app, silent);
  },
  erasure: ({ made }: Made) =>
    evidence.deliver(providerErased, { providerId: made.providerId, occurredAt: evidence.clock.now.toISOString() }),
} satisfies Record<string, (made: Made) => Promise<unknown>>;
type Trigger = keyof typeof triggers;
const names = Object.keys(triggers) as Trigger[];

type Leads = Partial<Record<Trigger, ProcessingState>>;
const unscanned: Leads = {
  'clean scan': 'available',
  'infected scan': 'quarantined',
  'failed scan': 'unscannable',
  'damage found': 'refused',
  withdrawal: 'withdrawn',
  refusal: 'withdrawn',
  loss: 'lost',
  erasure: 'redacted',
};
/** `way`: how a version gets its state. Triggers that `leads` does not list change nothing. */
const states: Record<ProcessingState, { way: Trigger[]; leads: Leads }> = {
  pending_scan: { way: [], leads: unscanned },
  unscannable: { way: ['failed scan'], leads: unscanned },
  available: {
    way: ['clean scan'],
    leads: { withdrawal: 'withdrawn', refusal: 'withdrawn', loss: 'lost', erasure: 'redacted' },
  },
  quarantined: { way: ['infected scan'], leads: { 'thirty days': 'redacted', erasure: 'redacted' } },
  refused: { way: ['damage found'], leads: { 'thirty days': 'redacted', erasure: 'redacted' } },
  withdrawn: { way: ['withdrawal'], leads: { 'thirty days': 'redacted', erasure: 'redacted' } },
  lost: { way: ['clean scan', 'loss'], leads: { 'thirty days': 'redacted', erasure: 'redacted' } },
  redacted: { way: ['withdrawal', 'thirty days'], leads: {} },
};

const stateOf = async (id: string) =>
  (
    await evidence.db
      .selectFrom('evidence_processing')
      .select('state')
      .where('version_id', '=', id)
      .executeTakeFirstOrThrow()
  ).state;

test.each(Object.entries(states))(
  'M1 a version that is %s responds to each trigger as the contract says',
  async (state, { way, leads }) => {
    const start = evidence.clock.now;
    for (const name of names) {
      const made = await makeCase(evidence);
      const one = { made, ...(await submitById(evidence, made, {}, pdf(1024))) };
      for (const step of way) await triggers[step](one);
      expect(await stateOf(one.evidenceVersionId)).toBe(state);
      await triggers[name](one);
      expect({ name, to: await stateOf(one.evidenceVersionId) }).toEqual({ name, to: leads[name] ?? state });
      evidence.clock.now = start;
    }
  },
);
