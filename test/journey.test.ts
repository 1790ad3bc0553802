import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Client, eventually, type Problem, type Seen, type Session } from '../demo/client.ts';
import { makeEicar, makePdf } from '../demo/documents.ts';
import { confirm, type Intent, openIntent, putPart, putParts, readIntent } from '../demo/steps/evidence.ts';
import { proveAudit } from '../demo/steps/proof.ts';
import { readTimeline } from '../demo/steps/public.ts';
import { approve, createOverride } from '../demo/steps/publication.ts';
import { decide, readCase } from '../demo/steps/review.ts';
import { newPhoneNumber, operatorSessions, refresh, sessionOf, signIn } from '../demo/steps/sign-in.ts';
import { awaitCase, type Case, fillIn, findCase, readWorkspace, register } from '../demo/steps/workspace.ts';
import { apply, examine, playStory, publishProvider, type Stage, settle } from '../demo/story.ts';
import { testDuties } from './duties.ts';
import { closeProvider, exportAll, findTraces, makeTalkative } from './erased-person.ts';
import { type Platform, startPlatform } from './platform.ts';
import { testSessions } from './sessions.ts';

let platform: Platform;
let client: Client;
const seen: Seen[] = [];
let operator: Stage['operator'];

beforeAll(async () => {
  platform = await startPlatform();
  client = new Client(platform.url, (request) => seen.push(request));
  operator = operatorSessions(client);
}, 120_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

const stage = (): Stage => ({ client, operator, chapter: (_number, _title, play) => play(), aside: () => {} });
const slugOf = (answer: Answer<unknown>) => (answer.body as Problem).type?.split('/').at(-1);
const codesOf = (answer: Answer<unknown>) =>
  (answer.body as Problem).errors.map(({ field, code }) => `${field} ${code}`);

describe('the story', () => {
  let told: Awaited<ReturnType<typeof playStory>>;

  test('a provider gets verified, from the first code to the public claim card', async () => {
    told = await playStory(stage());
    expect(told.claims).toHaveLength(told.case.requirements.length);
    const workspace = await readWorkspace(client, told.owner);
    expect(workspace.provider).toMatchObject({ state: 'active', publication: 'published' });
  }, 60_000);

  test('the timeline tells all of it, and nothing of who reviewed, why, or what is stored where', async () => {
    const types = new Set(told.timeline.map(({ type }) => type));
    for (const type of [
      'case_opened',
      'evidence_submitted',
      'evidence_available',
      'decision_recorded',
      'claim_granted',
    ])
      expect(types).toContain(type);
    const [{ recommender_id: reviewerId, reason } = { recommender_id: '', reason: '' }] = await platform.rows<{
      recommender_id: string;
      reason: string;
    }>(
      'verification',
      'select r.recommender_id, reason from verification_case c join recommendation r on r.id = c.recommendation_id where c.id = $1',
      [told.case.id],
    );
    const stored = await platform.rows<{ object_key: string }>('evidence', 'select object_key from evidence_version');
    const text = JSON.stringify(told.timeline);
    for (const secret of [reviewerId, reason, ...stored.map((row) => row.object_key)])
      expect(text).not.toContain(secret);
  });

  test('P1 every request that changed something has exactly one audit entry, and the chain holds', async () => {
    await platform.settled();
    const changes = seen.filter(({ method, status, path }) => method !== 'GET' && status < 300 && path.startsWith('/'));
    const requestIds = changes.map(({ requestId }) => requestId);
    expect(await proveAudit(platform.dataDir, requestIds)).toMatch(/chain holds.* No entry of 6 services is missing/);
    const twice = await platform.rows(
      'operations',
      `select entry::jsonb ->> 'requestId' from audit_entry where entry::jsonb ->> 'requestId' = any($1)
       group by 1 having count(*) > 1`,
      [requestIds],
    );
    expect(twice).toEqual([]);
  }, 60_000);
});

describe('sign-in', () => {
  test('A1 after five wrong codes the right one is refused', async () => {
    const identifier = newPhoneNumber();
    const { body } = await client.expect<{ challengeId: string }>(202, 'POST', '/auth/challenges', {
      body: { channel: 'sms', identifier },
    });
    const right = await eventually('the code', async () => (await mailbox(identifier))[0]?.code);
    const wrong = right === '000000' ? '000001' : '000000';
    for (const code of [wrong, wrong, wrong, wrong, wrong, right]) {
      const answer = await client.call('POST', `/auth/challenges/${body.challengeId}/verify`, { body: { code } });
      expect([answer.status, slugOf(answer)]).toEqual([401, 'code-refused']);
    }
  });

  test('A3 a refresh token used twice ends the whole family, its newest access token included', async () => {
    const first = await signIn(client, newPhoneNumber());
    const rotated = await refresh(client, first);
    expect(rotated.status).toBe(200);
    const newest = sessionOf(first.identifier, rotated.body as Parameters<typeof sessionOf>[1]);
    expect((await refresh(client, first)).status).toBe(401);
    await eventually(
      'the end of the session',
      async () => {
        const answer = await client.call('GET', '/provider-workspace/me', { as: newest });
        return answer.status === 401 ? true : undefined;
      },
      2000,
    );
    expect((await refresh(client, newest)).status).toBe(401);
  });
});

testSessions(() => ({ client, platform }));

async function mailbox(to: string): Promise<{ code?: string }[]> {
  const path = `/dev/mailbox?to=${encodeURIComponent(to)}`;
  return (await client.expect<{ items: { code?: string }[] }>(200, 'GET', path)).body.items;
}

describe('separation of duties', () => {
  test('Z3 the reviewer cannot decide, the requester cannot approve, and a gate that is open closes and opens again', async () => {
    const candidate = await apply(stage());
    await examine(stage(), candidate);
    const reviewer = await operator('reviewer');
    const { body: recommended } = await readCase(client, reviewer, candidate.case.id);
    const byReviewer = await decide(client, reviewer, recommended);
    expect([byReviewer.status, slugOf(byReviewer)]).toEqual([409, 'separation-of-duties']);
    expect(await platform.rows('verification', 'select from decision where case_id = $1', [candidate.case.id])).toEqual(
      [],
    );
    await settle(stage(), candidate);
    const again = await decide(client, await operator('decider'), recommended);
    expect([again.status, slugOf(again)]).toEqual([409, 'state-conflict']);

    await publishProvider(stage(), candidate);
    const supervisor = await operator('supervisor');
    const { id } = await createOverride(client, supervisor, 'close');
    const byRequester = await approve(client, supervisor, id);
    expect([byRequester.status, slugOf(byRequester)]).toEqual([409, 'separation-of-duties']);
    const security = await operator('security');
    expect((await approve(client, security, id)).body).toMatchObject({ state: 'pending' });
    const twice = await approve(client, security, id);
    expect([twice.status, slugOf(twice)]).toEqual([409, 'separation-of-duties']);
  }, 60_000);

  testDuties(() => ({ platform, stage: stage() }));
});

describe('off the path', () => {
  let owner: Session;
  let providerId: string;
  let opened: Case;

  beforeAll(async () => {
    owner = await signIn(client, newPhoneNumber());
    providerId = (await register(client, owner, 'Off the path')).id;
    await readWorkspace(client, owner);
    await fillIn(client, owner);
    opened = await awaitCase(client, owner, providerId);
  });

  /** An intent of the first requirement that takes a PDF of two parts. */
  async function intentOf(document: ReturnType<typeof makePdf>, requirement = opened.requirements[0]): Promise<Intent> {
    if (!requirement) throw new Error('The case asks for nothing.');
    return openIntent(client, owner, { caseId: opened.id, requirement, document });
  }

  test("D2 another's id is answered like one that does not exist, but for the request id", async () => {
    const stranger = await signIn(client, newPhoneNumber());
    await register(client, stranger, 'Somebody else');
    await readWorkspace(client, stranger);
    const intent = await intentOf(makePdf('Not for strangers'));
    const paths: [string, string][] = [
      [providerId, '/providers/ID'],
      [providerId, '/providers/ID/verification-cases'],
      [intent.id, '/provider-workspace/me/upload-intents/ID'],
      [opened.id, '/verification-cases/ID'],
    ];
    for (const [id, path] of paths) {
      const answers = [id, randomUUID()].map(async (one) => {
        const { status, body, headers, requestId } = await client.call('GET', path.replace('ID', one), {
          as: stranger,
        });
        const told = [...headers].filter(([name]) => name !== 'date');
        return JSON.stringify({ status, body, told }).replaceAll(one, 'ID').replaceAll(requestId, 'REQUEST');
      });
      const [foreign, unknown] = await Promise.all(answers);
      expect(foreign).toEqual(unknown);
      expect(foreign).toMatch(/"status":40[34]/);
    }
  });

  test.each([
    ['POST', '/providers', { displayName: 'Two', kind: 'individual', operatingModel: 'remote' }],
    ['PATCH', '/provider-workspace/me/profile', { summary: 'Other words.' }],
    ['PUT', '/provider-workspace/me/location', {}],
    ['PUT', '/provider-workspace/me/availability/electrician', { state: 'available' }],
  ] as const)('I1 %s %s refuses a key that it does not know', async (method, path, body) => {
    const answer = await client.call(method, path, { as: owner, body: { ...body, verified: true } });
    expect([answer.status, slugOf(answer), codesOf(answer)]).toEqual([
      400,
      'invalid-request',
      ['verified unknown_field'],
    ]);
  });

  test('C4 parts come in any order, a missing one is told, and an upload is confirmed once', async () => {
    const document = makePdf('In two parts', 5.5 * 1024 * 1024);
    const intent = await intentOf(document);
    const [first, second] = intent.session.parts;
    if (!first || !second) throw new Error('The document fits into one part.');
    await putPart(client, second, document.bytes.subarray(first.sizeBytes));
    const early = await confirm(client, owner, intent.id);
    expect([early.status, slugOf(early)]).toEqual([409, 'upload-state']);
    const { body } = (await readIntent(client, owner, intent.id)) as Answer<Intent>;
    expect(body.session.parts.map(({ received }) => received)).toEqual([false, true]);
    await putPart(client, first, document.bytes.subarray(0, first.sizeBytes));

    const [one, other] = await Promise.all([confirm(client, owner, intent.id), confirm(client, owner, intent.id)]);
    expect([one.status, other.status].sort()).toEqual([201, 409]);
    const again = await confirm(client, owner, intent.id);
    expect([again.status, slugOf(again)]).toEqual([409, 'upload-state']);
    const versions = await platform.rows('evidence', 'select from evidence_version where intent_id = $1', [intent.id]);
    expect(versions).toHaveLength(1);
  });

  test('U3 malware never becomes available, the case goes on waiting, and the representative is told', async () => {
    const requirement = opened.requirements[1];
    const document = makeEicar();
    const intent = await intentOf(document, requirement);
    await putParts(client, intent, document);
    expect((await confirm(client, owner, intent.id)).status).toBe(201);
    await eventually('the quarantine', async () => {
      const { body } = (await readIntent(client, owner, intent.id)) as Answer<Intent>;
      return body.evidence?.processing === 'quarantined' ? true : undefined;
    });
    await eventually('the rejection in the timeline', async () =>
      (await readTimeline(client, owner)).find(({ type }) => type === 'evidence_rejected'),
    );
    const waiting = await findCase(client, owner, providerId, 'awaiting_evidence');
    expect(waiting?.requirements.find(({ key }) => key === requirement?.key)?.state).toBe('missing');
  });
});

describe('leaving', () => {
  test('P2 whoever is erased leaves no word of theirs in any table, stream or log, and the audit chain holds', async () => {
    const { session, providerId, words, spellings } = await makeTalkative(client);
    const file = JSON.stringify(await exportAll(client, session));
    expect(words.filter((word) => !file.includes(word))).toEqual([]);
    const before = await findTraces(platform, spellings);
    expect(before).toEqual(
      expect.arrayContaining(['evidence.upload_intent', 'provider.private_base', 'webhooks.dev_mailbox_message']),
    );

    const early = await client.call('DELETE', '/account', { as: session });
    expect([early.status, slugOf(early)]).toEqual([409, 'sole-owner']);
    await closeProvider(client, session, providerId);
    await eventually('the erasure', async () => {
      const { status } = await client.call('DELETE', '/account', { as: session });
      return status === 204 ? true : undefined;
    });
    await platform.settled();
    expect(await findTraces(platform, spellings)).toEqual([]);
    expect(await proveAudit(platform.dataDir, [])).toMatch(/chain holds/);
    expect((await client.call('GET', '/account/profile', { as: session })).status).toBe(401);
    expect((await refresh(client, session)).status).toBe(401);
  }, 60_000);
});
