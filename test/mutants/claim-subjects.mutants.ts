import { mutantsOf } from './mutant.ts';

const subjects = 'src/registration/claim-subjects';
const representatives = 'src/registration/representatives';
const kind = `${subjects}/provider-kind.test.ts`;
const kindOfCheck = 'src/case/checks/provider-kind.test.ts';
const record = 'src/case/checks/record-check.ts';
const kindMigration = 'src/db/migrations/0013-provider-kind.sql';
const interventions = 'src/interventions';
const migration = 'src/db/migrations/0006-claim-subjects.sql';
const earlierDocument = 'src/case/checks/earlier-document.test.ts';
const earlierEvidence = 'src/case/review/earlier-evidence.test.ts';
const explained = 'src/case/checks/explained.ts';
const documents = 'src/db/migrations/0017-earlier-documents.sql';
const visits = 'src/case/visits/visited-subject.test.ts';
const planned = 'src/db/migrations/0014-planned-visits.sql';
const visited = 'src/db/migrations/0011-visited-subject.sql';
const mediaOf = 'src/from-other-services/public-media/media-of.ts';
const photos = 'src/directory/claim-verification/presented-photo.test.ts';
const publication = 'src/db/migrations/0001-providers.sql';

export const mutants = [
  ...mutantsOf('services/provider', [
    ['src/listing/is-in-effect.ts', "s.ended_at is null and (s.about <> 'person'", "(s.about <> 'person'", subjects],
    [
      'src/listing/is-in-effect.ts',
      "s.ended_at is null and (s.about <> 'person' or s.public_form is not null)",
      's.ended_at is null',
      subjects,
    ],
    ['src/listing/is-in-effect.ts', '(s.ended_at is null or s.ended_at > ${at})', 'true', subjects],
    ['src/listing/refresh-listing.ts', 'and ${isInEffect(sql`c.subject_id`)}', '', subjects],
    ['src/from-other-services/claims/active-claims.ts', ' and ${isInEffect(sql`c.subject_id`)}', '', subjects],
    ['src/provider-record/claim-subjects.ts', 'await refreshListing(trx, ending.providerId, end.at)', '', subjects],
    [
      'src/provider-record/claim-subjects.ts',
      'if (claims.every((id) => endsClaimIds.includes(id))) return;',
      'return;',
      subjects,
    ],
    [
      'src/directory/claim-verification/queries.ts',
      "and (c.subject_id is null or s.about <> 'person' or s.public_form is not null)",
      '',
      subjects,
    ],
    [
      'src/registration/representatives/end-representation.ts',
      "await endSubjects(trx, { providerId, userId }, { reason: 'left', at });",
      '',
      subjects,
    ],
    [`${representatives}/delete-representative.ts`, 'person?.user_id === userId', 'false', subjects],
    [
      'src/registration/location/change-premises.ts',
      'if (isMoved) await endWithClaims',
      'if (false) await endWithClaims',
      subjects,
    ],
    ['src/registration/claim-subjects/put-public-name.ts', 'if (person.id !== body.subjectId)', 'if (false)', subjects],
    ['src/registration/claim-subjects/put-public-name.ts', 'person?.user_id !== actor.userId', '!person', subjects],
    [
      'src/registration/responsible-person/put-responsible-person.ts',
      " && person.role !== 'owner'",
      ' && false',
      subjects,
    ],
    [
      'src/registration/claim-subjects/end-claim-subject.ts',
      'await assertImpartial(trx, actor, { providerId, at });',
      '',
      subjects,
    ],
    ['src/from-other-services/cases/queries.ts', ' and ${assigneeId} = any(assignee_ids)', '', subjects],
    [
      'src/from-other-services/cases/queries.ts',
      'duties.filter(({ duty }) => hasWork(duty, state))',
      'duties',
      `${subjects}/claim-subjects.test.ts`,
    ],
    [
      '/packages/contracts/src/cases/work-states.ts',
      "decide: ['recommended']",
      "decide: ['recommended', 'decided', 'under_appeal']",
      `${subjects}/claim-subjects.test.ts`,
    ],
    [
      '/packages/contracts/src/cases/work-states.ts',
      "'awaiting_correction', 'recommended']",
      "'awaiting_correction', 'recommended', 'decided']",
      `${subjects}/claim-subjects.test.ts`,
    ],
    [
      'src/registration/profile/change-profile.ts',
      'if (isOtherKind)\n      await endSubjects',
      'if (false)\n      await endSubjects',
      subjects,
    ],
    [
      'src/registration/location/queries.ts',
      'st_equals(position::geometry, (${point(place)})::geometry)',
      'true',
      subjects,
    ],
    ['src/personal-data/on-person-erased.ts', 'await deleteNameKey(trx, personId);', '', subjects],
    [
      `${subjects}/subjects-view.ts`,
      "subject.about === 'premises' ? place : null",
      'null',
      `${subjects}/claim-subjects.test.ts`,
    ],
    [`${subjects}/queries.ts`, 'from public_premises', 'from private_base', `${subjects}/claim-subjects.test.ts`],
    [mediaOf, ' and person.user_id = m.uploader_id', '', photos],
    [mediaOf, 'and person.ended_at is null', '', photos],
    [mediaOf, ' and person.named_at <= m.published_at', '', photos],
    [
      'src/directory/claim-verification/presented-provider.ts',
      "claim.about === 'person' && claim.subject_user_id !== photo?.uploader_id",
      'false',
      photos,
    ],
    [`${subjects}/subjects-view.ts`, "business?.provider_kind === 'organisation' && name", 'name', kind],
    [`${subjects}/subjects-view.ts`, 'providerKind: subject.provider_kind', 'providerKind: null', kind],
    [`${subjects}/subjects-view.ts`, 'isBusiness && saysSoleTrader', 'false', kind],
    [`${subjects}/is-of-sole-trader.ts`, 'said.includes(` ${form} `)', 'said.includes(form)', kind],
    ['src/provider-record/claim-subjects.ts', "about === 'business' ? kind : null", 'kind', kind],
    [
      'src/registration/snapshots/announce-provider.ts',
      '...(providerKind && { providerKind }),',
      '',
      '/test/snapshots',
    ],
    [publication, 'and (c.subject_id is null or s.ended_at is null', 'and (true or s.ended_at is null', subjects],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/case/review/queries.ts',
      's.id = g.subject_id and s.ended_at <= c.opened_at',
      'false',
      'src/interventions/on-claim-subject-changed.test.ts',
    ],
    ['src/case/review/queries.ts', 's.ended_at <= c.opened_at', 's.ended_at is not null', earlierEvidence],
    [
      'src/case/review/queries.ts',
      'and not exists (select from case_evidence x where x.case_id = c.id and x.claim_id = g.id)',
      '',
      earlierEvidence,
    ],
    ['src/case/review/queries.ts', 'x.case_id = c.id and x.claim_id = g.id', 'x.claim_id = g.id', earlierEvidence],
    [record, 'if (!isOfBusiness && providerKind !== null) throw', 'if (false) throw', kindOfCheck],
    [record, 'isOfBusiness && subjectId !== null && providerKind === null', 'false', kindOfCheck],
    [record, 'subjectId !== null && providerKind === null', 'providerKind === null', kindOfCheck],
    ['src/case/record/requirements.ts', 'current === null || named === current', 'true', kindOfCheck],
    ['src/case/record/requirements.ts', 'current === null || named === current', 'named === current', kindOfCheck],
    [
      'src/from-other-services/claim-subjects.ts',
      'sql`coalesce(${sql.ref(`claim_subject.${column}`)}, ${sql.ref(`excluded.${column}`)})`',
      'sql`${sql.ref(`excluded.${column}`)}`',
      kindOfCheck,
    ],
    [kindMigration, 'provider_kind is distinct from new.provider_kind', 'false', kindOfCheck],
    [kindMigration, 'old.provider_kind is not null and', 'false and', kindOfCheck],
    ['src/case/record/requirements.ts', "code: 'subject_changed'", "code: 'subject_missing'", interventions],
    [
      'src/case/record/requirements.ts',
      "if (current === null) return [{ field, code: 'subject_missing' }];",
      '',
      interventions,
    ],
    ['src/outcome/decisions/lines.ts', 'if (subject.length > 0) return subject;', '', interventions],
    ['src/outcome/claims/stands-against.ts', 'if (await hasSubjectEnded(trx, claim)) return true;', '', interventions],
    ['src/interventions/on-override-approved.ts', ' || (await hasSubjectEnded(trx, claim))', '', interventions],
    [
      'src/interventions/on-claim-subject-changed.ts',
      'const claims = await lockActiveClaimsAbout(trx, subjectId);',
      'const claims: ClaimRow[] = [];',
      interventions,
    ],
    [
      'src/outcome/claims/open-review.ts',
      "{ kind: 'review', reviewedCaseId, ...(cause && { cause }) }",
      "{ kind: 'initial' }",
      interventions,
    ],
    [migration, "new.to_state = 'active' and s.ended_at is not null", 'false', interventions],
    [
      migration,
      'create trigger count_revision after insert or update on claim_subject',
      'create trigger count_revision after delete on claim_subject',
      interventions,
    ],
    ['src/case/checks/record-check.ts', 'subjectId === null || subject_id === subjectId', 'true', visits],
    ['src/case/checks/record-check.ts', 'subjectId === null || subject_id', 'subject_id', visits],
    [
      'src/case/checks/record-check.ts',
      "submissions.length === 0 ? 'field_submission_missing' : ",
      '',
      'src/case/checks',
    ],
    [explained, 'requirement.is_of_earlier_subject && check', 'check', earlierDocument],
    [explained, "judged.filter(({ check }) => check.result !== 'failed')", 'judged', earlierDocument],
    ['src/outcome/decisions/lines.ts', ".filter(({ result }) => result === 'granted')", '', 'src/case/checks'],
    [
      'src/outcome/decisions/lines.ts',
      '=> ({ field: resultOf(requirement, claims), check, requirement })',
      "=> ({ field: '', check: { ...check, earlier_document_reason: '' }, requirement })",
      'src/case/checks',
    ],
    [
      'src/case/review/create-recommendation.ts',
      '.filter(({ requirement_key }) => requirement_key === requirement.key)',
      '.filter(() => false)',
      'src/case/checks',
    ],
    [explained, 'requirement.is_of_earlier_subject && earlierDocumentReason', 'earlierDocumentReason', earlierDocument],
    [documents, 's.ended_at > e.confirmed_at', 's.ended_at is not null', 'src/interventions'],
    [documents, 's.about = of_about and ', '', earlierDocument],
    [
      documents,
      'alter table case_check enable always trigger',
      'alter table case_check disable trigger',
      earlierDocument,
    ],
    [
      'src/interventions/on-claim-subject-changed.ts',
      'if (!(await replacesSubject(trx, named))) await',
      'await',
      earlierDocument,
    ],
    ['src/from-other-services/claim-subjects.ts', ' and r.claim_about = ${about}', '', earlierDocument],
    ['src/case/review/create-recommendation.ts', ' && visit.subject_id === subject_id', '', visits],
    [
      'src/case/visits/create-field-visit.ts',
      'if (subjectId !== null && !isVisited) return',
      'if (!isVisited) return',
      visits,
    ],
    [planned, 'is_current_subject(s.id, c.provider_id, r.claim_about)', 'true', visits],
    [visited, ' and v.subject_id = new.subject_id', '', visits],
    [visited, 'and is_current_subject(v.subject_id, k.provider_id, r.claim_about)', '', visits],
  ]),
];
