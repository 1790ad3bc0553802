import { conflict } from '@trust/service-kit/problems/problem';
import { audit, command } from '../../app.ts';
import { findItemToChange } from '../items/find-open-item.ts';
import { TriageItemParams } from '../schema.ts';
import { noteView } from './note-view.ts';
import { countNotes, insertNote } from './queries.ts';
import { TriageNote, TriageNoteCreate } from './schema.ts';

const notesPerItem = 200;

export const createTriageNote = command(
  {
    method: 'post',
    path: '/operations/triage/{subjectType}/{subjectId}/notes',
    summary: 'Add a note to an item',
    description:
      'Plain text for other operators who see the item, 200 notes at most. Nobody can change or delete a note. Write no personal data and nothing of a document.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: TriageItemParams,
    body: TriageNoteCreate,
    responds: { status: 201, body: TriageNote, location: '/operations/triage/{subjectType}/{subjectId}/notes' },
    problems: ['not-found', 'taken', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, newId, calendar }, trx) => {
    const at = now();
    const row = await findItemToChange(trx, input.actor, input.params, { asOf: at, calendar });
    if ((await countNotes(trx, row.subject_id)) >= notesPerItem)
      throw conflict({
        en: `The item has ${notesPerItem} notes, and accepts no more. Escalate it.`,
        fr: `Cet élément compte déjà ${notesPerItem} notes et n’en accepte plus. Faites un signalement.`,
      });
    const note = await insertNote(trx, {
      id: newId(),
      subject_id: row.subject_id,
      subject_type: row.subject_type,
      author_id: input.actor.userId,
      text: input.body.text,
      written_at: at,
    });
    await audit(trx, input, {
      objectType: row.subject_type,
      objectId: row.subject_id,
      reason: 'Writes a note for the next operator.',
      after: { noteId: note.id, length: note.text.length },
    });
    return noteView(note);
  },
);
