import { valueList } from '@trust/contracts/values/value-list';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import type { WorkState } from '../../db/schema.ts';

export const RecordState = valueList({
  open: { en: 'Open', fr: 'Ouvert', means: 'Waits for an operator.' },
  in_progress: { en: 'In progress', fr: 'En cours', means: 'An operator works on it.' },
  resolved: { en: 'Resolved', fr: 'Résolu', means: 'Resolved. Final.' },
});

/** docs/domain/overrides-and-emergency-actions.md 41; `allowed_transition` in the database has the same. */
export const recordTransitions: Record<WorkState, readonly WorkState[]> = {
  open: ['in_progress'],
  in_progress: ['resolved'],
  resolved: [],
};

/** Throws 404 without a record, and 409 if its state does not allow the next one. */
export function assertCanBecome<Row extends { state: WorkState }>(
  to: WorkState,
  record: Row | undefined,
): asserts record is Row {
  if (!record) throw notFound();
  const { state } = record;
  if (recordTransitions[state].includes(to)) return;
  throw conflict({
    en: `It is \`${state}\` and cannot become \`${to}\`. Read it again.`,
    fr: `L’état actuel est \`${state}\` et ne peut pas devenir \`${to}\`. Relisez la ressource.`,
  });
}
