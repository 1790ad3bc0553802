import { z } from 'zod';
import { overrideKinds } from './schema.ts';

const fewest = 2;

/** Approvals that an override needs, by kind. The database refuses fewer than two (contract §2). */
export const ApprovalsNeeded = z.partialRecord(z.enum(overrideKinds), z.int().min(fewest).max(10));
export type ApprovalsNeeded = z.output<typeof ApprovalsNeeded>;

export function approvalsNeeded(settings: ApprovalsNeeded, kind: (typeof overrideKinds)[number]): number {
  return settings[kind] ?? fewest;
}
