import { oneTimeCodeRequested } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox';
import { Problem } from '@trust/service-kit/problem';
import { audit, route } from '../app.ts';
import { normaliseIdentifier } from './identifier.ts';
import { findNewestChallenge, storeChallenge } from './queries.ts';
import { Challenge, ChallengeCreate } from './schema.ts';

const codeMinutes = 5;
const resendSeconds = 60;

export const postChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges',
    summary: 'Ask for a one-time code',
    description: 'The answer is the same whether or not anybody is known under the identifier.',
    access: 'public',
    limit: 'challenge-ip',
    ownLimits: ['challenge-identity'],
    body: ChallengeCreate,
    responds: { status: 202, body: Challenge },
  },
  async (input, { db, limits, now, newId, newCode, hashCode, sealCode, vault }) => {
    const { channel } = input.body;
    const identifier = normaliseIdentifier(channel, input.body.identifier);
    const identifierIndex = vault.indexOf(channel, identifier);
    const createdAt = now();

    const newest = await findNewestChallenge(db, channel, identifierIndex);
    const wait = newest ? Math.ceil((newest.created_at.getTime() - createdAt.getTime()) / 1000) + resendSeconds : 0;
    if (wait > 0)
      throw new Problem(
        'rate-limited',
        {
          en: `A code is on its way. Ask again in ${wait} s.`,
          fr: `Un code est en route. Redemandez-en un dans ${wait} s.`,
        },
        { retryAfter: wait },
      );
    await limits.take('challenge-identity', identifierIndex.toString('base64url'));

    const id = newId();
    const code = newCode();
    const ends = new Date(createdAt.getTime() + codeMinutes * 60_000);
    const expiresAt = ends.toISOString();
    const { language } = input.request;
    const contact = identifierIndex.toString('base64url');
    const sealed = await sealCode({ channel, to: identifier, contact, code, expiresAt, language });
    await db.transact(async (trx) => {
      await storeChallenge(trx, vault, {
        id,
        channel,
        identifier,
        codeHash: hashCode(id, code),
        createdAt,
        expiresAt: ends,
      });
      await emit(trx, oneTimeCodeRequested, { challengeId: id, sealed });
      await audit(trx, input, { action: 'postChallenge', objectType: 'challenge', objectId: id, after: { channel } });
    });
    return {
      challengeId: id,
      expiresAt,
      resendAvailableAt: new Date(createdAt.getTime() + resendSeconds * 1000).toISOString(),
    };
  },
);
