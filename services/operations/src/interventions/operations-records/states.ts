import { valueList } from '@trust/contracts/values/value-list';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import type { WorkState } from '../../db/schema.ts';

export const RecordState = valueList('operationsRecordState', {
  open: { en: 'Open', fr: 'Ouvert', means: { en: 'Waits for an operator.', fr: 'Attend un opérateur.' } },
  in_progress: {
    en: 'In progress',
    fr: 'En cours',
    means: { en: 'An operator works on it.', fr: 'Un opérateur y travaille.' },
  },
  resolved: { en: 'Resolved', fr: 'Résolu', means: { en: 'Resolved. Final.', fr: 'Résolu. Définitif.' } },
});

/** docs/domain/overrides-and-emergency-actions.md 42; `allowed_transition` in the database has the same. */
export const recordTransitions: Record<WorkState, readonly WorkState[]> = {
  open: ['in_progress'],
  in_progress: ['resolved'],
  resolved: [],
};

/** Throws 404 without a record, and 400 if its state does not allow the next one. */
export function assertCanBecome<Row extends { state: WorkState }>(
  to: WorkState,
  record: Row | undefined,
): asserts record is Row {
  if (!record) throw notFound();
  const { state } = record;
  if (recordTransitions[state].includes(to)) return;
  throw new Problem('invalid-transition', {
    en: `It is \`${state}\` and cannot become \`${to}\`. Read it again.`,
    fr: `L’état actuel est \`${state}\` et ne peut pas devenir \`${to}\`. Relisez la ressource.`,
  });
}

/** Throws 404 without a record, and 409 if somebody has taken it from the queue meanwhile. */
export function assertFree<Row extends { state: WorkState }>(record: Row | undefined): asserts record is Row {
  if (!record) throw notFound();
  if (record.state !== 'open')
    throw conflict({
      en: 'Somebody has started this, so it is no longer free. Read the queue again.',
      fr: 'Une autre personne s’en charge déjà. Relisez la file d’attente.',
    });
}
