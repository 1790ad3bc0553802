import type { Selectable } from 'kysely';
import type { TriageNote } from '../../db/schema.ts';

export function noteView({ id, author_id, text, written_at }: Selectable<TriageNote>) {
  return { id, authorId: author_id, text, writtenAt: written_at.toISOString() };
}
