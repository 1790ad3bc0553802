import { multiLine, Reason } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { z } from 'zod';
import { subjectTypes, TriageItem } from '../schema.ts';

export const TriageItemParams = z.object({ subjectType: z.enum(subjectTypes), subjectId: z.uuid() });
export type TriageItemParams = z.output<typeof TriageItemParams>;

export const TriageNext = z.object({ items: z.array(TriageItem) }).meta({ id: 'TriageNext' });

export const TriageSnooze = z.strictObject({ endsAt: z.iso.datetime(), reason: Reason }).meta({ id: 'TriageSnooze' });
export const TriageUnsnooze = z.strictObject({ reason: Reason }).meta({ id: 'TriageUnsnooze' });

export const TriageNoteCreate = z.strictObject({ text: multiLine(1, 2000) }).meta({ id: 'TriageNoteCreate' });
export const TriageNote = z
  .object({ id: z.uuid(), authorId: z.uuid(), text: z.string(), writtenAt: z.iso.datetime() })
  .meta({ id: 'TriageNote' });
export const TriageNotePage = Page(TriageNote).meta({ id: 'TriageNotePage' });
