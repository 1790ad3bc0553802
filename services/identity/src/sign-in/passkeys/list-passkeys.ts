import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
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
    query: PageQuery,
    responds: { status: 200, body: PasskeyPage },
  },
  async (input, { db, vault, cursors }) => {
    const { actor } = input;
    const sealer = await findSealer(db, vault, actor.userId);
    const rows = sealer ? await findPasskeys(db, actor.userId) : [];
    const passkeys = rows.map(({ id, sealed_name, is_synced, created_at, last_used_at }) => ({
      id,
      name: sealer?.open('passkey name', sealed_name) ?? '',
      synced: is_synced,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    }));
    return pageOfAll(input, cursors, passkeys, ({ id }) => id);
  },
);
