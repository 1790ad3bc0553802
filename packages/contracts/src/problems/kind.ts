import type { Text } from '../values/text.ts';

/** `same`: at once; `later`: after `Retry-After`; `changed`: after a change of request or state. */
export type Retry = 'same' | 'later' | 'changed' | 'never';

/** Message by code: what is wrong, then what to do. A code is never reused. */
export type FieldCodes = Readonly<Record<string, Text>>;

/** `when` (what happened) and `remedy` (what to do) form the default detail. */
export type ProblemKind = {
  status: number;
  retry: Retry;
  title: Text;
  when: Text;
  remedy: Text;
  /** All codes that `errors` can contain. With `field`, examples show the first code there. */
  codes?: FieldCodes;
  field?: string;
};
