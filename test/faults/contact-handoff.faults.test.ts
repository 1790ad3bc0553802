import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, eventually, type Session } from '../../demo/client.ts';
import { type Published, runJourney } from '../../demo/journey.ts';
import { newPhoneNumber, operatorSessions, signIn } from '../../demo/steps/sign-in.ts';
import { category } from '../../demo/steps/workspace.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { blockPort } from './network.ts';

let platform: Platform;
let client: Client;
let published: Published;
beforeAll(async () => {
  platform = await startPlatform();
  client = new Client(platform.url, () => {}, { retryMs: 30_000 });
  const operator = operatorSessions(client);
  published = await runJourney({ client, operator, step: (_number, _title, run) => run(), note: () => {} });
}, 300_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

type Answer = {
  status: number;
  body: { id: string; contact: { identifier: string } | null; interaction: { id: string } | null };
};

async function post(session: Session, path: string, body: object = {}, key: string = randomUUID()): Promise<Answer> {
  const response = await fetch(`${platform.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

type Accepted = { enquiryId: string; identifier: string };

async function acceptedEnquiry(): Promise<Accepted> {
  const identifier = newPhoneNumber();
  const customer = await signIn(client, identifier);
  await platform.settled();
  const sent = await post(customer, '/enquiries', {
    publicProviderId: published.provider.publicProviderId,
    categoryKey: category,
    message: 'Two sockets in the kitchen give no power.',
    contact: { channel: 'sms', identifier, name: 'Léa', consent: true },
  });
  expect(sent).toMatchObject({ status: 201 });
  expect(await post(published.owner, `/enquiries/${sent.body.id}/accept`)).toMatchObject({ status: 200 });
  return { enquiryId: sent.body.id, identifier };
}

const interactionsOf = async (enquiryId: string) =>
  (
    await platform.rows<{ id: string }>('provider', 'select id from interaction where enquiry_id = $1', [enquiryId])
  ).map(({ id }) => id);

/** Sends the same request until provider has started again. */
async function handOffAgain(enquiryId: string, key: string): Promise<Answer> {
  return eventually('the contact', async () => {
    const answer = await post(published.owner, `/enquiries/${enquiryId}/contact-handoff`, {}, key);
    return answer.status === 200 ? answer : undefined;
  });
}

async function expectOneHandoff({ enquiryId, identifier }: Accepted, key: string): Promise<void> {
  const { body } = await handOffAgain(enquiryId, key);
  expect(body.contact).toMatchObject({ identifier });
  expect(await interactionsOf(enquiryId)).toEqual([body.interaction?.id]);
  await platform.settled();
  const events = await platform.rows(
    'provider',
    `select from outbox where type like 'provider.interaction.recorded.%' and payload::jsonb ->> 'enquiryId' = $1`,
    [enquiryId],
  );
  expect(events).toHaveLength(1);
}

test('P4 provider killed between recording an interaction and reading the contact discloses nothing', async () => {
  const accepted = await acceptedEnquiry();
  const { enquiryId, identifier } = accepted;
  const owner = new pg.Client(runningSettings(platform.dataDir).owners.provider.DATABASE_OWNER_URL);
  await owner.connect();
  // The handler reads the messages after it has recorded the interaction and before it reads the contact.
  await owner.query('begin');
  await owner.query('lock table enquiry_message in access exclusive mode');
  const key = randomUUID();
  const interrupted = post(published.owner, `/enquiries/${enquiryId}/contact-handoff`, {}, key);
  await eventually('the handler to read the messages', async () => {
    const { rowCount } = await owner.query(
      `select from pg_locks where not granted and relation = 'enquiry_message'::regclass`,
    );
    return rowCount === 1 ? true : undefined;
  });
  platform.kill('provider');
  expect(await interactionsOf(enquiryId)).toEqual([]);
  await owner.query('rollback');
  await owner.end();
  const { status, body } = await interrupted;
  if (status === 200) expect(await interactionsOf(enquiryId)).toEqual([body.interaction?.id]);
  else expect(JSON.stringify(body)).not.toContain(identifier);
  await expectOneHandoff(accepted, key);
}, 120_000);

test('P4 a response lost after the record is repeated for the same key, with one interaction', async () => {
  const accepted = await acceptedEnquiry();
  const { enquiryId, identifier } = accepted;
  const key = randomUUID();
  const port = readRun(platform.dataDir)?.ports?.provider;
  const blocked = await blockPort(port ?? 0, 'responses');
  const interrupted = post(published.owner, `/enquiries/${enquiryId}/contact-handoff`, {}, key);
  const recorded = await eventually('the record', async () => (await interactionsOf(enquiryId))[0]);
  platform.kill('provider');
  await blocked[Symbol.asyncDispose]();
  const { status, body } = await interrupted;
  if (status !== 200) expect(JSON.stringify(body)).not.toContain(identifier);
  await expectOneHandoff(accepted, key);
  expect(await interactionsOf(enquiryId)).toEqual([recorded]);
}, 120_000);

test('P4 no contact is handed over while NATS is paused, which brings the withdrawal of a consent', async () => {
  const accepted = await acceptedEnquiry();
  const handOff = () => post(published.owner, `/enquiries/${accepted.enquiryId}/contact-handoff`);
  // Provider was killed by the tests above: what it notices below is the pause.
  await eventsAre('ok');
  platform.kill('nats-server', 'SIGSTOP');
  try {
    await eventsAre('degraded');
    expect(await handOff()).toMatchObject({ status: 503 });
    expect(await interactionsOf(accepted.enquiryId)).toEqual([]);
  } finally {
    platform.kill('nats-server', 'SIGCONT');
  }
  await expectOneHandoff(accepted, randomUUID());
}, 120_000);

async function eventsAre(condition: string): Promise<void> {
  const port = readRun(platform.dataDir)?.ports?.provider;
  await eventually(`the events of provider to be ${condition}`, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return checks.events === condition || undefined;
  });
}
