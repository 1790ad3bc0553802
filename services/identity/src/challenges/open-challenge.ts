import {
  messageRequested,
  oneTimeCodeRequested,
  oneTimeCodeWithheld,
  smsBudgetExhausted,
} from '@trust/contracts/events/identity';
import type { Language } from '@trust/contracts/text';
import { type Channel, normaliseIdentifier } from '@trust/personal-data/identifier';
import { emit } from '@trust/service-kit/events/outbox';
import { type Idempotency, once } from '@trust/service-kit/http/idempotency';
import { Problem } from '@trust/service-kit/http/problem';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import type { AnyInput } from '@trust/service-kit/http/route';
import { instruments } from '@trust/service-kit/observability/meter';
import { type App, audit, type Trx } from '../app.ts';
import { requestingDevice } from '../known-devices/requesting-device.ts';
import { findHolder } from '../people/queries.ts';
import { findStanding } from '../sign-in-failures/queries.ts';
import { networkOf } from './network.ts';
import { findNewestChallenge, lockIdentifier, type NewChallenge, storeChallenge } from './queries.ts';
import type { Challenge } from './schema.ts';
import { paySms, prefixOf, type Withheld } from './sms-spend.ts';

const codeMinutes = 5;
const resendSeconds = 60;

/** What takes limits of its own under these names, whatever the code is for. */
export const challengeLimits = ['sms-network', 'challenge-identity', 'challenge-known-day'] as const;

type Asked = {
  channel: Channel;
  /** As it was typed. */
  identifier: string;
  /** Whose contact point it is to become; undefined for a sign-in. */
  personId?: string;
};

/**
 * Makes a challenge and has its code sent, unless there is a reason not to. The answer is the same in any case, and the work too
 * (promise A2). Where a person wants to add what is somebody else's, that other one is told instead.
 */
export async function openChallenge<Body>(
  input: AnyInput & { idempotency: Idempotency | undefined },
  app: App,
  { channel, identifier: typed, personId }: Asked,
  bodyOf: (challenge: Challenge) => Body,
): Promise<Reply<Body>> {
  const home = app.smsCountries.length === 1 ? app.smsCountries[0] : undefined;
  const identifier = normaliseIdentifier(channel, typed, home);
  const index = app.vault.indexOf(channel, identifier);
  const createdAt = app.now();
  const device = requestingDevice(app.vault, index, input.request);
  const wait = waitAfter(await findNewestChallenge(app.db, device), createdAt);
  // The repeat of a request gets its answer however soon it comes.
  if (wait > 0) return app.db.transact((trx) => once(trx, input.idempotency, () => Promise.reject(tooSoon(wait))));
  const refusal = await takeLimits(app, { channel, index, device, ip: input.request.ip });
  const withheld = channel === 'sms' ? await paySms(app, identifier, refusal) : refusal;
  const isAlarming = withheld === 'budget' && (await app.limits.takeSilently('sms-alarm', 'all'));

  const challenge = {
    ...newChallenge(app, { channel, identifier, deviceHash: device, createdAt, withheld }),
    personId,
  };
  const holder = personId === undefined ? undefined : await findHolder(app.db, channel, index);
  const isTaken = holder !== undefined && holder.id !== personId;
  const sealed = await sealFor(app, challenge, {
    contact: index.toString('base64url'),
    tell: isTaken ? holder : undefined,
    language: input.request.language,
  });
  const answer = await app.db.transact((trx) =>
    once(trx, input.idempotency, async () => {
      await lockIdentifier(trx, index);
      const wait = waitAfter(await findNewestChallenge(trx, device), createdAt);
      if (wait > 0) throw tooSoon(wait);
      await storeChallenge(trx, app.vault, challenge);
      await send(trx, challenge, { sealed, isTaken });
      if (isAlarming) await emit(trx, smsBudgetExhausted, { exhaustedAt: createdAt.toISOString() });
      await audit(trx, input, {
        objectType: 'challenge',
        objectId: challenge.id,
        after: { channel, withheldBecause: withheld ?? null },
      });
      return reply(bodyOf(challengeView(challenge)), { status: 202 });
    }),
  );
  if (withheld) app.log.warn({ reason: withheld }, 'a code is not sent');
  if (isAlarming) {
    instruments().alarms.add(1, { 'trust.alarm': 'sms-budget' });
    app.log.error('the budget of SMS is used up: from now on few are sent');
  }
  return answer;
}

