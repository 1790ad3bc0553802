import { mutantsOf } from './mutant.ts';

const create = 'src/field-work/submissions/create-field-submission.ts';
const said = 'src/field-work/submissions/place-of-visit.test.ts';
const read = 'src/registration/claim-subjects/visited-premises.test.ts';
const checked = 'src/case/visits/visited-subject.test.ts';

/** A visit is of a place that its agent confirms. */
export const mutants = [
  ...mutantsOf('services/operations', [
    [create, 'isOfPlace && row.is_final && row', 'isOfPlace && row', said],
    [
      create,
      "if (isOfPlace && row.is_final && row.is_place_confirmed === null) throw invalid('placeMatches', 'required');",
      '',
      said,
    ],
    [
      create,
      "if (!isOfPlace && row.is_place_confirmed !== null) throw invalid('placeMatches', 'not_allowed');",
      '',
      said,
    ],
    ['src/field-work/submissions/review-submission.ts', '    ...(placeMatches && { placeMatches }),\n', '', said],
  ]),
  ...mutantsOf('services/provider', [
    ['src/from-other-services/field-work/queries.ts', "    .where('assignee_id', '=', agentId)\n", '', read],
    ['src/from-other-services/field-work/queries.ts', "\n    .where('is_open', '=', true)", '', read],
  ]),
  ...mutantsOf('services/verification', [
    [
      'src/case/checks/record-check.ts',
      "claim_about === 'premises' && result !== 'failed'",
      "result !== 'failed'",
      'src/case/visits/field-visits.test.ts',
    ],
    [
      'src/case/checks/record-check.ts',
      "claim_about === 'premises' && result !== 'failed'",
      "claim_about === 'premises'",
      checked,
    ],
    ['src/case/checks/record-check.ts', 'if (cited && needsPlace && !cited.is_place_confirmed)', 'if (false)', checked],
    [
      'src/db/migrations/0011-visited-subject.sql',
      "\n      and (visited.about <> 'premises' or new.result = 'failed' or s.is_place_confirmed)",
      '',
      checked,
    ],
  ]),
];
