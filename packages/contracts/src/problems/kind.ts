import type { Text } from '../text.ts';

/**
 * Whether a retry can succeed: `same`, the same request at once; `later`, the same request after
 * `Retry-After`; `changed`, after the request or the state has changed; `never`.
 */
export type Retry = 'same' | 'later' | 'changed' | 'never';

/** `errors[].code` with its message: what is wrong, then what to do. A code is never reused. */
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
