import { route } from '../../app.ts';
import { DeviceHeader } from '../../sessions/known-devices/requesting-device.ts';
import { challengeLimits, openChallenge } from './open-challenge.ts';
import { Challenge, ChallengeCreate } from './schema.ts';

export const createChallenge = route(
  {
    method: 'post',
    path: '/auth/challenges',
    summary: 'Request a one-time code',
    description:
      'The response is the same whether or not the identifier is known and whether or not a code can be sent.',
    access: 'public',
    limit: 'challenge-ip',
    ownLimits: challengeLimits,
    headers: DeviceHeader,
    body: ChallengeCreate,
    responds: { status: 202, body: Challenge },
  },
  (input, app) => openChallenge(input, app, input.body, (challenge) => challenge),
);
