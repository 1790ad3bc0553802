import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import type { App } from './app.ts';
import { announceAgent } from './field-work/announce.ts';
import { announceAction } from './interventions/emergency-actions/announce.ts';
import { announceHold } from './interventions/incidents/publication-hold.ts';
import { announceGate } from './interventions/overrides/publication-gate.ts';
import { announceDecision } from './moderation/announce.ts';

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'publication gate', table: 'publication_gate', key: 'position', announce: announceGate },
  { thing: 'publication hold', table: 'incident', key: 'id', announce: announceHold },
  { thing: 'emergency action', table: 'emergency_action', key: 'id', announce: announceAction },
  { thing: 'field work assignment', table: 'field_work_item', key: 'id', announce: announceAgent },
  { thing: 'moderation', table: 'moderation', key: 'id', announce: announceDecision },
];
