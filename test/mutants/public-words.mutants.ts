import { mutantsOf } from './mutant.ts';

const folder = 'src/registration/display-names';
const words = `${folder}/public-words.test.ts`;
const ask = `${folder}/ask-for-name.ts`;
const states = `${folder}/name-state.ts`;
const queries = `${folder}/queries.ts`;
const websites = `${folder}/public-website.test.ts`;
const tables = 'src/db/migrations/0006-display-names.sql';

export const mutants = mutantsOf('services/provider', [
  ['src/directory/public-providers/find-public-provider.ts', 'p.public_summary as summary', 'p.summary', words],
  ['src/listing/refresh-listing.ts', 'p.public_name, p.public_summary', 'p.public_name, p.summary', words],
  [`${folder}/apply-name-decision.ts`, 'public_summary: summary,', '', words],
  [ask, '{ name, summary, website, premisesId:', '{ name, summary: null, website, premisesId:', words],
  [ask, "'new_words' : 'new_name'", "'new_name' : 'new_name'", words],
  [states, 'summaryStateOf(provider), websiteStateOf', 'websiteStateOf', words],
  [states, ', websiteStateOf(provider)]', ']', websites],
  [states, 'provider.website === null ? null : ', '', websites],
  ['src/directory/public-providers/find-public-provider.ts', 'p.public_website as website', 'p.website', websites],
  [`${folder}/apply-name-decision.ts`, 'public_website: website,', '', websites],
  [`${folder}/get-display-name.ts`, 'website: words?.website ?? null', 'website: null', websites],
  ['src/registration/profile/change-profile.ts', 'isSummarised || isMoved', 'isSummarised', websites],
  ['src/personal-data/own-representations.ts', 'website: words?.website ?? null,', '', websites],
  [states, 'provider.summary === null ? null : ', '', words],
  [states, "  if (name_refusal !== null) return 'refused';", '', words],
  [queries, "wordsStateOf(provider, address?.isAccepted ?? null) === 'accepted'", 'true', words],
  [`${folder}/get-display-name.ts`, 'publicSummary: provider.public_summary', 'publicSummary: null', words],
  [`${folder}/get-display-name.ts`, 'summary: words?.summary ?? null', 'summary: null', words],
  ['src/registration/profile/change-profile.ts', 'isRenamed || isSummarised ||', 'isRenamed ||', words],
  [tables, 'if new.summary is null then', 'if false then', words],
  [tables, '(new.display_name, new.summary, new.website)', '(new.display_name, old.summary, new.website)', words],
  [tables, '(new.display_name, new.summary, new.website)', '(new.display_name, new.summary, old.website)', websites],
  [tables, 'if new.website is null then', 'if false then', websites],
  [tables, 'or new.website is not null and new.public_website is distinct from old.public_website', '', websites],
  [
    tables,
    '(new.public_name, new.public_summary, new.public_website)',
    '(new.public_name, new.public_summary, null::text)',
    websites,
  ],
  [tables, 'or new.summary is not null and new.public_summary is distinct from old.public_summary', '', words],
  [tables, '(new.public_name, new.public_summary,', '(new.public_name, null::text,', words],
]);
