import { mutantsOf } from './mutant.ts';

const representatives = 'src/registration/representatives';
const oneOwner = `${representatives}/one-owner.test.ts`;
const oneOwnerMigration = 'src/db/migrations/0019-one-owner-of-an-individual.sql';

export const mutants = mutantsOf('services/provider', [
  [`${representatives}/accept-invitation.ts`, "provider.kind === 'individual' && open", 'false && open', oneOwner],
  [
    `${representatives}/accept-invitation.ts`,
    " && open.role === 'owner') return withdraw",
    ') return withdraw',
    oneOwner,
  ],
  [`${representatives}/create-representative.ts`, "provider.kind === 'individual' && role", 'false && role', oneOwner],
  [`${representatives}/create-representative.ts`, "'individual' && role === 'owner'", "'individual'", oneOwner],
  ['src/provider-record/assignments.ts', 'owners ?? 0) > 1', 'owners ?? 0) > 9', oneOwner],
  ['src/provider-record/assignments.ts', 'count(distinct user_id)::int', '1', oneOwner],
  ['src/provider-record/assignments.ts', "and state = 'sent' and expires_at", 'and false and expires_at', oneOwner],
  ['src/provider-record/assignments.ts', "role = 'owner' and state = 'sent'", "role = 'owner'", oneOwner],
  ['src/registration/profile/change-profile.ts', "body.kind === 'individual' && (await", 'false && (await', oneOwner],
  [oneOwnerMigration, "kind = 'individual' for update", 'false for update', oneOwner],
  [oneOwnerMigration, 'where provider_id = new.id and role', 'where false and role', oneOwner],
]);
