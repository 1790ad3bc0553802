import { mutantsOf } from './mutant.ts';

const names = 'src/registration/display-names/display-names.test.ts';
const allowed = 'src/registration/display-names/allowed-name.test.ts';
const nameTables = 'src/registration/display-names/name-tables.test.ts';
const tables = 'src/db/migrations/0006-display-names.sql';

export const mutants = mutantsOf('services/provider', [
  ['src/registration/display-names/allowed-name.ts', 'invisible.test(text) ||', '', allowed],
  ['src/registration/display-names/allowed-name.ts', "text.normalize('NFKC') !== text ||", '', allowed],
  ['src/registration/display-names/allowed-name.ts', ' || !allowed.test(text)', '', allowed],
  ['src/registration/display-names/allowed-name.ts', '\\p{M}{0,3}', '\\p{M}*', allowed],
  [
    'src/registration/display-names/allowed-name.ts',
    '!ofOneScript.some((script) => script.test(word))',
    'false',
    allowed,
  ],
  ['src/registration/display-names/allowed-name.ts', "letters = text.replaceAll(' ', '')", 'letters = text', allowed],
  ['src/registration/display-names/allowed-name.ts', 'text.replace(/[01i3457]/g,', 'text.replace(/[]/g,', allowed],
  ['src/registration/display-names/allowed-name.ts', 'text.includes(` ${word} `)', 'false', allowed],
  [
    'src/registration/providers/create-provider.ts',
    '        await assertNameAllowed(trx, body.displayName);',
    '',
    allowed,
  ],
  [
    'src/registration/profile/change-profile.ts',
    "      await assertNameAllowed(trx, body.displayName ?? '');",
    '',
    allowed,
  ],
  ['src/registration/profile/change-profile.ts', '      requireFreshSignIn(actor, now());', '', names],
  ['src/registration/profile/change-profile.ts', ' && body.displayName !== before.display_name', '', names],
  ['src/provider-record/publishable.ts', 'provider.public_name === null', 'false', names],
  [
    'src/registration/activation/activate-if-complete.ts',
    "if (saved.state !== 'draft') await askForName(trx, app, saved, by);",
    '',
    names,
  ],
  ['src/registration/display-names/ask-for-name.ts', "  if (nameStateOf(provider) !== 'waiting') return;", '', names],
  [
    'src/registration/display-names/ask-for-name.ts',
    'if (waiting) await withdraw(trx, waiting.row.id, app.now());',
    '',
    names,
  ],
  [
    'src/registration/display-names/ask-for-name.ts',
    'if (waiting) await withdraw(trx, waiting.row.id, at);',
    '',
    names,
  ],
  ['src/registration/display-names/ask-for-name.ts', 'involved: [askedBy]', 'involved: []', names],
  ['src/registration/display-names/apply-name-decision.ts', "outcome === 'approved'", 'true', names],
  [
    'src/registration/display-names/apply-name-decision.ts',
    '  if (isAccepted) await keepEarlierName(trx, app, provider);',
    '',
    nameTables,
  ],
  [
    'src/registration/display-names/apply-name-decision.ts',
    '  if (isAccepted) await refreshListing(trx, provider.id);',
    '',
    names,
  ],
  ['src/registration/display-names/name-state.ts', "  if (name_refusal !== null) return 'refused';", '', names],
  [
    'src/registration/display-names/name-of-day.ts',
    '  if (public_name_id === null) return public_name;',
    '',
    nameTables,
  ],
  ['src/registration/display-names/queries.ts', "    .where('n.ended_at', '<=', at)", '', names],
  ['src/registration/display-names/queries.ts', ".orderBy('n.ended_at', 'desc')", ".orderBy('n.ended_at')", names],
  [
    'src/directory/public-providers/list-public-claims.ts',
    'isPast ? await nameOfDay(db, app, provider, at) : ',
    '',
    names,
  ],
  [
    'src/directory/public-providers/find-public-provider.ts',
    'p.public_name, p.public_name_id',
    'p.display_name as public_name, p.public_name_id',
    names,
  ],
  ['src/directory/search/search-listings.ts', 'p.public_name as display_name', 'p.display_name', names],
  ['src/listing/refresh-listing.ts', 'p.public_name, p.summary', 'p.display_name, p.summary', names],
  ['src/customers/enquiries/queries.ts', 'p.public_name as display_name', 'p.display_name', names],
  ['src/customers/reviews/queries.ts', 'v.public_name as display_name', 'v.display_name', 'src/customers/reviews'],
  ['src/personal-data/on-person-erased.ts', '  await deleteNameKey(trx, provider.id);', '', 'src/provider-record'],
  ['src/registration/workspace/readiness.ts', ' && name.isPublic', '', 'src/registration/workspace/readiness.test.ts'],
  [
    tables,
    "new.publication = 'published' and old.publication <> 'published' and new.public_name is null",
    'false',
    nameTables,
  ],
  [
    tables,
    "where id = new.public_name_id and provider_id = new.id and state = 'accepted'",
    'where id = new.public_name_id',
    nameTables,
  ],
  [tables, 'and new.public_name_id is distinct from old.public_name_id', '', nameTables],
  [tables, "where subject_id = new.id and state = 'decided' and outcome = 'approved'", '', nameTables],
  [tables, 'if new.public_name is not null then', 'if false then', nameTables],
]);
