import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { DeviceHeader } from '../../sessions/known-devices/requesting-device.ts';
import { checkCode } from '../../sign-in/challenges/check-code.ts';
import { readProfile } from '../profile/read-profile.ts';
import { AccountProfile } from '../profile/schema.ts';
import { addContactPoint } from './add-contact-point.ts';
import { ContactPointVerify } from './schema.ts';

export const verifyContactPoint = route(
  {
    method: 'post',
    path: '/account/contact-points/{contactPointId}/verify',
    summary: 'Verify a contact point',
    description:
      'Requires the one-time code. From then on the contact point can sign in to the account. A code works once and allows five attempts.',
    access: 'session',
    limit: 'verify-ip',
    ownLimits: ['verify'],
    etag: true,
    headers: DeviceHeader,
    params: z.object({ contactPointId: z.uuid().describe('Identifier of the contact point in the path.') }),
    body: ContactPointVerify,
    responds: { status: 200, body: AccountProfile },
    problems: ['code-refused', 'state-conflict'],
  },
  async (input, app) => {
    const { actor, params, body, idempotency } = input;
    const attempt = {
      challengeId: params.contactPointId,
      code: body.code,
      personId: actor.userId,
    };
    // Thrown inside `once`, so that a repeated request gets its stored response.
    const challenge = await checkCode(input, app, attempt).catch((refusal: Error) => refusal);
    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        if (challenge instanceof Error) throw challenge;
        const person = await addContactPoint(trx, app, { personId: actor.userId, challenge });
        await audit(trx, input, {
          objectType: 'contact_point',
          objectId: challenge.id,
          after: { channel: challenge.channel, tries: challenge.attempts },
        });
        const profile = await readProfile(trx, app.vault, person);
        if (!profile) throw new Problem('unauthenticated');
        return reply(profile, { revision: profile.revision });
      }),
    );
  },
);
