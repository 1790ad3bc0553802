import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App } from '../app.ts';
import { announceRefusalsAgain } from '../case/refusals/announce-refusals.ts';
import { announceCase } from './announce-case.ts';
import { announceClaim } from './announce-claim.ts';
import { announceVisit } from './announce-visit.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'case', table: 'verification_case', key: 'id', announce: announceCase },
  { thing: 'claim', table: 'claim', key: 'id', announce: announceClaim },
  { thing: 'refusals', table: 'announced_refusals', key: 'provider_id', announce: announceRefusalsAgain },
  { thing: 'field visit', table: 'field_visit', key: 'id', announce: announceVisit },
];
