import { mutantsOf } from './mutant.ts';

/** What a session says of itself is what a request would get. */
export const mutants = mutantsOf('services/identity', [
  ['src/account/session/get-account-session.ts', 'hasFreshSignIn(actor, now()) ?', 'true ?', 'src/account/session'],
  ['src/account/session/get-account-session.ts', "session.kind === 'operator' ?", 'true ?', 'src/account/session'],
  ['src/account/session/get-account-session.ts', ".where('rotated_at', 'is', null)", '', 'src/account/session'],
  ['src/account/session/get-account-session.ts', ".where('state', '=', 'active')", '', 'src/account/session'],
  ['src/account/session/get-account-session.ts', ".where('ends_at', '>', now)", '', 'src/account/session'],
]);
