import { valueList } from './values/value-list.ts';

/** What an operator decides on the request of another. */
export const RequestDecision = valueList('requestDecision', {
  approve: { en: 'Approve', fr: 'Approuver', means: 'Approves the request.' },
  reject: { en: 'Reject', fr: 'Rejeter', means: 'Rejects the request.' },
});
