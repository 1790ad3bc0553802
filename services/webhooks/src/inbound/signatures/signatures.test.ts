import { createHmac } from 'node:crypto';
import { instruments } from '@trust/service-kit/observability/meter';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { getExpectedBodyHash, getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { describe, expect, test, vi } from 'vitest';
import { isSignedByMeta } from './meta-signature.ts';
import type { SignedRequest } from './signed-request.ts';
import { isSignedByStandard } from './standard-signature.ts';
import { isSignedForStripe } from './stripe-signature.ts';
import { isSignedByTwilio } from './twilio-signature.ts';

/** A sender signs text: emoji, CRLF, BOM and the order of keys must arrive unchanged. */
const bodies = ['{"test": 2432232314}', '\ufeff{"é":"😀",\r\n "b":1,"a":2}', '{"a":2,"b":1}', ''];
const now = new Date(1614265330_000);
const seconds = String(now.getTime() / 1000);

type Case = { headers: Record<string, string>; body: Buffer; url: string; secret: string };
type Scheme = {
  isSigned: (request: SignedRequest) => boolean;
  sign: (body: string, at?: string) => Case;
  /** Headers and other parts of which every bit counts. */
  signed: readonly string[];
};

const requestOf = ({ headers, body, url, secret }: Case, at = now): SignedRequest => ({
  body,
  url,
  header: (name) => headers[name],
  secrets: [secret],
  now: at,
});

const url = 'https://trust.example/api/v1/webhooks/twilio';
const stripeSecret = 'whsec_test_secret_of_stripe';
const standardSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const stripe = new Stripe('sk_test_none');

const schemes: Record<string, Scheme> = {
  stripe: {
    isSigned: isSignedForStripe,
    sign: (body, at = seconds) => ({
      headers: {
        'stripe-signature': stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret: stripeSecret,
          timestamp: Number(at),
        }),
      },
      body: Buffer.from(body),
      url,
      secret: stripeSecret,
    }),
    signed: ['stripe-signature'],
  },
  standard: {
    isSigned: isSignedByStandard,
    sign: (body, at = seconds) => ({
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': at,
        'webhook-signature': new Webhook(standardSecret).sign(
          'msg_p5jXN8AQM9LWM0D4loKWxJek',
          new Date(Number(at) * 1000),
          body,
        ),
      },
      body: Buffer.from(body),
      url,
      secret: standardSecret,
    }),
    signed: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
  },
  meta: {
    isSigned: isSignedByMeta,
    sign: (body) => ({
      headers: { 'x-hub-signature-256': `sha256=${createHmac('sha256', 'app secret').update(body).digest('hex')}` },
      body: Buffer.from(body),
      url,
      secret: 'app secret',
    }),
    signed: ['x-hub-signature-256'],
  },
  'twilio form': {
    isSigned: isSignedByTwilio,
    sign: (body) => {
      const fields = { MessageSid: `SM${body.length}`, Body: body, To: '+14155551212' };
      return {
        headers: { 'x-twilio-signature': getExpectedTwilioSignature('auth token', url, fields) },
        body: Buffer.from(new URLSearchParams(fields).toString()),
        url,
        secret: 'auth token',
      };
    },
    signed: ['x-twilio-signature'],
  },
  'twilio JSON': {
    isSigned: isSignedByTwilio,
    sign: (body) => {
      const hashed = `${url}?bodySHA256=${getExpectedBodyHash(body)}`;
      return {
        headers: { 'x-twilio-signature': getExpectedTwilioSignature('auth token', hashed, {}) },
        body: Buffer.from(body),
        url: hashed,
        secret: 'auth token',
      };
    },
    signed: ['x-twilio-signature'],
  },
};

function* withOneBitChanged(text: Buffer): Generator<Buffer> {
  for (let bit = 0; bit < text.length * 8; bit += 1) {
    const changed = Buffer.from(text);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield changed;
  }
}

describe.each(Object.entries(schemes))('W2 %s', (name, { isSigned, sign, signed }) => {
  test.each(bodies)('accepts what the sender’s own code signs: %j', (body) => {
    expect(isSigned(requestOf(sign(body)))).toBe(true);
  });

  test('rejects every change of one bit of headers, body and secret', () => {
    const valid = sign('{"test": 2432232314}');
    const accepted: string[] = [];
    const tryOne = (what: string, changed: Case) => isSigned(requestOf(changed)) && accepted.push(what);
    for (const header of signed)
      for (const changed of withOneBitChanged(Buffer.from(valid.headers[header] ?? '')))
        tryOne(header, { ...valid, headers: { ...valid.headers, [header]: changed.toString('latin1') } });
    // The fields of a form are signed decoded, so `%7b` and `%7B` are the same.
    const meaning = (body: Buffer) =>
      name === 'twilio form' ? [...new URLSearchParams(body.toString())].sort().join() : '';
    for (const body of withOneBitChanged(valid.body))
      if (!meaning(body) || meaning(body) !== meaning(valid.body)) tryOne('body', { ...valid, body });
    for (const secret of withOneBitChanged(Buffer.from(valid.secret)))
      tryOne('secret', { ...valid, secret: secret.toString('latin1') });
    expect(accepted).toEqual([]);
  });

  test('accepts the old and the new secret during a rotation, and no third', () => {
    const valid = requestOf(sign('{}'));
    const [secret = ''] = valid.secrets;
    const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    expect(isSigned({ ...valid, secrets: [other, secret] })).toBe(true);
    expect(isSigned({ ...valid, secrets: [secret, other] })).toBe(true);
    expect(isSigned({ ...valid, secrets: [other] })).toBe(false);
    expect(isSigned({ ...valid, secrets: [] })).toBe(false);
  });

  test('rejects a request without its headers', () => {
    expect(isSigned({ ...requestOf(sign('{}')), header: () => undefined })).toBe(false);
  });
});

