import { randomUUIDv7 } from 'node:crypto';
import { representativeAssigned } from '@trust/contracts/events/representatives';
import type { RepresentativeRole } from '@trust/contracts/permissions';
import { openDb } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/outbox/outbox';
import { runningSettings } from '../deploy/local/settings/running-settings.ts';
import type { DB } from '../services/provider/src/db/schema.ts';
import { openNames } from '../services/provider/src/provider-record/names.ts';
import { endRepresentation } from '../services/provider/src/registration/representatives/end-representation.ts';
import { insertAssignment } from '../services/provider/src/registration/representatives/queries.ts';
import type { Platform } from './platform.ts';

type Assigned = { providerId: string; userId: string; role: RepresentativeRole };

export function assignerOn(platform: Platform) {
  const { DATABASE_URL: url = '', CLAIM_KEY_SECRET = '' } = runningSettings(platform.dataDir).services.provider;
  const app = { names: openNames(CLAIM_KEY_SECRET), newId: () => randomUUIDv7(), now: () => new Date() };
  const db = openDb<DB>({ url, max: 1 });
  return {
    async assign(assigned: Assigned): Promise<string> {
      const id = randomUUIDv7();
      await db.transact(async (trx) => {
        await insertAssignment(trx, { ...assigned, id, assignedAt: new Date() });
        await emit(trx, representativeAssigned, { ...assigned, assignmentId: id });
      });
      return id;
    },
    end: (assigned: Assigned) => db.transact((trx) => endRepresentation(trx, app, assigned, new Date())),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}
