import { Page } from '@trust/contracts/page';
import { multiLine } from '@trust/contracts/values/free-text';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';

export const TriageNoteCreate = z
  .strictObject({
    text: multiLine(1, 2000).meta({
      description: 'Plain text of 1 to 2000 characters. Write no personal data.',
      examples: ['The register of the school answers on weekdays only.'],
    }),
  })
  .meta({ id: 'TriageNoteCreate' });
export const TriageNote = z
  .object({
    id: z.uuid().describe('Identifier of the note.'),
    authorId: z.uuid().describe('Identifier of the operator who wrote it.'),
    authorName: OperatorName,
    text: z
      .string()
      .meta({ description: 'Plain text.', examples: ['The register of the school answers on weekdays only.'] }),
    writtenAt: z.iso.datetime().describe('When it was written.'),
  })
  .meta({ id: 'TriageNote' });
export const TriageNotePage = Page(TriageNote).meta({ id: 'TriageNotePage' });
