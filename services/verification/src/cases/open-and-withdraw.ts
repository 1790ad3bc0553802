import { notificationRequested } from '@trust/contracts/events/any';
import { caseOpened } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/events/outbox';
import type { App, Trx } from '../app.ts';
import { lockProvider } from '../providers/queries.ts';
import { selectionsWithoutCase } from '../selections/queries.ts';
import { addEntry } from '../timeline/queries.ts';
import { casePayload, moveCase } from './move-case.ts';
import { addCaseRequirements, insertCase, lockOpenCases } from './queries.ts';
import { stateAt } from './transitions.ts';

/** Called when a provider, selection or requirement version arrives: their order is not known. */
export async function openMissingCases(trx: Trx, app: App, providerId: string): Promise<void> {
  await lockProvider(trx, providerId);
  for (const selection of await selectionsWithoutCase(trx, providerId)) {
    const now = app.now();
    const opened = await insertCase(trx, {
      id: app.newId(),
      provider_id: selection.provider_id,
      category_key: selection.category_key,
      selection_id: selection.id,
      requirement_version_id: selection.requirement_version_id,
      opened_at: now,
    });
    if (!opened) continue;
    await addCaseRequirements(trx, opened);
    await emit(trx, caseOpened, await casePayload(trx, opened, now));
    await addEntry(trx, app, opened, { type: 'case_opened', status: opened.state });
    await emit(trx, notificationRequested.verification, {
      userId: null,
      providerId,
      template: 'case_opened',
      data: { categoryKey: opened.category_key },
    });
  }
}

export async function withdrawOpenCases(
  trx: Trx,
  app: App,
  of: { providerId: string } | { selectionId: string },
): Promise<void> {
  for (const open of await lockOpenCases(trx, of)) {
    const isExpired = stateAt(open, app.now()) === 'expired';
    await moveCase(trx, app, open, isExpired ? 'expired' : 'withdrawn');
  }
}
