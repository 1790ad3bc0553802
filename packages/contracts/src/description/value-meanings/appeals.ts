import { appealGrounds } from '../../reasons/appeal-grounds.ts';
import type { Vocabulary } from './vocabulary.ts';

const appealState: Vocabulary = {
  submitted: 'Submitted; nobody examines it yet.',
  in_review: 'Somebody examines it.',
  upheld: 'The appealed decision was confirmed. Final.',
  overturned: 'A new decision replaces the appealed one. Final.',
  partly_overturned: 'A new decision replaces a part of the appealed one. Final.',
  inadmissible: 'The appeal could not be examined. Final.',
  withdrawn: 'A representative withdrew it. Final.',
};
const grounds: Vocabulary = Object.fromEntries(Object.entries(appealGrounds).map(([ground, { en }]) => [ground, en]));

export const appealValues: Record<string, Vocabulary> = {
  grounds,
  'Appeal.state': appealState,
  'OperatorAppeal.state': appealState,
  'AppealReceipt.state': appealState,
  'AppealDecisionCreate.outcome': appealState,
  'verification.appeal.changed.v1.state': appealState,
  'verification.appeal.snapshot.v1.state': appealState,
  'Appeal.view': { provider: 'For representatives: no operator and no private reason.' },
  'OperatorAppeal.view': { operator: 'For operators.' },
};
