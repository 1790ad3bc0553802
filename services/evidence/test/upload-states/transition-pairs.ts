import { randomUUID } from 'node:crypto';
import { serviceSelected } from '@trust/contracts/events/provider';
import { operator } from '@trust/service-testing/actors';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scanDueVersions } from '../../src/scanning/scan-versions.ts';
import {
  assignedTo,
  confirm,
  confirmSession,
  evidenceOf,
  makeCase,
  makeIntent,
  makeUpload,
  openSession,
  pdf,
  submitById,
} from '../make.ts';
import { type Evidence, pathOf, startEvidence } from '../service.ts';

let evidence: Evidence;

async function makeWorld() {
  const made = await makeCase(evidence);
  const { evidenceId } = await submitById(evidence, made, { documentKind: 'certificate' }, pdf(1024));
  return { made, evidenceId, reviewer: operator('reviewer'), upload: await makeUpload(evidence, made, pdf(1024)) };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const reason = 'To check the document.';

const moves = {
  part: async ({ upload }: World) => evidence.put(pathOf(upload.session.parts[0].url), { rawBody: Buffer.alloc(1024) }),
  interrupt: ({ made, upload }: World) => evidence.put(`${upload.path}/interrupted`, { actor: made.rep }),
  retry: ({ made, upload }: World) => evidence.post(`${upload.path}/retry`, { actor: made.rep }),
  confirm: ({ made, upload }: World) => confirm(evidence, made.rep, upload),
  'confirm by session': ({ made, upload }: World) => confirmSession(evidence, made, upload.session.id),
  cancel: ({ made, upload }: World) => evidence.delete(upload.path, { actor: made.rep }),
  'create again': ({ made, upload }: World) => openSession(evidence, made, upload.body),
  'create another': async ({ made }: World) =>
    makeIntent(evidence, made).then(
      () => undefined,
      () => undefined,
    ),
  withdraw: ({ made, evidenceId }: World) => evidence.delete(`${evidenceOf(made)}/${evidenceId}`, { actor: made.rep }),
  'case in review': ({ made, reviewer }: World) =>
    made.change({ state: 'in_review', duties: assignedTo({ review: reviewer.userId }) }),
  'case in correction': ({ made }: World) => made.change({ state: 'awaiting_correction' }),
  reassign: ({ made }: World) => made.change({ duties: assignedTo({ review: randomUUID() }) }),
  'select anew': ({ made }: World) =>
    evidence.deliver(serviceSelected, { ...made.selection, requirementVersionId: randomUUID() }),
  'select as before': ({ made }: World) => evidence.deliver(serviceSelected, made.selection),
  scan: () => scanDueVersions(evidence.app).then(() => undefined),
  grant: ({ made, evidenceId, reviewer }: World) =>
    evidence.post(`/verification-cases/${made.caseId}/evidence/${evidenceId}/review-grants`, {
      actor: reviewer,
      body: { reason },
    }),
} satisfies Record<string, (world: World) => Promise<unknown>>;

const names = Object.keys(moves) as (keyof typeof moves)[];
const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names));
const [worlds, pairsEach] = [5, 4];

export function testTransitionPairs(rounds: number): void {
  beforeAll(async () => {
    evidence = await startEvidence({ connections: 12 });
  });
  afterAll(() => evidence[Symbol.asyncDispose]());

  test(`C4 ${worlds * pairsEach * rounds} random pairs of concurrent changes cause no 5xx and no deadlock`, async () => {
    const walk = fc.array(pair, { minLength: pairsEach, maxLength: pairsEach });
    await fc.assert(
      fc.asyncProperty(fc.array(walk, { minLength: worlds, maxLength: worlds }), async (walks) => {
        await Promise.all(walks.map(runPairs));
      }),
      { numRuns: rounds, endOnFailure: true },
    );
    // An intent is submitted exactly where it has one version, and a session is confirmed with it.
    const { rows } = await sql`
      select i.id from upload_intent i left join evidence_version v on v.intent_id = i.id
      left join upload_session s on s.id = v.upload_session_id
      where (i.state = 'submitted') is distinct from (v.id is not null) or v.id is not null and s.state <> 'confirmed'
      union all
      select intent_id from upload_session where state = 'requested' group by intent_id having count(*) > 1`.execute(
      evidence.db,
    );
    expect(rows).toEqual([]);
  }, 600_000);
}

async function runPairs(pairs: [keyof typeof moves, keyof typeof moves][]): Promise<void> {
  const world = await makeWorld();
  for (const [one, other] of pairs) {
    const responses = await Promise.all([moves[one](world), moves[other](world)]);
    const statuses = responses.map((response) => (response as { status?: number } | undefined)?.status ?? 200);
    expect({ one, other, statuses }).toEqual({ one, other, statuses: statuses.filter((code) => code < 500) });
  }
}
