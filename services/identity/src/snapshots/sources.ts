import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App } from '../app.ts';
import { announcePerson } from './announce-person.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'person', table: 'person', key: 'id', announce: announcePerson },
];
