import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { newApnsKey, newFcmAccount, startApns, startHttpCarrier, startSmtp } from '../../../test/carriers.ts';
import { apnsSender } from './apns-sender.ts';
import { fcmSender } from './fcm-sender.ts';
import type { Message, MessageSender } from './message-sender.ts';
import { smtpSender } from './smtp-sender.ts';
import { twilioSender } from './twilio-sender.ts';

const now = new Date('2026-01-05T09:00:00Z');
const caseId = randomUUID();

const base = {
  id: randomUUID(),
  language: 'fr',
  title: 'Décision disponible',
  text: 'Une décision est prête.',
} as const;
const links = { app: `providertrust://cases/${caseId}`, web: `https://trust.test/app/cases/${caseId}` };
const sms: Message = { ...base, channel: 'sms', to: '+32470123456', template: 'one_time_code', code: '012345' };
const email: Message = { ...base, channel: 'email', to: 'anna@example.org', template: 'case_decided', links };
const data = { type: 'case_decided', group: 'cases', notificationId: randomUUID(), caseId, link: links.app };
const push: Message = {
  ...base,
  ...{
    channel: 'push',
    to: randomUUID(),
    template: 'case_decided',
    push: { token: 'ab'.repeat(32), deviceId: randomUUID(), service: 'fcm', data },
  },
};
const send = (sender: MessageSender, message: Message) => sender.send(message, AbortSignal.timeout(10_000));

const twilioSettings = { accountSid: 'AC1', keySid: 'SK1', keySecret: 'secret', from: '+3200000' };

test('sends an SMS by Twilio, which drops it when its code has expired', async () => {
  await using carrier = await startHttpCarrier(() => ({ status: 201, body: { sid: 'SM1' } }));
  const statusCallback = 'https://trust.test/api/v1/webhooks/twilio';
  const sender = twilioSender({ ...twilioSettings, url: carrier.url, statusCallback }, () => now);
  const expiresAt = new Date(now.getTime() + 299_500);
  expect(await send(sender, { ...sms, expiresAt })).toEqual({ providerMessageId: 'SM1' });
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = carrier.received;
  expect(path).toBe('/2010-04-01/Accounts/AC1/Messages.json');
  expect(headers).toMatchObject({ authorization: `Basic ${Buffer.from('SK1:secret').toString('base64')}` });
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+32470123456',
    From: '+3200000',
    Body: base.text,
    StatusCallback: statusCallback,
    ValidityPeriod: '300',
  });
});

test.each([
  ['a number that does not exist', { status: 400, body: { code: 21211 } }, { refused: 'twilio_21211' }],
  ['wrong credentials', { status: 401, body: { code: 20003 } }, 'twilio_20003'],
  ['too many requests', { status: 429, body: { code: 20429 } }, 'twilio_20429'],
  ['an error page', { status: 503, body: 'text' }, 'http_503'],
])('Twilio: %s', async (_name, answer, expected) => {
  await using carrier = await startHttpCarrier(() => answer);
  const sent = send(
    twilioSender({ ...twilioSettings, url: carrier.url }, () => now),
    sms,
  );
  if (typeof expected === 'object') expect(await sent).toEqual(expected);
  else await expect(sent).rejects.toMatchObject({ code: expected });
  expect(carrier.received).toHaveLength(1);
});

const granted = { status: 200, body: { access_token: 'granted', expires_in: 3600 } };
test.each([302, 307])('I5 a redirect of Twilio or Google (%i) is not followed', async (status) => {
  await using inside = await startHttpCarrier(() => granted);
  const redirect = { status, headers: { location: `${inside.url}/inside` } };
  await using carrier = await startHttpCarrier(() => redirect);
  await using google = await startHttpCarrier(({ path }) => (path === '/token' ? granted : redirect));
  const senders: [MessageSender, Message][] = [
    [twilioSender({ ...twilioSettings, url: carrier.url }, () => now), sms],
    [fcmSender(newFcmAccount(`${carrier.url}/token`), carrier.url), push],
    [fcmSender(newFcmAccount(`${google.url}/token`), google.url), push],
  ];
  for (const [sender, message] of senders) await expect(send(sender, message)).rejects.toThrow();
  expect(inside.received).toEqual([]);
});

test('sends an e-mail over SMTP, as text and HTML, with a stable id', async () => {
  await using server = await startSmtp();
  using sender = smtpSender({ url: server.url, from: 'Trust <no-reply@trust.test>', requireTls: false });
  for (const _time of [1, 2])
    expect(await send(sender, email)).toEqual({ providerMessageId: `${email.id}@trust.test` });
  const [first, repeated] = server.received;
  expect(first).toMatchObject({ from: 'no-reply@trust.test', to: ['anna@example.org'] });
  const source = first?.source ?? '';
  expect(source).toContain('Subject: =?UTF-8?Q?D=C3=A9cision_disponible?=');
  expect(source).toContain('Auto-Submitted: auto-generated');
  expect(source).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
  const readable = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(readable).toContain(`<html lang="fr">`);
  expect(readable).toContain(`<a href="${links.web}">Ouvrir</a>`);
  const idOf = (text = '') => /^Message-ID: (.*)$/m.exec(text)?.[1]?.trim();
  expect(idOf(source)).toBe(`<${email.id}@trust.test>`);
  expect(idOf(repeated?.source)).toBe(idOf(source));
});

