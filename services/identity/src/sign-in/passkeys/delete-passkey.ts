import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { lockPerson } from '../../people/persons.ts';
import { requireDeletionRight } from './deletion-right.ts';
import { lockPasskey } from './queries.ts';
import { revokePasskeys } from './revoke-passkeys.ts';

export const deletePasskey = route(
  {
    method: 'delete',
    path: '/account/passkeys/{passkeyId}',
    summary: 'Delete one of your passkeys',
    description:
      'Ends the sessions that it opened, also this one. If it was the last one, the next needs an enrolment token. Where passkeys are required, operators who step up with them delete one after a sign-in or step-up with a passkey, and the last who can use `security` keeps one, as do three who can approve roles.',
    access: 'session',
    stepUp: true,
    limit: 'profile-mutation',
    params: z.object({ passkeyId: z.uuid().describe('Identifier of the passkey on the platform.') }),
    responds: { status: 204 },
    problems: ['not-found', 'passkey-required', 'state-conflict'],
  },
  async (input, { db, now, passkeys }) => {
    const { actor, params } = input;
    await db.transact(async (trx) => {
      if (!(await lockPerson(trx, actor.userId))) throw new Problem('unauthenticated');
      const passkey = await lockPasskey(trx, params.passkeyId);
      if (passkey?.person_id !== actor.userId) throw notFound();
      await requireDeletionRight(trx, actor, { now, passkeys });
      const endedSessions = await revokePasskeys(trx, { personId: actor.userId, ids: [passkey.id] }, now());
      await audit(trx, input, { objectType: 'passkey', objectId: passkey.id, after: { endedSessions } });
    });
  },
);
