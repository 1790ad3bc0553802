import { SubjectId } from '@trust/contracts/claim-about';
import { OwnProviderId } from '@trust/contracts/fields';
import { Reason } from '@trust/contracts/values/free-text';
import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { assertImpartial } from '../../provider-record/assert-impartial.ts';
import { endSubjects } from '../../provider-record/claim-subjects.ts';
import { lockProvider } from '../../provider-record/provider-row.ts';
import { takeDownPremises } from '../location/withdraw-premises.ts';
import { sealEndReason } from './earlier-subjects.ts';
import { ClaimSubjects } from './schema.ts';
import { subjectsView } from './subjects-view.ts';

export const endClaimSubject = route(
  {
    method: 'post',
    path: '/providers/{providerId}/claim-subjects/{subjectId}/end',
    summary: 'Record that a name, person or place ended',
    description:
      'For operators who learn that a business no longer has its registered name, that a person is no longer responsible, or that the premises were given up. Claims about it end at once, and a review opens. Premises and the consents to them are deleted: nothing shows them any more, and the owners are told. One that ended already changes nothing more. Who ended the one before ends its successor after 30 days at the earliest: 409, another operator can at once.',
    access: 'operations.providers.manage',
    stepUp: true,
    limit: 'privileged-operation',
    params: z.object({ providerId: OwnProviderId, subjectId: SubjectId }),
    body: z
      .strictObject({
        reason: Reason.meta({
          description: 'Why, for the audit log, and for whoever judges the next name or person: 10 to 500 characters.',
          examples: ['The business register shows another name since Monday.'],
        }),
      })
      .meta({ id: 'ClaimSubjectEnd' }),
    responds: { status: 200, body: ClaimSubjects },
    problems: ['not-found', 'state-conflict', 'separation-of-duties'],
  },
  async (input, app) => {
    const { actor, params, body } = input;
    const { providerId, subjectId } = params;
    return app.db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const provider = await lockProvider(trx, providerId);
        if (!provider) throw notFound();
        const known = await trx
          .selectFrom('claim_subject')
          .select(['id', 'provider_id', 'about', 'user_id', 'key_owner_id', 'ended_at'])
          .where('id', '=', subjectId)
          .where('provider_id', '=', providerId)
          .executeTakeFirst();
        if (!known) throw notFound();
        const at = app.now();
        await assertImpartial(trx, actor, { providerId, at });
        // The key of one that ended may be deleted.
        const sealedReason = known.ended_at ? null : await sealEndReason(trx, app, known, body.reason);
        const end = { reason: 'ended_by_operator', at, sealedReason, endedBy: actor.userId } as const;
        const ended = await endSubjects(trx, { providerId, subjectId }, end).catch((error: unknown) => {
          throw brokenConstraint(error) === 'end_not_repeated' ? conflict(endedBefore) : error;
        });
        if (ended.some(({ about }) => about === 'premises')) await takeDownPremises(trx, app, provider);
        if (ended.length > 0)
          await audit(trx, input, {
            objectType: 'provider',
            objectId: providerId,
            reason: body.reason,
            before: { subjectId },
            after: { subjectId, state: 'ended' },
          });
        const changed = ended.length > 0;
        return reply(await subjectsView(trx, app, { providerId, userId: actor.userId }), { changed });
      }),
    );
  },
);

const endedBefore = {
  en: 'You ended the one before, and the provider named this one in the last 30 days. Ask a colleague to judge it, or wait.',
  fr: 'Vous avez mis fin à la précédente et le prestataire a désigné celle-ci au cours des 30 derniers jours. Demandez à un collègue d’en juger, ou attendez.',
};
