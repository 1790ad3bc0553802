import { mutantsOf } from './mutant.ts';

const tests = 'src/review/withdrawn-consent.test.ts';
const file = 'src/from-other-services/consents/withdrawn-consent.ts';
const queries = 'src/from-other-services/consents/queries.ts';

export const mutants = mutantsOf('services/evidence', [
  [file, ' and not consent.granted', '', tests],
  [file, "'awaiting_correction', 'recommended'", "'awaiting_correction'", tests],
  [file, 'and undecided.state = any(${undecided}::case_state[])', '', tests],
  [file, ' and not undecided.is_review', '', tests],
  [file, 'where consent.person_id = version.uploaded_by', 'where true', tests],
  [queries, ".where('granted', '=', true)", '', tests],
  [queries, '.deleteFrom(', '.selectFrom(', 'src/from-other-services/consents/consent-at-upload.test.ts'],
]);
