import { z } from 'zod';
import type { App } from '../../app.ts';
import { OverrideKind } from './schema.ts';

const fewest = 2;

/** The database refuses fewer than two approvals (docs/domain/overrides-and-emergency-actions.md 3). */
export const ApprovalsNeeded = z.partialRecord(OverrideKind, z.int().min(fewest).max(10));

export function approvalsNeeded(settings: App['overrideApprovals'], kind: OverrideKind): number {
  return settings[kind] ?? fewest;
}
