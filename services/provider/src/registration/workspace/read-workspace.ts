import type { Requirement } from '@trust/contracts/events/catalog';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import type { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import type { CaseWait } from '@trust/contracts/reasons/standing-refusals';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import type { AvailabilityState, CaseState, ClaimAbout, EvidenceState, GateState } from '../../db/schema.ts';
import { type MissingClaim, missingClaimsOfSelection } from '../../listing/missing-claims.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { isAddressAccepted } from '../display-names/public-address.ts';

type Label = Record<string, string>;

export type NewerVersion = {
  id: string;
  number: number;
  requirements: Requirement[];
  takesEffectOn: string;
  activatedAt: string | null;
};

export type OfferedService = {
  categoryKey: string;
  label: Label;
  versionId: string;
  number: number;
  requirements: Requirement[];
  availability: { state: AvailabilityState; nextAvailableAt: string | null } | null;
  newer: NewerVersion[];
  missing: MissingClaim[];
};

export type CaseRow = {
  caseId: string;
  categoryKey: string;
  versionId: string | null;
  state: CaseState;
  awaitedKeys: string[] | null;
  dueAt: string | null;
  nextCaseAt: string | null;
  changedAt: string;
};
export type EvidenceRow = { caseId: string; requirementKey: string; state: EvidenceState; at: string };
export type ClaimRow = { categoryKey: string; requirementKey: string; validUntil: string };

export type MeasureRow = {
  measure: 'suspended' | 'withheld' | 'claim_withheld' | 'service_removed';
  categoryKey: string | null;
  reasonCode: MeasureReason | null;
  startedAt: string;
  endsAt: string | null;
};

export type WorkspaceRow = ProviderRow & {
  role: RepresentativeRole;
  private_base: boolean;
  public_premises: boolean;
  service_area: boolean;
  is_address_accepted: boolean | null;
  gate: GateState;
  consents: Record<string, string>;
  services: OfferedService[];
  cases: CaseRow[];
  evidence: EvidenceRow[];
  claims: ClaimRow[];
  measures: MeasureRow[];
  waits: CaseWait[];
  subjects: { about: ClaimAbout; isOwn: boolean; isAgreed: boolean }[];
  naming: { isOwn: boolean; expiresAt: string } | null;
};

const services = sql`
  select jsonb_agg(jsonb_build_object('categoryKey', s.category_key, 'label', c.label, 'versionId', v.id, 'number', v.number,
    'requirements', v.requirements,
    'availability', (select jsonb_build_object('state', a.state, 'nextAvailableAt', a.next_available_at)
      from availability a where a.selection_id = s.id),
    'newer', coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'requirements', n.requirements,
        'takesEffectOn', coalesce((n.activated_at at time zone 'UTC')::date, n.takes_effect_on), 'activatedAt', n.activated_at)
        order by n.number)
      from requirement_version n where n.category_key = s.category_key and n.number > v.number
        and (n.state = 'active' or n.state = 'draft' and n.takes_effect_on is not null)), '[]'),
    'missing', ${missingClaimsOfSelection}
  ) order by s.selected_at, s.id)
  from service_selection s
  join category c on c.key = s.category_key
  join requirement_version v on v.id = s.requirement_version_id
  where s.provider_id = p.id and s.state = 'active'`;

const cases = sql`
  select jsonb_agg(jsonb_build_object('caseId', k.case_id, 'categoryKey', k.category_key, 'versionId', k.requirement_version_id,
    'state', k.state, 'awaitedKeys', k.awaited_keys, 'dueAt', k.due_at, 'nextCaseAt', k.next_case_at, 'changedAt', k.changed_at) 
    order by coalesce(k.opened_at, k.changed_at), k.changed_at, k.case_id)
  from case_projection k where k.provider_id = p.id`;

const evidence = sql`
  select jsonb_agg(jsonb_build_object('caseId', e.case_id, 'requirementKey', e.requirement_key, 'state', e.state, 'at', e.at)
    order by e.at, e.evidence_version_id)
  from evidence_projection e where e.provider_id = p.id and e.state <> 'refused'`;

const claims = sql`
  select jsonb_agg(jsonb_build_object('categoryKey', l.category_key, 'requirementKey', l.requirement_key,
    'validUntil', l.valid_until) order by l.valid_until, l.claim_id)
  from claim l where l.provider_id = p.id and l.status = 'active'`;

const subjects = sql`
  select jsonb_agg(jsonb_build_object('about', s.about, 'isOwn', coalesce(s.user_id = r.user_id, false),
    'isAgreed', s.public_form is not null) order by s.about)
  from claim_subject s where s.provider_id = p.id and s.ended_at is null`;

/** The person who declined it sees none; everybody else sees one that waits. */
const namingAt = (at: Date) => sql`
  select jsonb_build_object('isOwn', n.user_id = r.user_id, 'expiresAt', n.expires_at)
  from person_naming n where n.provider_id = p.id and n.expires_at > ${at}
    and (n.user_id <> r.user_id or n.declined_at is null)`;

/** Operators took these measures; each is listed as long as it lasts. */
const measuresAt = (at: Date) => sql`
  select jsonb_agg(jsonb_build_object('measure', m.measure, 'categoryKey', m.category_key, 'reasonCode', m.reason_code,
    'startedAt', m.since, 'endsAt', m.ends_at) order by m.measure, m.since)
  from (
    (select 'suspended' as measure, null as category_key, t.reason_code, t.at as since, null::timestamptz as ends_at from provider_transition t
      where t.provider_id = p.id and t.transition = 'suspend' and p.state = 'suspended' order by t.at desc limit 1)
    union all
    (select 'withheld', null, w.reason_code, w.since, null from (
        select t.reason_code, t.at as since, false as by_hold from provider_transition t
        where t.provider_id = p.id and t.transition = 'withhold'
        union all select 'under_investigation', h.changed_at, true from publication_hold h
        where h.provider_id = p.id and h.has_withheld
      ) w where p.publication = 'withheld' order by w.by_hold desc, w.since desc limit 1)
    union all
    (select 'withheld', null, 'under_investigation', e.started_at, e.ends_at from emergency_action e
      where e.kind = 'suspend_provider_listing' and e.target_id = p.id and e.ends_at > ${at})
    union all
    (select 'claim_withheld', target.category_key, 'under_investigation', e.started_at, e.ends_at from emergency_action e
      join claim target on target.claim_id = e.target_id
      where e.ends_at > ${at} and e.kind = 'withhold_claim' and target.provider_id = p.id)
    union all
    select 'service_removed', l.category_key, l.removal_reason_code, l.removed_at, null from (
        select distinct on (category_key) * from service_selection s where s.provider_id = p.id
        order by category_key, selected_at desc, removed_at desc nulls first
      ) l where l.removed_by_operators
  ) m`;

export async function readWorkspace(
  db: Db,
  { providerId, userId, at }: { providerId: string; userId: string; at: Date },
): Promise<WorkspaceRow | undefined> {
  const { rows } = await sql<WorkspaceRow>`
    select p.*, r.role,
      exists (select from private_base where provider_id = p.id) as private_base,
      exists (select from public_premises where provider_id = p.id) as public_premises,
      exists (select from service_area where provider_id = p.id) as service_area,
      ${isAddressAccepted(sql`p.id`)} as is_address_accepted,
      (select state from publication_gate) as gate,
      (select coalesce(jsonb_object_agg(c.policy_key, c.version), '{}') from upload_consent c
        where c.person_id = r.user_id and c.granted) as consents,
      coalesce((${services}), '[]') as services, coalesce((${cases}), '[]') as cases,
      coalesce((${evidence}), '[]') as evidence, coalesce((${claims}), '[]') as claims,
      coalesce((select r.waits from refusal_projection r where r.provider_id = p.id), '[]') as waits,
      coalesce((${measuresAt(at)}), '[]') as measures, coalesce((${subjects}), '[]') as subjects,
      (${namingAt(at)}) as naming
    from provider p
    join representative r on r.provider_id = p.id and r.user_id = ${userId} and r.ended_at is null
    where p.id = ${providerId}`.execute(db);
  return rows[0];
}