test('P3 a refused address and an unreachable server leave no address in the error', async () => {
  await using server = await startSmtp({ refused: [email.to] });
  using sender = smtpSender({ url: server.url, from: 'no-reply@trust.test', requireTls: false });
  expect(await send(sender, email)).toEqual({ refused: 'smtp_550' });
  using strict = smtpSender({ url: server.url, from: 'no-reply@trust.test', requireTls: true });
  const error: Error = await send(strict, email).then(
    () => new Error('It was sent without TLS.'),
    (one) => one,
  );
  expect(error).toMatchObject({ name: 'CarrierFailure', code: expect.stringMatching(/^smtp_/) });
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('anna');
});

test('sends pushes by FCM with one access token', async () => {
  await using google = await startHttpCarrier(({ path }) =>
    path === '/token' ? granted : { status: 200, body: { name: 'projects/trust-test/messages/0:1' } },
  );
  const sender = fcmSender(newFcmAccount(`${google.url}/token`), google.url);
  const results = await Promise.all([send(sender, push), send(sender, push)]);
  expect(results).toEqual([{ providerMessageId: '0:1' }, { providerMessageId: '0:1' }]);
  const [grants, pushes] = [
    google.received.filter(({ path }) => path === '/token'),
    google.received.filter(({ path }) => path !== '/token'),
  ];
  expect(grants).toHaveLength(1);
  const assertion = new URLSearchParams(grants[0]?.body).get('assertion') ?? '';
  expect(decodeJwt(assertion)).toMatchObject({ iss: 'push@trust-test.example', aud: `${google.url}/token` });
  expect(pushes[0]).toMatchObject({ path: '/v1/projects/trust-test/messages:send' });
  expect(pushes[0]?.headers).toMatchObject({ authorization: 'Bearer granted' });
  expect(JSON.parse(pushes[0]?.body ?? '').message).toMatchObject({
    token: push.push?.token,
    notification: { title: base.title, body: base.text },
    data,
  });
});

const fcmError = (status: number, errorCode: string) => ({ status, body: { error: { details: [{ errorCode }] } } });
test.each([
  [fcmError(404, 'UNREGISTERED'), { refused: 'fcm_unregistered', isTokenDead: true }],
  [fcmError(403, 'SENDER_ID_MISMATCH'), { refused: 'fcm_sender_id_mismatch', isTokenDead: true }],
  [fcmError(400, 'INVALID_ARGUMENT'), { refused: 'fcm_invalid_argument' }],
  [fcmError(429, 'QUOTA_EXCEEDED'), 'fcm_http_429'],
  [{ status: 401 }, 'fcm_http_401'],
])('FCM: %j', async (answer, expected) => {
  await using google = await startHttpCarrier(({ path }) => (path === '/token' ? granted : answer));
  const sent = send(fcmSender(newFcmAccount(`${google.url}/token`), google.url), push);
  if (typeof expected === 'object') expect(await sent).toEqual(expected);
  else await expect(sent).rejects.toMatchObject({ code: expected });
});

const apns = { key: newApnsKey(), keyId: 'KEY', teamId: 'TEAM', topic: 'org.trust' };

test('sends pushes by APNs over one connection, and opens another when it is lost', async () => {
  const received: { path: string; headers: Record<string, unknown>; body: string }[] = [];
  let sender: ReturnType<typeof apnsSender>;
  {
    await using server = await startApns(() => ({ status: 200 }));
    sender = apnsSender({ ...apns, url: server.url });
    expect(await send(sender, push)).toEqual({ providerMessageId: push.id });
    received.push(...server.received);
  }
  await expect(send(sender, push)).rejects.toMatchObject({ code: 'apns_connection' });
  sender[Symbol.dispose]();
  const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = received;
  expect(path).toBe(`/3/device/${push.push?.token}`);
  expect(headers).toMatchObject({
    'apns-topic': 'org.trust',
    'apns-push-type': 'alert',
    'apns-id': push.id,
    'apns-collapse-id': data.notificationId,
  });
  expect(decodeJwt(String(headers.authorization).slice(7))).toMatchObject({ iss: 'TEAM' });
  expect(JSON.parse(body)).toMatchObject({ aps: { alert: { title: base.title, body: base.text } }, ...data });
});

test.each([
  [410, 'Unregistered', { refused: 'apns_unregistered', isTokenDead: true }],
  [400, 'BadDeviceToken', { refused: 'apns_baddevicetoken', isTokenDead: true }],
  [400, 'PayloadEmpty', { refused: 'apns_payloadempty' }],
  [403, 'ExpiredProviderToken', 'apns_http_403'],
  [503, 'Shutdown', 'apns_http_503'],
])('APNs: %i %s', async (status, reason, expected) => {
  await using server = await startApns(() => ({ status, body: { reason } }));
  using sender = apnsSender({ ...apns, url: server.url });
  const sent = send(sender, push);
  if (typeof expected === 'object') expect(await sent).toEqual(expected);
  else await expect(sent).rejects.toMatchObject({ code: expected });
});

test('a sender gives up when its time is over', async () => {
  await using server = await startApns(() => ({ status: 200 }));
  using sender = apnsSender({ ...apns, url: server.url });
  await expect(sender.send(push, AbortSignal.abort())).rejects.toThrow();
});
