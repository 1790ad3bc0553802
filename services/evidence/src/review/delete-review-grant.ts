import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { endGrants, lockOwnGrant } from './queries.ts';
import { EvidenceOfCase } from './schema.ts';

export const deleteReviewGrant = route(
  {
    method: 'delete',
    path: '/verification-cases/{caseId}/evidence/{evidenceId}/review-grants/{grantId}',
    summary: 'Delete a review grant',
    description: 'Ends your own grant early. Deleting it again changes nothing.',
    access: 'evidence.review',
    limit: 'privileged-operation',
    params: EvidenceOfCase.extend({ grantId: z.uuid().describe('Identifier of the review grant.') }),
    responds: { status: 204 },
    problems: ['not-found'],
  },
  async (input, { db, now }) => {
    return db.transact(async (trx) => {
      const grant = await lockOwnGrant(trx, { ...input.params, reviewerId: input.actor.userId });
      if (!grant) throw notFound();
      const endedAt = now();
      if (grant.ended_at || grant.expires_at <= endedAt) return reply(undefined, { changed: false });
      await endGrants(trx, [grant.id], endedAt);
      await audit(trx, input, {
        objectType: 'evidence_version',
        objectId: grant.version_id,
        reason: 'Ends the own access to a document early.',
        after: { grantId: grant.id },
      });
      return reply(undefined);
    });
  },
);
