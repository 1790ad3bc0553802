import { route } from '../app.ts';
import { ClaimKeys } from './schema.ts';

export const getJwks = route(
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    base: 'root',
    summary: 'The keys that signed claim cards verify against',
    description:
      'Fetch the keys again when a card names a `kid` that you do not have. A key stays listed while a card that it signed can be valid.',
    access: 'public',
    cache: 'public',
    alwaysOpen: true,
    responds: { status: 200, body: ClaimKeys },
  },
  async (_input, { signer }) => ({ keys: signer.publicKeys }),
);
