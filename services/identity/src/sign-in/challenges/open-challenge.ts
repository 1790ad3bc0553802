import {
  messageRequested,
  oneTimeCodeRequested,
  oneTimeCodeWithheld,
  smsBudgetExhausted,
} from '@trust/contracts/events/identity';
import type { Language } from '@trust/contracts/values/text';
import { type Channel, normaliseIdentifier } from '@trust/personal-data/identifier';
import { type Idempotency, once } from '@trust/service-kit/http/idempotency';
import { type Reply, reply } from '@trust/service-kit/http/reply';
import { instruments } from '@trust/service-kit/observability/meter';
import { emit } from '@trust/service-kit/outbox/outbox';
import { Problem } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { type App, audit, type Trx } from '../../app.ts';
import { requireServedCountry, smsPrefixOf, takeSmsLimits, type WithholdingReason } from '../../messages/sms-budget.ts';
import { findContactPointOwner } from '../../people/contact-points.ts';
import { lockIdentifier } from '../../people/lock-identifier.ts';
import { networkOf } from '../../sessions/known-devices/network.ts';
import { hashRequestingDevice } from '../../sessions/known-devices/requesting-device.ts';
import { findDeviceStatus } from '../failures/queries.ts';
import { findNewestChallenge, type NewChallenge, storeChallenge } from './queries.ts';
import type { Challenge } from './schema.ts';

const codeMinutes = 5;
const resendSeconds = 60;

export const challengeLimits = ['sms-network', 'challenge-identity', 'challenge-known-day'] as const;

type ChallengeRequest = {
  channel: Channel;
  identifier: string;
  personId?: string;
};

/** Response and work are the same in every case, also for a withheld code (promise A2). */
export async function openChallenge<Body>(
  input: AnyInput & { idempotency: Idempotency | undefined },
  app: App,
  { channel, identifier: typed, personId }: ChallengeRequest,
  toBody: (challenge: Challenge) => Body,
): Promise<Reply<Body>> {
  const home = app.smsCountries.length === 1 ? app.smsCountries[0] : undefined;
  const identifier = normaliseIdentifier(channel, typed, { home });
  if (channel === 'sms') requireServedCountry(identifier, app.smsCountries);
  const index = app.vault.indexOf(channel, identifier);
  const createdAt = app.now();
  const device = hashRequestingDevice(app.vault, index, input.request);
  const isUnlimited = personId === undefined && app.identifiersWithoutLimits.has(identifier);
  const wait = isUnlimited ? 0 : secondsUntilResend(await findNewestChallenge(app.db, device), createdAt);
  // `once` replays the stored response of a repeated request instead of running the work.
  if (wait > 0) return app.db.transact((trx) => once(trx, input.idempotency, () => Promise.reject(tooSoon(wait))));
  const refusal = isUnlimited ? undefined : await takeLimits(app, { channel, index, device, ip: input.request.ip });
  const withheld = channel === 'sms' ? await takeSmsLimits(app, identifier, refusal) : refusal;
  const raisesAlarm = withheld === 'budget' && (await app.limits.takeSilently('sms-alarm', 'all'));

  const challenge = {
    ...newChallenge(app, { channel, identifier, deviceHash: device, createdAt, withheld }),
    personId,
  };
  const owner = personId === undefined ? undefined : await findContactPointOwner(app.db, channel, index);
  const otherOwner = owner?.id === personId ? undefined : owner;
  // Sealed even if it is not sent, so that the response time is the same (promise A2).
  const sealed = await sealMessageFor(app, challenge, {
    contact: index.toString('base64url'),
    otherOwner,
    language: input.request.language,
  });
  const response = await app.db.transact((trx) =>
    once(trx, input.idempotency, async () => {
      await lockIdentifier(trx, index);
      const wait = isUnlimited ? 0 : secondsUntilResend(await findNewestChallenge(trx, device), createdAt);
      if (wait > 0) throw tooSoon(wait);
      await storeChallenge(trx, app.vault, challenge);
      await emitMessage(trx, challenge, { sealed, isTaken: otherOwner !== undefined });
      if (raisesAlarm) await emit(trx, smsBudgetExhausted, { exhaustedAt: createdAt.toISOString() });
      await audit(trx, input, {
        objectType: 'challenge',
        objectId: challenge.id,
        after: { channel, withheldBecause: withheld ?? null },
      });
      return reply(toBody(challengeView(challenge)), { status: 202 });
    }),
  );
  if (withheld) app.log.warn({ reason: withheld }, 'One-time code withheld');
  if (raisesAlarm) {
    instruments().alarms.add(1, { 'trust.alarm': 'sms-budget' });
    app.log.error('Hourly SMS budget exhausted');
  }
  return response;
}

