import { multiLine } from '@trust/contracts/free-text';
import { Page } from '@trust/contracts/page';
import { z } from 'zod';

export const TriageNoteCreate = z.strictObject({ text: multiLine(1, 2000) }).meta({ id: 'TriageNoteCreate' });
export const TriageNote = z
  .object({ id: z.uuid(), authorId: z.uuid(), text: z.string(), writtenAt: z.iso.datetime() })
  .meta({ id: 'TriageNote' });
export const TriageNotePage = Page(TriageNote).meta({ id: 'TriageNotePage' });
