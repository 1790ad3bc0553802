import { mutantsOf } from './mutant.ts';

const premises = 'src/registration/location/premises-consent.test.ts';
const takeDown = 'src/registration/claim-subjects/end-claim-subject.ts';
const subjects = 'src/registration/claim-subjects/claim-subjects.test.ts';

export const mutants = mutantsOf('services/provider', [
  ['src/registration/location/change-premises.ts', 'if (place && !mayShow) throw', 'if (false) throw', premises],
  ['src/registration/location/change-premises.ts', 'if (!isOwner) throw conflict(onlyOwnerEnds);', '', premises],
  ['src/registration/location/change-premises.ts', 'requireFreshSignIn(actor, at);', '', premises],
  ['src/registration/location/change-premises.ts', 'place === null || !mayShow', 'place === null', premises],
  ['src/registration/location/change-premises.ts', 'if (userId !== actor.userId) await', 'await', premises],
  [
    'src/registration/display-names/allowed-name.ts',
    "if (hasContact(text)) throw invalid(field, 'contact_not_allowed');",
    '',
    'src/registration/display-names/other-words.test.ts',
  ],
  [
    'src/registration/profile/change-profile.ts',
    "if (isOtherKind && edited.kind === 'individual') await endConsentsOfOthers(trx, app, edited, now());",
    '',
    premises,
  ],
  ['src/registration/location/queries.ts', "r.role = 'owner' and r.ended_at", 'r.ended_at', premises],
  [
    takeDown,
    "if (ended.some(({ about }) => about === 'premises')) await takeDownPremises(trx, app, provider);",
    '',
    subjects,
  ],
  [takeDown, "if (ended.some(({ about }) => about === 'premises')) await", 'await', subjects],
  [
    'src/registration/location/withdraw-premises.ts',
    "await tellOfChange(trx, { userId, providerId: provider.id }, 'premises_changed');",
    'void userId;',
    subjects,
  ],
  [
    'src/registration/location/withdraw-premises.ts',
    'await emitProviderChanged(trx, provider, await findParts(trx, provider.id));',
    '',
    subjects,
  ],
  [
    'src/registration/location/withdraw-premises.ts',
    'await refreshListing(trx, provider.id, app.now());',
    '',
    subjects,
  ],
  ['src/registration/location/withdraw-premises.ts', 'if (isHidden === false)', 'if (false)', premises],
  ['src/registration/location/withdraw-premises.ts', 'if (isHidden === false)', 'if (provider)', premises],
  [
    'src/personal-data/own-representations.ts',
    'and a.set_by = r.user_id and r.ended_at is null',
    'and r.ended_at is null',
    'src/personal-data/on-export-requested.test.ts',
  ],
  [
    'src/personal-data/own-representations.ts',
    'and a.set_by = r.user_id and r.ended_at is null',
    'and a.set_by = r.user_id',
    'src/personal-data/on-export-requested.test.ts',
  ],
]);
