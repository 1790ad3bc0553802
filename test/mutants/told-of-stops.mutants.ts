import { mutantsOf } from './mutant.ts';

const told = 'src/customers/enquiries/told-of-stops.test.ts';
const hidden = 'src/listing/held-categories.test.ts';
const stopped = 'src/customers/enquiries/stopped-provider.test.ts';
const migration = 'src/db/migrations/0042-told-customers.sql';
const removal = 'src/registration/services/remove-service.ts';
const tell = 'src/listing/tell-customers.ts';
const holds = 'src/listing/record-holds.ts';
const measures = 'src/provider-record/measures.ts';
const ended = 'src/from-other-services/claims/on-claim-changed.ts';
const claims = 'src/from-other-services/claims/queries.ts';
const subjects = 'src/registration/claim-subjects/queries.ts';
const view = 'src/customers/enquiries/enquiry-view.ts';

/** Customers are told what ended before they let somebody in (docs/domain/enquiry.md 31). */
export const mutants = mutantsOf('services/provider', [
  [view, 'provider !== undefined && findPublicClaim', 'findPublicClaim', told],
  [view, '&& findPublicClaim(db, provider_id, category_key, at)', '', told],
  [removal, 'await tellCustomersOfStop(trx, { providerId, categoryKey,', 'void (trx, { providerId, categoryKey,', told],
  [removal, '{ providerId, categoryKey, isForSafety', '{ providerId, categoryKey: null, isForSafety', told],
  [removal, 'mayBeAboutSafety(reasonCode)', 'false', told],
  [removal, 'mayBeAboutSafety(reasonCode)', 'true', told],
  [measures, 'mayBeAboutSafety(reasonCode)', 'false', told],
  [measures, 'mayBeAboutSafety(reasonCode)', 'true', told],
  [measures, "'under_investigation', null]", "'under_investigation']", told],
  [measures, "['safety_concern', 'under", "['under", told],
  [tell, "isForSafety ? 'told.safety_told_at' : 'told.stop_told_at'", "'told.stop_told_at'", told],
  [tell, "isForSafety ? 'told.safety_told_at' : 'told.stop_told_at'", "'told.safety_told_at'", told],
  [tell, 'case when ${isForSafety} then', 'case when true then', told],
  [holds, 'isForSafety: true', 'isForSafety: false', told],
  [holds, 'await tellCustomersOfStop(', 'void (', told],
  [holds, '.filter(({ has_begun }) => has_begun)', '', hidden],
  ['src/from-other-services/publication/apply-publication-hold.ts', 'isForSafety: true', 'isForSafety: false', told],
  [
    'src/from-other-services/emergency-actions/apply-emergency-action.ts',
    'isForSafety: true',
    'isForSafety: false',
    told,
  ],
  [ended, '(seen || hidesCategory)', 'true', told],
  [ended, '(seen || hidesCategory)', 'seen', told],
  [ended, 'isForSafety = doubts.includes(changeReason)', 'isForSafety = hidesCategory', told],
  [ended, 'isForSafety = doubts.includes(changeReason)', 'isForSafety = true', told],
  [claims, "c.status = 'active'", 'true', told],
  [claims, 'c.valid_until > ${at}', 'true', told],
  [claims, "s.about is distinct from 'person'", 'true', told],
  [claims, "s.about is distinct from 'person'", 'false', told],
  [ended, 'hidesCategory ? null : (seen?.public_until ?? null)', 'null', told],
  [ended, 'hidesCategory ? null : (seen?.public_until ?? null)', 'seen?.public_until ?? null', told],
  [claims, ' or s.public_form is not null', '', told],
  [claims, ' or s.public_until >= c.valid_from', '', told],
  [claims, ' or s.public_until >= c.valid_from', ' or s.public_until is not null', told],
  [tell, 'or sent_at <= ${sentUntil}', 'or true', told],
  [tell, ' or ${wasClosedAfterHandoff(at)}', '', stopped],
  [tell, "ended_at > ${at}::timestamptz - interval '30 days'", 'ended_at is not null', stopped],
  [tell, "interval '30 days'", "interval '20 days'", stopped],
  [tell, '  and exists (select from interaction i where i.enquiry_id = enquiry.id)\n', '', stopped],
  [tell, 'and not exists (select from erased_person', 'and true or not exists (select from erased_person', stopped],
  [migration, 'to_jsonb(new) - told is distinct from to_jsonb(old) - told', 'new is distinct from old', stopped],
  [migration, 'to_jsonb(new) - told is distinct from to_jsonb(old) - told', 'false', stopped],
  [
    migration,
    ' or new.stop_told_at is not distinct from old.stop_told_at',
    '',
    'src/customers/enquiries/enquiry-states.test.ts',
  ],
  [subjects, 'public_form: form, consented_at: at, public_until: null', 'public_form: form, consented_at: at', told],
  [subjects, 'consented_at: null, public_until: until', 'consented_at: null', told],
  [claims, 'and not ${isHeldBack(sql`c.provider_id`, sql`c.category_key`)}', '', told],
]);
