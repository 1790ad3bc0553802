import type { Text } from '@trust/contracts/values/text';
import type { NotificationGroup } from './groups.ts';

/** A tap opens one of these. Those of one thing need its id in the data; operators get `work`. */
export type Target =
  | 'case'
  | 'claim'
  | 'media'
  | 'enquiry'
  | 'review'
  | 'dispute'
  | 'report'
  | 'workspace'
  | 'sessions'
  | 'account'
  | 'work';
export type Entry = { group: NotificationGroup; target: Target; title: Text };
