import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, eventually } from '../../demo/client.ts';
import { newPhoneNumber, signIn } from '../../demo/steps/sign-in.ts';
import { signStandard } from '../../services/webhooks/src/inbound/signatures/standard-signature.ts';
import { newFcmAccount } from '../../services/webhooks/test/carriers.ts';
import { type Platform, startPlatform } from '../platform.ts';

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const sockets = new Set<Socket>();
let carrier: Server;
let platform: Platform;
let client: Client;
beforeAll(async () => {
  // Accepts connections and never responds.
  carrier = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve));
  const { port } = carrier.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  platform = await startPlatform({
    WEBHOOK_SECRETS: JSON.stringify({ standard: [secret] }),
    SMS_SENDER: 'twilio',
    TWILIO_URL: url,
    TWILIO_ACCOUNT_SID: 'AC0',
    TWILIO_KEY_SID: 'SK0',
    TWILIO_KEY_SECRET: 'the secret of a carrier that never responds',
    TWILIO_FROM: '+32470000000',
    PUSH_SENDER: 'push_services',
    FCM_ACCOUNT_KEY: JSON.stringify(newFcmAccount(url)),
    FCM_URL: url,
  });
  client = new Client(platform.url, () => {}, { retryMs: 30_000 });
}, 300_000);
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]();
  for (const socket of sockets) socket.destroy();
  carrier?.close();
});

async function post(path: string, body: object, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${platform.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

function send(id: string): Promise<number> {
  const body = { data: { reference: `none_${id}` } };
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = signStandard(secret, { id, timestamp, body: Buffer.from(JSON.stringify(body)) });
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  return post('/webhooks/payments/standard', body, headers).catch(() => 0);
}

/** A sign-in on another kind of device notifies the person. */
function signInByPhone(address: string) {
  const phone = new Client(platform.url, () => {}, { retryMs: 30_000 });
  const send = phone.send.bind(phone);
  phone.send = (request) => {
    request.headers.set('user-agent', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148');
    return send(request);
  };
  return signIn(phone, address);
}

test('L5 SMS and push services that accept and never respond delay no code by e-mail and no request', async () => {
  const address = `anna-${randomUUID()}@example.org`;
  const anna = await signIn(client, address);
  for (let device = 0; device < 8; device++)
    await client.as(anna).api.createDevice({
      body: { installationId: randomUUID(), pushService: 'fcm', pushToken: randomBytes(32).toString('base64url') },
    });
  const sms = Array.from({ length: 8 }, () =>
    post('/auth/challenges', { channel: 'sms', identifier: newPhoneNumber() }, {}),
  );
  expect(new Set(await Promise.all(sms))).toEqual(new Set([202]));
  await signInByPhone(address);
  const states = (channel: string) =>
    platform.rows<{ state: string; template: string }>(
      'webhooks',
      'select state, template from delivery where channel = $1 and attempt_count > 0',
      [channel],
    );
  const areWaiting = async (channel: string) => (await states(channel)).length === 8 || undefined;
  for (const channel of ['sms', 'push']) await eventually(`every ${channel} waits`, () => areWaiting(channel), 60_000);
  // All requests to the push service wait for one access token.
  await eventually('the carriers have the requests', async () => sockets.size >= 9 || undefined, 60_000);

  await signIn(client, `bert-${randomUUID()}@example.org`);
  const emails = async () => {
    const sent = (await states('email')).map(({ state, template }) => `${template} ${state}`).sort();
    return sent.length === 4 && !sent.some((one) => one.endsWith('queued')) ? sent : undefined;
  };
  const codes = Array.from({ length: 3 }, () => 'one_time_code sent');
  expect(await eventually('all e-mails are sent', emails, 60_000)).toEqual(['new_sign_in sent', ...codes]);
  expect(await client.as(anna).api.listNotifications()).toMatchObject({ items: [{ type: 'new_sign_in' }] });
  for (const channel of ['sms', 'push'])
    expect((await states(channel)).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'queued'));
}, 300_000);

test('W4 kill -9 between the stored event and its work: every acknowledged event is worked on once', async () => {
  const acknowledged = new Set<string>();
  for (let round = 0; round < 3; round++) {
    // The work waits in the outbox, so the process ends before it.
    platform.kill('nats-server', 'SIGSTOP');
    const ids = Array.from({ length: 20 }, () => `evt_${randomUUID()}`);
    const sends = ids.map(async (id) => {
      if ((await send(id)) === 200) acknowledged.add(id);
    });
    if (round > 0) platform.kill('webhooks');
    await Promise.all(sends);
    if (round === 0) platform.kill('webhooks');
    platform.kill('nats-server', 'SIGCONT');
    // As senders do: what was not acknowledged, and one that was.
    const again = [...ids.filter((id) => !acknowledged.has(id)), ids[0] ?? ''];
    await eventually(
      'the service accepts webhooks again',
      async () => (await Promise.all(again.map(send))).every((status) => status === 200) || undefined,
      90_000,
    );
    for (const id of again) acknowledged.add(id);
  }
  expect(acknowledged.size).toBe(60);
  await platform.settled();
  const events = await platform.rows<{ provider_event_id: string; outcome: string; announced: number }>(
    'webhooks',
    `select provider_event_id, outcome, (select count(*)::int from outbox where outbox.id = inbound_event.id) as announced
     from inbound_event where source = 'standard'`,
  );
  expect(new Set(events.map((one) => one.provider_event_id))).toEqual(acknowledged);
  expect(events).toHaveLength(60);
  expect(events.every(({ outcome, announced }) => outcome === 'ignored' && announced === 1)).toBe(true);
}, 300_000);
