import { Problem } from '@trust/service-kit/problems/problem';
import { sql } from 'kysely';
import type { Trx } from '../../app.ts';

type Named = { evidenceVersionId: string; providerId: string; subjectId: string };

/**
 * Whether a failed check names who was responsible when the document was sent, whoever is now. It names nobody else who was named
 * since: the refusal would fall on somebody who did not answer for it (docs/domain/claim-subject.md 27).
 */
export async function namesPersonWhenSent(
  trx: Trx,
  { evidenceVersionId, providerId, subjectId }: Named,
): Promise<boolean> {
  const { rows } = await sql<{ id: string | null; isLater: boolean }>`
    select person_when_sent(${evidenceVersionId}, ${providerId}) as id,
      is_later_person(${evidenceVersionId}, ${providerId}, ${subjectId}) as "isLater"`.execute(trx);
  const [sender] = rows;
  if (sender?.id && sender.isLater)
    throw new Problem('document-of-earlier-subject', undefined, {
      errors: [{ field: 'subjectId', code: 'named_later', allowed: [sender.id] }],
    });
  return sender?.id === subjectId;
}