describe.each(['stripe', 'standard'])('W2 %s has a window of five minutes', (name) => {
  const { isSigned, sign } = schemes[name] as Scheme;
  const at = (offset: number) => isSigned(requestOf(sign('{}', String(Number(seconds) + offset))));

  test.each([-299, 0, 299])('accepts a timestamp %i s away', (offset) => expect(at(offset)).toBe(true));
  test.each([-301, 301])('rejects a timestamp %i s away', (offset) => expect(at(offset)).toBe(false));

  test('F5 an alarm says that signed times differ by more than 30 s; nobody else can raise it', () => {
    const add = vi.spyOn(instruments().alarms, 'add');
    for (const offset of [-30, 0, 30]) at(offset);
    const forged = sign('{}', String(Number(seconds) + 600));
    expect(isSigned({ ...requestOf(forged), secrets: [standardSecret.replace('M', 'N')] })).toBe(false);
    expect(add).not.toHaveBeenCalled();
    for (const offset of [-600, -31, 31, 600]) at(offset);
    expect(add.mock.calls).toEqual(Array.from({ length: 4 }, () => [1, { 'trust.alarm': 'webhook-clock' }]));
    add.mockRestore();
  });
});

test('W2 the vector of the Standard Webhooks specification is accepted', () => {
  const headers: Record<string, string> = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const vector = { headers, body: Buffer.from('{"test": 2432232314}'), url, secret: standardSecret };
  expect(isSignedByStandard(requestOf(vector))).toBe(true);
  const list = {
    ...headers,
    'webhook-signature': `v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= v2,x ${headers['webhook-signature']}`,
  };
  expect(isSignedByStandard(requestOf({ ...vector, headers: list }))).toBe(true);
});

const signatureOf = (body: string) => (schemes.standard as Scheme).sign(body).headers['webhook-signature'] ?? '';

test.each([
  ['a signature without its version', { 'webhook-signature': signatureOf('{}').slice('v1,'.length) }],
  ['part of a signature', { 'webhook-signature': signatureOf('{}').slice(0, 19) }],
  ['a timestamp that parseInt accepts', { 'webhook-timestamp': '1614265330abc' }],
  ['more signatures than a rotation needs', { 'webhook-signature': `${'v1,x '.repeat(250)}${signatureOf('{}')}` }],
])('W2 Standard Webhooks: rejects %s', (_what, changed) => {
  const valid = (schemes.standard as Scheme).sign('{}');
  expect(isSignedByStandard(requestOf({ ...valid, headers: { ...valid.headers, ...changed } }))).toBe(false);
});

test('W2 Standard Webhooks: no signature is valid for another id, even if the body begins with a time', () => {
  const valid = (schemes.standard as Scheme).sign(`${seconds}.{"paid":true}`);
  expect(isSignedByStandard(requestOf(valid))).toBe(true);
  const id = `${valid.headers['webhook-id']}.${seconds}`;
  const moved = { ...valid, headers: { ...valid.headers, 'webhook-id': id }, body: Buffer.from('{"paid":true}') };
  expect(isSignedByStandard(requestOf(moved))).toBe(false);
});

test.each([
  ['no scheme', (header: string) => header.replace('v1=', 'v0=')],
  ['no timestamp', (header: string) => header.replace(/t=\d+,/, '')],
  ['two timestamps', (header: string) => `${header},t=${seconds}`],
  ['a value with an equals sign', (header: string) => header.replace('v1=', 'v1==')],
  ['a thousand signatures', (header: string) => `${header},${'v1=0,'.repeat(1000)}`],
])('W2 Stripe: rejects a header with %s', (_what, change) => {
  const valid = (schemes.stripe as Scheme).sign('{}');
  const header = change(valid.headers['stripe-signature'] ?? '');
  expect(isSignedForStripe(requestOf({ ...valid, headers: { 'stripe-signature': header } }))).toBe(false);
});

test.each([
  ['with the port that it omits', 'https://trust.example:443/sms', 'https://trust.example/sms'],
  ['without the port that it has', 'https://trust.example/sms', 'https://trust.example:443/sms'],
  ['on a port of its own', 'https://trust.example:8443/sms', 'https://trust.example:8443/sms'],
  ['with a query', 'https://trust.example/sms?a=b&c=d', 'https://trust.example/sms?a=b&c=d'],
  ['with a query in the legacy form', 'https://trust.example/sms?a=it%27s', "https://trust.example/sms?a=it's"],
])('W2 Twilio: accepts a URL signed %s', (_what, requested, signedUrl) => {
  const fields = { MessageSid: 'SM1', Tag: ['b', 'a', 'b'] };
  const signature = getExpectedTwilioSignature('auth token', signedUrl, fields);
  const body = Buffer.from('Tag=b&MessageSid=SM1&Tag=a&Tag=b');
  const request = { headers: { 'x-twilio-signature': signature }, body, url: requested, secret: 'auth token' };
  expect(isSignedByTwilio(requestOf(request))).toBe(true);
  expect(isSignedByTwilio(requestOf({ ...request, url: requested.replace('sms', 'mms') }))).toBe(false);
});
