import { conflict } from '@trust/service-kit/problems/problem';
import { expect, test } from 'vitest';
import { problemIn } from './refusals.ts';

const text = { en: 'Another operator must do it.', fr: 'Une autre personne doit le faire.' };
const refuse = problemIn({ not_by_requester: () => conflict(text, 'separation-of-duties') });
const broken = (constraint: string) =>
  Object.assign(new Error(constraint), { code: '23514', severity: 'ERROR', constraint });

test('Z3 a constraint that two racing requests reach gets its problem, and any other error stays as it is', () => {
  expect(() => refuse(broken('not_by_requester'))).toThrow(conflict(text, 'separation-of-duties'));
  for (const error of [broken('another'), broken('toString'), new Error('no constraint')])
    expect(() => refuse(error)).toThrow(error);
});
