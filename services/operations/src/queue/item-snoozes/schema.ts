import { Reason } from '@trust/contracts/free-text';
import { z } from 'zod';

export const TriageSnooze = z.strictObject({ endsAt: z.iso.datetime(), reason: Reason }).meta({ id: 'TriageSnooze' });
export const TriageUnsnooze = z.strictObject({ reason: Reason }).meta({ id: 'TriageUnsnooze' });
