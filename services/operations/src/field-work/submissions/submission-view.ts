import type { z } from 'zod';
import type { ReviewedSubmission } from './queries.ts';
import type { FieldSubmission } from './schema.ts';

type View = z.input<typeof FieldSubmission>;

/** Null: not about premises, or of an earlier release. */
export function placeMatchOf(isConfirmed: boolean | null): 'confirmed' | 'not_confirmed' | null {
  if (isConfirmed === null) return null;
  return isConfirmed ? 'confirmed' : 'not_confirmed';
}

export function submissionView(row: ReviewedSubmission): View {
  return {
    id: row.id,
    workItemId: row.work_item_id,
    state: row.is_final ? (row.outcome ?? 'submitted') : 'draft',
    visitedOn: row.visited_on,
    summary: row.summary,
    observations: row.observations as View['observations'],
    placeMatches: placeMatchOf(row.is_place_confirmed),
    exposes: {
      exactLocation: row.exposes_exact_location,
      personalData: row.exposes_personal_data,
      documentContent: row.exposes_document_content,
      otherPersons: row.exposes_other_persons,
    },
    photos: row.photos.map(({ id, state }) => ({ id, state: state ?? 'awaited' })),
    receivedAt: row.received_at.toISOString(),
  };
}
