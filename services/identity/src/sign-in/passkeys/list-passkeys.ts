import { route } from '../../app.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { findPasskeys } from './of-person.ts';
import { PasskeyPage } from './schema.ts';

export const listPasskeys = route(
  {
    method: 'get',
    path: '/account/passkeys',
    summary: 'List your passkeys',
    description: 'Oldest first; at most ten.',
    access: 'session',
    responds: { status: 200, body: PasskeyPage },
  },
  async ({ actor }, { db, vault }) => {
    const sealer = await findSealer(db, vault, actor.userId);
    const rows = sealer ? await findPasskeys(db, actor.userId) : [];
    return {
      items: rows.map(({ id, sealed_name, is_synced, created_at, last_used_at }) => ({
        id,
        name: sealer?.open('passkey name', sealed_name) ?? '',
        synced: is_synced,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at?.toISOString() ?? null,
      })),
      nextCursor: null,
    };
  },
);
