import { notFound } from '@trust/service-kit/problems/problem';
import type { App } from '../app.ts';
import { assertNotFrozen } from '../from-other-services/emergency-actions/assert-not-frozen.ts';
import { findProviderItem } from './queries.ts';

/** Returns what the next version of the item is a document of. Throws for an unknown item or a frozen case. */
export async function replacedDocument(
  { db, now }: Pick<App, 'db' | 'now'>,
  { providerId, evidenceId }: { providerId: string; evidenceId: string },
) {
  const item = await findProviderItem(db, providerId, evidenceId);
  if (!item) throw notFound();
  await assertNotFrozen(db, item.case_id, now());
  return { caseId: item.case_id, requirementKey: item.requirement_key, documentKind: item.document_kind };
}
