import { route } from '../app.ts';
import { DeviceHeader } from '../known-devices/requesting-device.ts';
import { challengeLimits, openChallenge } from './open-challenge.ts';
import { Challenge, ChallengeCreate } from './schema.ts';

export const createChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges',
    summary: 'Ask for a one-time code',
    description:
      'The answer is the same whether or not anybody is known under the identifier, and whether or not a code can be sent there.',
    access: 'public',
    limit: 'challenge-ip',
    ownLimits: challengeLimits,
    headers: DeviceHeader,
    body: ChallengeCreate,
    responds: { status: 202, body: Challenge },
  },
  (input, app) => openChallenge(input, app, input.body, (challenge) => challenge),
);
