/** allowed.ts refers to kinds, because one value may be in many columns. */
export type Kind =
  | 'action id'
  | 'address'
  | 'alt'
  | 'appeal id'
  | 'area key'
  | 'audit id'
  | 'case id'
  | 'check id'
  | 'contact'
  | 'coordinate'
  | 'correction'
  | 'correction id'
  | 'decision id'
  | 'duplicate id'
  | 'duty id'
  | 'enquiry id'
  | 'escalation id'
  | 'device id'
  | 'dispute id'
  | 'evidence id'
  | 'grant id'
  | 'hash'
  | 'incident id'
  | 'installation id'
  | 'instructions'
  | 'intent id'
  | 'intent key'
  | 'interaction id'
  | 'label'
  | 'ledger id'
  | 'machinery'
  | 'message'
  | 'name id'
  | 'name key'
  | 'notification id'
  | 'object key'
  | 'observation'
  | 'override id'
  | 'own name'
  | 'own summary'
  | 'own website'
  | 'payment id'
  | 'person id'
  | 'photo id'
  | 'premises'
  | 'provider id'
  | 'reason'
  | 'receipt id'
  | 'recommendation id'
  | 'representation id'
  | 'report id'
  | 'review id'
  | 'response id'
  | 'sealed name'
  | 'selection id'
  | 'service area'
  | 'session id'
  | 'statement'
  | 'stored answer'
  | 'subject id'
  | 'submission id'
  | 'transition id'
  | 'version id'
  | 'visit id'
  | 'visit summary'
  | 'work item id'
  | 'work name';

const impersonalKinds: readonly Kind[] = ['area key', 'hash', 'intent key', 'machinery', 'name key', 'object key'];

/** Whether columns of the kind have the words or the id of a person. */
export function isPersonal(kind: Kind): boolean {
  if (kind === 'person id' || kind === 'installation id') return true;
  return !kind.endsWith(' id') && !impersonalKinds.includes(kind);
}

type Impersonal = { impersonal: string };

/** The reason of columns that have neither the words nor the id of a person. Others are in personal-data.ts. */
export function impersonal(reason: string): Impersonal {
  return { impersonal: reason };
}

// `private`: only actors in allowed.ts may see its values. `public`: all who may see the resource.
// `derived`: discloses nothing. The last two give a reason.
export type Table = {
  private?: Partial<Record<Kind, string>>;
  public?: Record<string, string | Impersonal>;
  derived?: Record<string, string | Impersonal>;
};
export type Tables = Record<string, Table>;
