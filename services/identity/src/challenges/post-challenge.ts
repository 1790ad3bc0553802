import { oneTimeCodeRequested, oneTimeCodeWithheld, smsBudgetExhausted } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox';
import { Problem } from '@trust/service-kit/problem';
import type { RateLimits } from '@trust/service-kit/rate-limit';
import { type App, audit, route } from '../app.ts';
import { type Channel, normaliseIdentifier } from './identifier.ts';
import { networkOf } from './network.ts';
import { findNewestChallenge, lockIdentifier, type NewChallenge, storeChallenge } from './queries.ts';
import { Challenge, ChallengeCreate } from './schema.ts';
import { paySms, prefixOf } from './sms-spend.ts';

const codeMinutes = 5;
const resendSeconds = 60;

export const postChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges',
    summary: 'Ask for a one-time code',
    description:
      'The answer is the same whether or not anybody is known under the identifier, and whether or not a code can be sent there.',
    access: 'public',
    limit: 'challenge-ip',
    ownLimits: ['sms-network', 'challenge-identity', 'sms-number-day', 'email-address-day'],
    body: ChallengeCreate,
    responds: { status: 202, body: Challenge },
  },
  async (input, app) => {
    const { channel } = input.body;
    const home = app.smsCountries.length === 1 ? app.smsCountries[0] : undefined;
    const identifier = normaliseIdentifier(channel, input.body.identifier, home);
    const index = app.vault.indexOf(channel, identifier);
    const createdAt = app.now();
    refuseTooSoon(await findNewestChallenge(app.db, channel, index), createdAt);
    await takeLimits(app.limits, { channel, index, ip: input.request.ip });
    const withheld = channel === 'sms' ? await paySms(app, identifier) : undefined;
    const isAlarming = withheld === 'budget' && (await app.limits.takeSilently('sms-alarm', 'all'));

    const challenge = await newChallenge(app, { channel, identifier, createdAt, withheld });
    // Sealed even if it is not sent: whoever watches the time must not see the difference (promise A2).
    const contact = index.toString('base64url');
    const sealed = await app.sealCode({ ...challenge.content, contact, language: input.request.language });
    await app.db.transact(async (trx) => {
      await lockIdentifier(trx, index);
      refuseTooSoon(await findNewestChallenge(trx, channel, index), createdAt);
      await storeChallenge(trx, app.vault, challenge);
      if (withheld) await emit(trx, oneTimeCodeWithheld, { challengeId: challenge.id, reason: withheld });
      else await emit(trx, oneTimeCodeRequested, { challengeId: challenge.id, sealed });
      if (isAlarming) await emit(trx, smsBudgetExhausted, { since: createdAt.toISOString() });
      await audit(trx, input, {
        action: 'postChallenge',
        objectType: 'challenge',
        objectId: challenge.id,
        after: { channel, withheldBecause: withheld ?? null },
      });
    });
    if (withheld) app.log.warn({ reason: withheld }, 'a code is not sent');
    if (isAlarming) app.log.error('the budget of SMS is used up: none is sent for the rest of the hour');
    return {
      challengeId: challenge.id,
      expiresAt: challenge.content.expiresAt,
      resendAvailableAt: new Date(createdAt.getTime() + resendSeconds * 1000).toISOString(),
    };
  },
);

function newChallenge(
  { newId, newCode, hashCode }: App,
  { channel, identifier, createdAt, withheld }: Pick<NewChallenge, 'channel' | 'identifier' | 'createdAt' | 'withheld'>,
) {
  const id = newId();
  const code = newCode();
  const expiresAt = new Date(createdAt.getTime() + codeMinutes * 60_000);
  return {
    ...{ id, channel, identifier, createdAt, expiresAt, withheld },
    codeHash: hashCode(id, code),
    smsPrefix: channel === 'sms' ? prefixOf(identifier) : undefined,
    content: { channel, to: identifier, code, expiresAt: expiresAt.toISOString() },
  };
}

/** These answer 429, because they speak of what the caller did. What is spent altogether is nobody's business (ADR 0011). */
async function takeLimits(
  limits: RateLimits,
  { channel, index, ip }: { channel: Channel; index: Buffer; ip: string },
): Promise<void> {
  // The network first: whoever has used that up takes nothing from the owners of numbers.
  if (channel === 'sms') await limits.take('sms-network', networkOf(ip));
  const identity = index.toString('base64url');
  await limits.take('challenge-identity', identity);
  await limits.take(channel === 'sms' ? 'sms-number-day' : 'email-address-day', identity);
}

function refuseTooSoon(newest: { created_at: Date } | undefined, now: Date): void {
  const wait = newest ? Math.ceil((newest.created_at.getTime() - now.getTime()) / 1000) + resendSeconds : 0;
  if (wait <= 0) return;
  const detail = {
    en: `A code is on its way. Ask again in ${wait} s.`,
    fr: `Un code est en route. Redemandez-en un dans ${wait} s.`,
  };
  throw new Problem('rate-limited', detail, { retryAfter: wait });
}
