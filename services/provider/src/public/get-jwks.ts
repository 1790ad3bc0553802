import { route } from '../app.ts';
import { ClaimKeys } from './schema.ts';

export const getJwks = route(
  {
    method: 'get',
    path: '/.well-known/jwks.json',
    base: 'root',
    summary: 'The keys that signed claim cards verify against',
    access: 'public',
    cache: 'public',
    alwaysOpen: true,
    responds: { status: 200, body: ClaimKeys },
  },
  async (_input, { signer }) => ({ keys: signer.publicKeys }),
);
