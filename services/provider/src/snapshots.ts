import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App } from './app.ts';
import { announceCategory } from './catalog/announce-category.ts';
import { announceRequest } from './provider-record/moderation/request-moderation.ts';
import { announceProvider } from './registration/snapshots/announce-provider.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'category', table: 'category', key: 'key', announce: announceCategory },
  { thing: 'provider', table: 'provider', key: 'id', announce: announceProvider },
  { thing: 'moderation request', table: 'moderation_request', key: 'id', announce: announceRequest },
];
