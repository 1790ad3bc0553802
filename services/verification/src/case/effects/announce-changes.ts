import { isDeepStrictEqual } from 'node:util';
import { caseChanged } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { lockProviders } from '../../from-other-services/providers.ts';
import { type Case, findCase } from '../record/queries.ts';
import { casePayload } from './case-payload.ts';
import { excludedFrom, lockCasesBeside, lockEvidenceCase, lockWaitingCases } from './queries.ts';

/** A case that stays `awaiting_correction` announces which requirements still lack evidence. */
export async function announceAwaited(trx: Trx, found: Case, now: Date): Promise<void> {
  if (found.state === 'awaiting_correction') await emit(trx, caseChanged, await casePayload(trx, found, now));
}

/** Announces the duties of a case, and of those whose duties follow from them: the evidence case of its appeal has the same assignee. */
export async function announceDuties(trx: Trx, app: App, found: Case): Promise<void> {
  const now = app.now();
  await emit(trx, caseChanged, await casePayload(trx, found, now));
  const evidenceCase = await lockEvidenceCase(trx, found.id);
  if (evidenceCase) await emit(trx, caseChanged, await casePayload(trx, evidenceCase, now));
  await announceBeside(trx, app, found);
}

/** Whoever judges a case gets no duty of these. */
export async function announceBeside(trx: Trx, app: App, found: Case): Promise<void> {
  for (const beside of await lockCasesBeside(trx, found))
    await emit(trx, caseChanged, await casePayload(trx, beside, app.now()));
}

/** Announces the waiting cases of the providers whose excluded operators the change changed. */
export async function announceExcluded<Result>(
  trx: Trx,
  app: App,
  providerIds: readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (providerIds.length === 0) return change();
  // No case opens meanwhile.
  await lockProviders(trx, providerIds);
  const before = new Map<string, string[]>();
  for (const found of await lockWaitingCases(trx, providerIds)) before.set(found.id, await excludedFrom(trx, found));
  const result = await change();
  for (const [id, excluded] of before) {
    const found = await findCase(trx, id);
    if (!found || isDeepStrictEqual(await excludedFrom(trx, found), excluded)) continue;
    await emit(trx, caseChanged, await casePayload(trx, found, app.now()));
  }
  return result;
}
