import type { Trx } from '../../app.ts';

export async function withdrawProviderVersions(trx: Trx, providerId: string, at: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('evidence_processing')
    .set({ state: 'withdrawn', next_scan_at: null, changed_at: at })
    .where('state', 'in', ['pending_scan', 'available', 'unscannable'])
    .where('version_id', 'in', (query) =>
      query
        .selectFrom('evidence_version as version')
        .innerJoin('evidence_item as item', 'item.id', 'version.evidence_id')
        .select('version.id')
        .where('item.provider_id', '=', providerId),
    )
    .returning('version_id')
    .execute();
  return rows.map((row) => row.version_id).sort();
}

export async function recordErasedProvider(trx: Trx, providerId: string, at: Date): Promise<void> {
  await trx
    .insertInto('erased_provider')
    .values({ provider_id: providerId, erased_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