function newChallenge(
  { newId, newCode, hashCode }: App,
  request: Pick<NewChallenge, 'channel' | 'identifier' | 'deviceHash' | 'createdAt' | 'withheld'>,
) {
  const id = newId();
  const code = newCode();
  const expiresAt = new Date(request.createdAt.getTime() + codeMinutes * 60_000);
  return {
    ...request,
    id,
    expiresAt,
    code,
    codeHash: hashCode(id, code),
    smsPrefix: request.channel === 'sms' ? smsPrefixOf(request.identifier) : undefined,
  };
}

type CreatedChallenge = ReturnType<typeof newChallenge>;

function sealMessageFor(
  { sealCode, sealMessage }: App,
  { id, channel, identifier, code, expiresAt, personId }: CreatedChallenge & { personId: string | undefined },
  {
    contact,
    otherOwner,
    language,
  }: { contact: string; otherOwner: { locale: Language } | undefined; language: Language },
): Promise<string> {
  const to = { channel, to: identifier, expiresAt: expiresAt.toISOString(), contact };
  if (otherOwner) return sealMessage({ ...to, template: 'contact_point_taken', language: otherOwner.locale });
  const purpose = personId === undefined ? 'sign_in' : 'contact_point';
  return sealCode({ ...to, code, challengeId: id, language, purpose });
}

async function emitMessage(
  trx: Trx,
  { id, withheld }: { id: string; withheld: WithholdingReason | undefined },
  { sealed, isTaken }: { sealed: string; isTaken: boolean },
) {
  if (withheld) return emit(trx, oneTimeCodeWithheld, { challengeId: id, reason: withheld });
  if (isTaken) return emit(trx, messageRequested, { messageId: id, sealed });
  return emit(trx, oneTimeCodeRequested, { challengeId: id, sealed });
}

function challengeView({ id, expiresAt, createdAt }: CreatedChallenge): Challenge {
  return {
    challengeId: id,
    expiresAt: expiresAt.toISOString(),
    resendAvailableAt: new Date(createdAt.getTime() + resendSeconds * 1000).toISOString(),
  };
}

/**
 * Known devices have a daily limit of their own, so strangers cannot use it up (ADR 0031).
 * Limits of a caller throw 429; the daily limit of an identity withholds the code
 * (docs/domain/sign-in-and-sessions.md 3, 4).
 */
async function takeLimits(
  { db, limits }: App,
  { channel, index, device, ip }: { channel: Channel; index: Buffer; device: Buffer; ip: string },
): Promise<WithholdingReason | undefined> {
  // First: a network over its limit must not use up the limits of identities.
  if (channel === 'sms') await limits.take('sms-network', networkOf(ip));
  await limits.take('challenge-identity', device.toString('base64url'));
  const identity = index.toString('base64url');
  const { isKnown, isSignInStopped } = await findDeviceStatus(db, { channel, index, device });
  if (isKnown) {
    await limits.take('challenge-known-day', identity);
    return undefined;
  }
  const isAllowed = await limits.takeSilently('challenge-day', identity);
  if (isSignInStopped) return 'stopped';
  return isAllowed ? undefined : 'identity';
}

function secondsUntilResend(newest: { created_at: Date } | undefined, now: Date): number {
  if (!newest) return 0;
  const ahead = Math.ceil((newest.created_at.getTime() - now.getTime()) / 1000);
  // A clock was set back: this must not lock people out. The limits count on Postgres' clock.
  return ahead > resendSeconds ? 0 : ahead + resendSeconds;
}

function tooSoon(wait: number): Problem {
  const detail = {
    en: `A code was sent recently. Request a new one in ${wait} s.`,
    fr: `Un code vient d’être envoyé. Demandez-en un nouveau dans ${wait} s.`,
  };
  return new Problem('rate-limited', detail, { retryAfter: wait });
}
