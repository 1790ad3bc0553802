import type { App } from '../app.ts';
import type { ClaimAbout } from '../db/schema.ts';
import { openName } from './names.ts';

/** A subject with the key of its owner, from one query. */
export type SealedSubject = {
  subject_id: string | null;
  about: ClaimAbout | null;
  sealed_name: Buffer | null;
  name_owner_id: string | null;
  wrapped: Buffer | null;
  public_form: string | null;
};

export type PersonName = { givenName: string; familyName: string };

export function openRegisteredName(app: Pick<App, 'names'>, subject: SealedSubject): string | null {
  return subject.about === 'business' ? openText(app, subject) : null;
}

export function openPersonName(app: Pick<App, 'names'>, subject: SealedSubject): PersonName | null {
  const text = subject.about === 'person' ? openText(app, subject) : null;
  return text === null ? null : JSON.parse(text);
}

/** The name that a check confirmed, as everybody may read it: that of a person only in the form that they agreed to. */
export function checkedName(app: Pick<App, 'names'>, subject: SealedSubject): string | null {
  const person = subject.public_form === null ? null : openPersonName(app, subject);
  return person ? inForm(person, subject.public_form) : openRegisteredName(app, subject);
}

function inForm({ givenName, familyName }: PersonName, form: string | null): string {
  if (form === 'full_name') return `${givenName} ${familyName}`;
  const [first] = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(familyName);
  return `${givenName} ${first?.segment.toUpperCase() ?? ''}.`;
}

function openText(app: Pick<App, 'names'>, { subject_id, sealed_name, name_owner_id, wrapped }: SealedSubject) {
  if (!subject_id || !sealed_name || !name_owner_id) return null;
  return openName(app, { ownerId: name_owner_id, wrapped }, subject_id, sealed_name);
}
