import { openBus } from '@trust/service-kit/bus/bus';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import type { World } from '../authorization/world.ts';
import { canaryReason, canaryValues } from './canary-values.ts';

/** The presence of these messages shows that the log is complete. */
export const refusals = {
  'postgres.log': ['private_base_address_label_check', 'evidence_version_pkey', 'override_asks_for_one_thing'],
  'nats-server.log': ['Publish Violation'],
};

/** Sends private values that Postgres and NATS reject and log. */
export async function provokeServerRefusals({ platform }: World): Promise<void> {
  const refused = async (run: Promise<unknown>) => {
    const outcome = await run.then(
      () => 'accepted',
      () => 'refused',
    );
    if (outcome === 'accepted') throw new Error('A statement that breaks a constraint was accepted.');
  };
  await refused(platform.rows('provider', 'update private_base set address_label = repeat(address_label, 20)'));
  await refused(platform.rows('evidence', 'insert into evidence_version select * from evidence_version'));
  await refused(
    platform.rows(
      'operations',
      `insert into override_request (id, kind, action, reason, requester_id, requested_at, expires_at)
       values (gen_random_uuid(), 'publication-gate', 'neither', '${canaryReason('a check')}', gen_random_uuid(), now(), now() + interval '72 hours')`,
    ),
  );
  const { NATS_URL: url = '', NATS_PASSWORD: password = '' } = runningSettings(platform.dataDir).services.provider;
  await using bus = await openBus({ url, name: 'provider', password });
  bus.nc.publish('evidence.version.confirmed.v1', JSON.stringify({ label: canaryValues.baseLabel }));
  await bus.nc.flush();
}
