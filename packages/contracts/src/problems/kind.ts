import type { Text } from '../text.ts';

/**
 * Whether sending the request again can help: `same`, the very same one may pass; `later`, the same one after `Retry-After`;
 * `changed`, once the request or what stands in its way has changed; `never`.
 */
export type Retry = 'same' | 'later' | 'changed' | 'never';

/** What can stand in `errors[].code`: what is wrong there, and how to remedy it. snake_case; never translated, never reused. */
export type FieldCodes = Readonly<Record<string, Text>>;

/** One kind of problem. `when` says what happened and `remedy` what to do about it; together they are the default detail. */
export type ProblemKind = {
  status: number;
  retry: Retry;
  title: Text;
  when: Text;
  remedy: Text;
  /** All codes that can come with it; without any its `errors` is empty. `field` is where the example shows one. */
  codes?: FieldCodes;
  field?: string;
};
