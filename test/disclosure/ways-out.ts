import type { Writings } from '@trust/personal-data/writings';

/**
 * How data of a person leaves a column. `exported` begins with `as` or `with` (as it is, in the part of the service), `in` (in
 * other words), `by` (the service that exports it) or `no:`. `erased` begins with `deleted` (with the event), `later` or `stays`; the last two give a
 * reason.
 */
export type WayOut = { exported: string; erased: string };

/** Whose data it is. `provider`: the owner of an individual's provider. `person`: anybody, whatever they are here. */
export type Owner = 'customer' | 'operator' | 'person' | 'provider' | 'representative';

/** `key`: the column or query (SQL) by which the rows of a person are found; null if no column finds them. */
export type Personal = { of: Owner; columns: string; key: string | null; out: WayOut };
export type PersonalTables = Record<string, readonly Personal[]>;

/** Columns with the id of a person: each is its own key. */
export function ids(of: Owner, columns: string, out: WayOut): Personal {
  return { of, columns, key: 'itself', out };
}

export function words(of: Owner, columns: string, key: string | null, out: WayOut): Personal {
  return { of, columns, key, out };
}

/** What an owner types about their provider: only an individual's is personal data (docs/domain/erasure.md 19). */
export function ofProvider(
  columns: string,
  exported = 'with the representation of an owner',
  key = 'provider_id',
): Personal {
  const erased = 'later: with the provider of an individual, once it is closed; an organisation’s is not personal';
  return { of: 'provider', columns, key, out: { exported, erased } };
}

const withWritings = 'as writings';
export const explains = 'stays: says why something was decided about others (docs/domain/erasure.md 22)';
export const writing = (erased: string): WayOut => ({ exported: withWritings, erased });

/** Adds what operators type in a service, unless the list says more of a column. */
export function andWritings(listed: PersonalTables, writings: readonly Writings[]): PersonalTables {
  const all: Record<string, readonly Personal[]> = { ...listed };
  for (const { table, by, texts } of writings) {
    const known = (all[table] ?? []).flatMap(({ columns }) => columns.split(' '));
    const others = texts.filter((text) => !known.includes(text)).join(' ');
    if (others) all[table] = [...(all[table] ?? []), words('operator', others, by, writing(explains))];
  }
  return all;
}

export const idStays = 'stays: an id that names nobody afterwards';
export const act: WayOut = {
  exported: 'by operations, in the audit entries of the person',
  erased: 'stays: says who acted, with an id that names nobody afterwards (docs/domain/erasure.md 22)',
};
export const duty: WayOut = {
  exported: 'no: follows the duties of an operator',
  erased: 'later: with the role or the duty',
};
export const short: WayOut = { exported: 'no: follows the work of an operator', erased: 'later: after a day' };
export const representation: WayOut = {
  exported: 'by provider, which owns it',
  erased: 'stays: ended by the event of provider; its id names nobody',
};
export const ofDocument: WayOut = {
  exported: 'by evidence, which owns it',
  erased: 'stays: the document or image is of the provider',
};
export const heldStepUp: WayOut = {
  exported: 'no: that a session opened the review of a case, for 30 minutes',
  erased: 'later: after 30 minutes',
};
export const operatorRecord: Personal[] = [
  ids('operator', 'user_id', { exported: 'by identity, which owns roles', erased: 'stays: records have the id' }),
  words('operator', 'work_name', 'user_id', {
    exported: 'by identity, which owns it',
    erased: 'deleted by the event of identity about the operator',
  }),
];
