import { route } from '../../app.ts';
import { DeviceHeader } from '../../sessions/known-devices/requesting-device.ts';
import { challengeLimits, openChallenge } from '../../sign-in/challenges/open-challenge.ts';
import { ChallengeCreate } from '../../sign-in/challenges/schema.ts';
import { assertCanAddContactPoint } from './contact-point-limit.ts';
import { ContactPointOpened } from './schema.ts';

export const createContactPoint = route(
  {
    method: 'post',
    path: '/account/contact-points',
    summary: 'Add a contact point',
    description:
      'Sends a one-time code to the phone number or email address. `POST /account/contact-points/{contactPointId}/verify` completes it. If it belongs to another account, the response is the same and its owner is notified instead. An account can have five contact points.',
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