function newChallenge(
  { newId, newCode, hashCode }: App,
  asked: Pick<NewChallenge, 'channel' | 'identifier' | 'deviceHash' | 'createdAt' | 'withheld'>,
) {
  const id = newId();
  const code = newCode();
  const expiresAt = new Date(asked.createdAt.getTime() + codeMinutes * 60_000);
  return {
    ...{ ...asked, id, expiresAt, code },
    codeHash: hashCode(id, code),
    smsPrefix: asked.channel === 'sms' ? prefixOf(asked.identifier) : undefined,
  };
}

type Opened = ReturnType<typeof newChallenge>;

/** Sealed even if it is not sent: whoever watches the time must not see the difference (promise A2). */
function sealFor(
  { sealCode, sealMessage }: App,
  { channel, identifier, code, expiresAt, personId }: Opened & { personId: string | undefined },
  { contact, tell, language }: { contact: string; tell: { locale: Language } | undefined; language: Language },
): Promise<string> {
  const to = { channel, to: identifier, expiresAt: expiresAt.toISOString(), contact };
  if (tell) return sealMessage({ ...to, template: 'contact_point_taken', language: tell.locale });
  return sealCode({ ...to, code, language, purpose: personId === undefined ? 'sign_in' : 'contact_point' });
}

type Sent = { sealed: string; isTaken: boolean };

async function send(
  trx: Trx,
  { id, withheld }: { id: string; withheld: Withheld | undefined },
  { sealed, isTaken }: Sent,
) {
  if (withheld) return emit(trx, oneTimeCodeWithheld, { challengeId: id, reason: withheld });
  if (isTaken) return emit(trx, messageRequested, { messageId: id, sealed });
  return emit(trx, oneTimeCodeRequested, { challengeId: id, sealed });
}

function challengeView({ id, expiresAt, createdAt }: Opened): Challenge {
  return {
    challengeId: id,
    expiresAt: expiresAt.toISOString(),
    resendAvailableAt: new Date(createdAt.getTime() + resendSeconds * 1000).toISOString(),
  };
}

/**
 * Limits of the caller answer 429. The daily limit of an identity for all unknown devices is silent (ADR 0011): returns the reason
 * to withhold the code. Known devices have a daily limit of their own, so strangers cannot use it up (ADR 0031).
 */
async function takeLimits(
  { db, limits }: App,
  { channel, index, device, ip }: { channel: Channel; index: Buffer; device: Buffer; ip: string },
): Promise<Withheld | undefined> {
  // The network first: whoever has used that up takes nothing from the owners of numbers.
  if (channel === 'sms') await limits.take('sms-network', networkOf(ip));
  await limits.take('challenge-identity', device.toString('base64url'));
  const identity = index.toString('base64url');
  const { isKnown, isStopped } = await findStanding(db, { channel, index, device });
  if (isKnown) {
    await limits.take('challenge-known-day', identity);
    return undefined;
  }
  const isLeft = await limits.takeSilently('challenge-day', identity);
  if (isStopped) return 'stopped';
  return isLeft ? undefined : 'identity';
}

/** Seconds until another code may be asked for. */
function waitAfter(newest: { created_at: Date } | undefined, now: Date): number {
  return newest ? Math.ceil((newest.created_at.getTime() - now.getTime()) / 1000) + resendSeconds : 0;
}

function tooSoon(wait: number): Problem {
  const detail = {
    en: `A code was sent recently. Request a new one in ${wait} s.`,
    fr: `Un code vient d’être envoyé. Demandez-en un nouveau dans ${wait} s.`,
  };
  return new Problem('rate-limited', detail, { retryAfter: wait });
}
