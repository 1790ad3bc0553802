import { exportRequested } from '@trust/contracts/events/identity';
import { ExportKey } from '@trust/contracts/values/export-key';
import { sealExportPart } from '@trust/personal-data/export-part';
import { once } from '@trust/service-kit/http/idempotency';
import { reply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { Problem } from '@trust/service-kit/problems/problem';
import { exportJWK, generateKeyPair } from 'jose';
import { type App, audit, route, type Sealer, type Trx } from '../../app.ts';
import { lockPerson, type PersonRow } from '../../people/persons.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { collectIdentityData } from './collect-identity-data.ts';
import { exportView } from './export-view.ts';
import { findExportSince, findParts, insertExport, insertParts } from './queries.ts';
import { DataExport } from './schema.ts';

const hour = 60 * 60 * 1000;
const lifetime = 7 * 24 * hour;

export const createDataExport = route(
  {
    method: 'post',
    path: '/account/exports',
    summary: 'Request an export of your data',
    description:
      'Each service adds its part, usually within seconds. `GET /account/exports/{exportId}` returns the JSON file for 7 days. One export per day: another request within 24 hours returns the same export.',
    access: 'session',
    stepUp: true,
    limit: 'account-export',
    responds: { status: 202, body: DataExport },
  },
  async (input, app) => {
    const { actor, idempotency } = input;
    return app.db.transact((trx) =>
      once(trx, idempotency, async () => {
        const person = await lockPerson(trx, actor.userId);
        const sealer = person && (await findSealer(trx, app.vault, person.id));
        if (!person || !sealer) throw new Problem('unauthenticated');
        const recent = await findExportSince(trx, person.id, new Date(app.now().getTime() - 24 * hour));
        const row = recent ?? (await requestExport(trx, app, person, sealer));
        await audit(trx, input, {
          objectType: 'data_export',
          objectId: row.id,
          after: { created: !recent },
        });
        return reply(await exportView(row, await findParts(trx, row.id), sealer), { status: 202, changed: !recent });
      }),
    );
  },
);

async function requestExport(trx: Trx, { vault, now, newId }: App, person: PersonRow, sealer: Sealer) {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv: 'X25519', extractable: true });
  const requestedAt = now();
  const row = {
    id: newId(),
    person_id: person.id,
    sealed_key: sealer.seal('export key', JSON.stringify(await exportJWK(privateKey))),
    requested_at: requestedAt,
    expires_at: new Date(requestedAt.getTime() + lifetime),
  };
  await insertExport(trx, row);
  const sealTo = ExportKey.parse(await exportJWK(publicKey));
  const pieces = await sealExportPart(
    await collectIdentityData(trx, { vault, sealer, person, now: requestedAt }),
    sealTo,
  );
  const place = { export_id: row.id, service: 'identity', total: pieces.length };
  await insertParts(
    trx,
    pieces.map((sealed, index) => ({ ...place, part: index + 1, sealed })),
  );
  await emit(trx, exportRequested, { exportId: row.id, userId: person.id, sealTo });
  return row;
}
