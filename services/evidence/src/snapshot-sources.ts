import { uploadIntentSnapshot } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App, Trx } from './app.ts';
import { announceVersion } from './items/versions/announce-version.ts';
import { announceMediaState } from './public-media/announce-media.ts';
import { lockIntent } from './snapshots/queries.ts';
import { intentPayload } from './upload/intents/announce.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'upload intent', table: 'upload_intent', key: 'id', announce: announceIntentState },
  { thing: 'evidence version', table: 'evidence_version', key: 'id', announce: announceVersion },
  { thing: 'public media', table: 'public_media', key: 'id', announce: announceMediaState },
];

async function announceIntentState(trx: Trx, intentId: string): Promise<void> {
  const intent = await lockIntent(trx, intentId);
  if (intent?.purpose === 'evidence') await emit(trx, uploadIntentSnapshot, intentPayload(intent, intent.state));
}
