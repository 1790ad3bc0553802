import { invitationEnded } from '@trust/contracts/events/representatives';
import { AssignmentId, OwnProviderId } from '@trust/contracts/fields';
import { emit } from '@trust/service-kit/outbox/outbox';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { type AnyInput, withPermission } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { audit, route, type Trx } from '../../app.ts';
import type { ClaimAbout } from '../../db/schema.ts';
import { hasOwner } from '../../provider-record/assignments.ts';
import { assertEndsClaims, findCurrentSubject } from '../../provider-record/claim-subjects.ts';
import { EndsClaimIdsQuery } from '../../provider-record/ends-claim-ids.ts';
import { assertStillRepresents, lockOpenProvider } from '../../provider-record/lifecycle.ts';
import { endInvitation, findOpenInvitation } from '../invitations/queries.ts';
import { deleteBaseOf } from '../location/delete-base.ts';
import { isLastConsent } from '../location/queries.ts';
import { endRepresentation } from './end-representation.ts';
import { findActiveAssignment } from './queries.ts';
import { tellOfRepresentation } from './tell-of-representation.ts';

export const deleteRepresentative = route(
  {
    method: 'delete',
    path: '/providers/{providerId}/representatives/{assignmentId}',
    summary: 'Delete a representative',
    description:
      'Ends an assignment or withdraws an invitation. Owners can remove anyone; others can only remove themselves. It applies from the next request on. A provider keeps an owner until it is closed; the owner of one that is one person can only close it. Claims about the person responsible end with their assignment: `endsClaimIds` must name them. So do public premises that they alone consented to, with the claims about them; if you represent the provider, send the same premises with your consent before, and they stay. A private base that they entered goes with them.',
    access: 'session',
    permissions: ['provider.representatives.manage'],
    scope: 'provider',
    stepUp: true,
    limit: 'profile-mutation',
    params: z.object({ providerId: OwnProviderId, assignmentId: AssignmentId }),
    query: z.strictObject({ endsClaimIds: EndsClaimIdsQuery }),
    responds: { status: 204 },
    problems: ['forbidden', 'sole-owner', 'state-conflict', 'claims-would-end'],
  },
  async (input, app) => {
    const { db, now } = app;
    const { actor, providerId, params, query } = input;
    await db.transact(async (trx) => {
      const provider = await lockOpenProvider(trx, input);
      const assignment = await findActiveAssignment(trx, providerId, params.assignmentId);
      const isOwn = assignment?.user_id === actor.userId;
      if (!isOwn) await assertStillRepresents(trx, withPermission(input, 'provider.representatives.manage'));
      if (!assignment) return withdrawInvitation(trx, input, now());
      if (!(await hasOwner(trx, providerId, { besides: assignment.user_id })))
        throw new Problem('sole-owner', undefined, {
          errors: [{ field: `providers.${providerId}`, code: 'only_owner' }],
        });
      const about = await endsWith(trx, { providerId, userId: assignment.user_id });
      await assertEndsClaims(trx, { providerId, about, at: now() }, query.endsClaimIds);
      await endRepresentation(trx, app, { providerId, userId: assignment.user_id }, now());
      await deleteBaseOf(trx, provider, assignment.user_id, now());
      if (!isOwn) await tellOfRepresentation(trx, assignment.user_id, 'representation_ended');
      await audit(trx, input, {
        objectType: 'representative',
        objectId: assignment.id,
        before: { role: assignment.role },
        after: { state: 'ended', own: isOwn },
      });
    });
  },
);

/** What claims that end with the assignments of this person are about. */
async function endsWith(
  trx: Trx,
  { providerId, userId }: { providerId: string; userId: string },
): Promise<ClaimAbout[]> {
  const person = await findCurrentSubject(trx, providerId, 'person');
  return [
    ...(person?.user_id === userId ? (['person'] as const) : []),
    ...((await isLastConsent(trx, providerId, userId)) ? (['premises'] as const) : []),
  ];
}

async function withdrawInvitation(
  trx: Trx,
  input: AnyInput & { params: { providerId: string; assignmentId: string } },
  at: Date,
): Promise<void> {
  const { providerId, assignmentId: id } = input.params;
  const invitation = await findOpenInvitation(trx, { providerId, id, at });
  if (!invitation) throw notFound();
  await endInvitation(trx, id, { state: 'withdrawn', at });
  await emit(trx, invitationEnded, { invitationId: id, providerId });
  await audit(trx, input, {
    objectType: 'invitation',
    objectId: id,
    before: { role: invitation.role },
    after: { state: 'withdrawn' },
  });
}
