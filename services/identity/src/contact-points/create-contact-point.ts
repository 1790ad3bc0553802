import { route } from '../app.ts';
import { challengeLimits, openChallenge } from '../challenges/open-challenge.ts';
import { ChallengeCreate } from '../challenges/schema.ts';
import { DeviceHeader } from '../known-devices/requesting-device.ts';
import { assertCanAddContactPoint } from './contact-point-limit.ts';
import { ContactPointOpened } from './schema.ts';

export const createContactPoint = route(
  {
    method: 'post',
    path: '/account/contact-points',
    summary: 'Add a number or address to sign in with',
    description:
      'A one-time code is sent there; `POST /account/contact-points/{contactPointId}/verify` adds it. If it is somebody else’s, the answer is ' +
      'the same, and that person is told instead. Five at most.',
    access: 'session',
    stepUp: true,
    limit: 'contact-point',
    ownLimits: challengeLimits,
    headers: DeviceHeader,
    body: ChallengeCreate,
    responds: { status: 202, body: ContactPointOpened },
    problems: ['state-conflict'],
  },
  async (input, app) => {
    const { userId: personId } = input.actor;
    await assertCanAddContactPoint(app.db, personId);
    const request = { ...input.body, personId };
    return openChallenge(input, app, request, ({ challengeId: id, ...times }) => ({ id, ...times }));
  },
);
