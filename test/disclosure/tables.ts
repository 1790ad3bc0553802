/** allowed.ts refers to kinds, because one value may be in many columns. */
export type Kind =
  | 'action id'
  | 'address'
  | 'appeal id'
  | 'audit id'
  | 'case id'
  | 'check id'
  | 'contact'
  | 'coordinate'
  | 'correction'
  | 'correction id'
  | 'decision id'
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
  | 'intent id'
  | 'intent key'
  | 'interaction id'
  | 'label'
  | 'ledger id'
  | 'machinery'
  | 'message'
  | 'notification id'
  | 'object key'
  | 'observation'
  | 'override id'
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
  | 'selection id'
  | 'service area'
  | 'session id'
  | 'statement'
  | 'submission id'
  | 'transition id'
  | 'version id'
  | 'visit id'
  | 'visit summary'
  | 'work item id';

// `private`: only actors in allowed.ts may see its values. `public`: all who may see the resource.
// `derived`: discloses nothing. The last two give a reason.
export type Table = {
  private?: Partial<Record<Kind, string>>;
  public?: Record<string, string>;
  derived?: Record<string, string>;
};
export type Tables = Record<string, Table>;
