import { mutantsOf } from './mutant.ts';

const waits = 'src/case/refusals/waits.test.ts';
const standing = 'src/case/refusals/standing-refusals.ts';
const refusals = 'src/case/refusals/queries.ts';
const announce = 'src/case/refusals/announce-refusals.ts';
const beginAgain = 'src/registration/workspace/begin-again.ts';
const own = 'src/registration/workspace/begin-again.test.ts';

/** The workspace names the day from which verification opens the next case (docs/domain/provider-record.md 32, case.md 18, 19). */
export const mutants = [
  ...mutantsOf('services/verification', [
    [refusals, '(await listRefusals(db, of)).filter(({ is_grave }) => is_grave)', 'await listRefusals(db, of)', waits],
    [refusals, '(await listRefusals(db, of)).filter', '(await listRefusalsWhileAnswering(db, of)).filter', waits],
    [standing, 'claimType !== refusal.claim_type', 'false', waits],
    [announce, '{ refusals, waits })) return false', '{ refusals, waits: found.waits })) return false', waits],
    [
      'src/case/effects/effects.ts',
      "  if (state !== 'decided') await announceRefusalsAfterMove(trx, app, moved.provider_id);\n",
      '',
      waits,
    ],
  ]),
  ...mutantsOf('services/provider', [
    [beginAgain, 'claim.type === claimType && ', '', own],
    [beginAgain, " && (!isAboutPerson || claim.about === 'person')", '', own],
    [beginAgain, 'Math.max', 'Math.min', own],
    [beginAgain, 'last !== undefined || waitsUntil', 'last !== undefined', own],
    [beginAgain, 'time && time > at ?', 'time ?', own],
    ['src/from-other-services/cases/queries.ts', ', waits = excluded.waits', '', own],
  ]),
];
