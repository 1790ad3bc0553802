import { mutantsOf } from './mutant.ts';

const verified = 'src/directory/claim-verification/queries.ts';
const cards = 'src/directory/public-providers/queries.ts';
const endOfSubject = 'src/directory/public-providers/end-of-subject.ts';
const test = 'src/registration/claim-subjects/subjects-in-public.test.ts';

/** What the public reads of a claim whose subject ended. */
export const mutants = mutantsOf('services/provider', [
  [verified, 'case when e.ended_at is not null or c.status', 'case when c.status', test],
  [
    verified,
    'coalesce(e.ended_at, greatest(c.changed_at, withheld.since))',
    'greatest(c.changed_at, withheld.since, e.ended_at)',
    test,
  ],
  [verified, 'case when e.ended_at is null then c.superseded_by end', 'c.superseded_by', test],
  [cards, "case when e.ended_at is null then c.status else 'suspended' end", 'c.status', test],
  [cards, 'coalesce(e.ended_at, c.changed_at)', 'c.changed_at', test],
  [endOfSubject, ' and of_later.public_form is not null', '', test],
  [endOfSubject, ' and not exists (', ' and exists (', test],
  [endOfSubject, " and s.about = 'person'", '', test],
]);
