import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App } from './app.ts';
import { announceVersion } from './items/versions/announce-version.ts';
import { announceMediaState } from './public-media/announce-media.ts';
import { announceIntentState } from './upload/intents/announce.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'upload intent', table: 'upload_intent', key: 'id', announce: announceIntentState },
  { thing: 'evidence version', table: 'evidence_version', key: 'id', announce: announceVersion },
  { thing: 'public media', table: 'public_media', key: 'id', announce: announceMediaState },
];
