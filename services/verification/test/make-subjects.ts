import { randomUUID } from 'node:crypto';
import type { PayloadOf } from '@trust/contracts/event';
import { claimSubjectEnded, claimSubjectNamed } from '@trust/contracts/events/claims';
import { requirementsOf } from '../src/case/record/requirements.ts';
import type { Verification } from './service.ts';

type About = PayloadOf<typeof claimSubjectNamed>['about'];
/** Null: as an earlier release announces it. */
type Kind = 'individual' | 'organisation' | null;
type Named = Pick<PayloadOf<typeof claimSubjectNamed>, 'sameNameSubjectId' | 'isOnePerson'>;
type Naming = { kind?: Kind; personId?: string; at?: Date };

/** As the provider service announces a registered name, a person responsible or premises. */
export async function nameSubject(
  service: Verification,
  providerId: string,
  about: About,
  { kind = 'organisation', personId, at = service.clock.now, ...named }: Naming & Named = {},
): Promise<string> {
  const subjectId = randomUUID();
  const occurredAt = at.toISOString();
  const of = about === 'business' && kind ? { providerKind: kind } : {};
  const who = personId ? { personId } : {};
  await service.deliver(claimSubjectNamed, { subjectId, providerId, about, ...of, ...who, ...named, occurredAt });
  return subjectId;
}

/** Ends the current subject and returns its id. */
export async function endSubject(
  service: Verification,
  providerId: string,
  about: About,
  reason: PayloadOf<typeof claimSubjectEnded>['reason'] = 'replaced',
): Promise<string> {
  const { id: subjectId } = await service.db
    .selectFrom('claim_subject')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('about', '=', about)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(claimSubjectEnded, { subjectId, providerId, about, reason, occurredAt });
  return subjectId;
}

/** What the case shows as the current subject of a requirement, and what its claim is about. */
export async function shownSubject(service: Verification, caseId: string, requirementKey = '') {
  const row = (await requirementsOf(service.db, [caseId])).find(({ key }) => key === requirementKey);
  return { about: row?.claim_about, subjectId: row?.subject_id ?? null };
}

export async function subjectOf(
  service: Verification,
  caseId: string,
  requirementKey?: string,
): Promise<string | null> {
  return (await shownSubject(service, caseId, requirementKey)).subjectId;
}
