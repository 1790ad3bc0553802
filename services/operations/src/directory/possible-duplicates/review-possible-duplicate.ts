import { brokenConstraint } from '@trust/service-kit/database/sql-error';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { ownProviders } from '../../own-providers.ts';
import { duplicateView } from './get-possible-duplicate.ts';
import { findPossibleDuplicate, insertReview } from './queries.ts';
import { PossibleDuplicate, PossibleDuplicateParams, PossibleDuplicateReview } from './schema.ts';

export const reviewPossibleDuplicate = route(
  {
    method: 'post',
    path: '/operations/possible-duplicates/{duplicateId}/review',
    summary: 'Judge two providers that are possible duplicates',
    description:
      'Says whether they are the same. It removes the pair from triage until the two have another thing in common, such as a website that one took over later, or until operators suspend, withhold or hide one of them or refuse a case of it. The body names the `inQuestionAt` that was read, so nobody judges over a measure that they have not seen. It merges and suspends nothing: `POST /providers/{providerId}/transitions` is a request of its own.',
    access: 'operations.providers.manage',
    limit: 'privileged-operation',
    params: PossibleDuplicateParams,
    body: PossibleDuplicateReview,
    responds: { status: 200, body: PossibleDuplicate },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition', 'state-conflict'],
  },
  async (input, { db, now }) => {
    const { outcome, reason, inQuestionAt } = input.body;
    const readInQuestion = inQuestionAt ? Date.parse(inQuestionAt) : undefined;
    const review = { outcome, reason, reviewer_id: input.actor.userId, reviewed_at: now() };
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        const found = await findPossibleDuplicate(trx, input.params.duplicateId, ownProviders(input.actor));
        if (!found) throw notFound();
        for (const { id: providerId } of found.providers)
          await assertNotOwnProvider(trx, input.actor, { providerId, at: review.reviewed_at });
        if (found.reviewed_at) throw new Problem('invalid-transition', judged);
        const { id, same, in_question_at } = found;
        if (in_question_at?.getTime() !== readInQuestion) throw conflict(putInQuestion);
        await insertReview(trx, { ...review, duplicate_id: id, same, in_question_at }).catch(problemOf);
        await audit(trx, input, {
          objectType: 'possible_duplicate',
          objectId: found.id,
          reason,
          before: { state: 'open' },
          after: { state: 'reviewed', outcome, providerId: found.providers[0]?.id ?? null },
        });
        return reply(duplicateView({ ...found, ...review }), { status: 200 });
      }),
    );
  },
);

function problemOf(error: unknown): never {
  if (brokenConstraint(error) !== 'duplicate_review_pkey') throw error;
  throw new Problem('invalid-transition', judged);
}

const putInQuestion = {
  en: 'Operators have acted against one of the two since you read the pair. Read it again, and send its `inQuestionAt`.',
  fr: 'Une mesure vise l’un des deux depuis votre lecture de la paire. Relisez-la et envoyez son `inQuestionAt`.',
};

const judged = {
  en: 'The pair has been reviewed already. Read it again.',
  fr: 'Cette paire a déjà été examinée. Relisez-la.',
};
