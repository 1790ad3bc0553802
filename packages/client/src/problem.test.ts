import { expect, expectTypeOf, test } from 'vitest';
import { isProblem, ProblemError, problemOf } from './problem.ts';

const respond = (status: number, headers: Record<string, string> = {}) => new Response('', { status, headers });

test('a problem has the type of the contract, its fields and Retry-After', () => {
  const problem = problemOf(respond(429, { 'retry-after': '7', 'x-request-id': 'r1' }), {
    type: 'https://api.example.com/problems/rate-limited',
    title: 'Too many requests',
    detail: 'Wait.',
  });
  expect(problem).toBeInstanceOf(ProblemError);
  expect(problem).toMatchObject({ type: 'rate-limited', status: 429, retryAfter: 7, requestId: 'r1', errors: [] });
  expect(problem.message).toBe('429 Too many requests: Wait.');
});

test('a problem of a newer platform and a page of a proxy are `other`', () => {
  const newer = problemOf(respond(409), { type: 'https://api.example.com/problems/brand-new', title: 'New' });
  expect(newer).toMatchObject({ type: 'other', page: 'https://api.example.com/problems/brand-new', status: 409 });
  expect(problemOf(respond(502), '<html>')).toMatchObject({ type: 'other', status: 502, title: 'Unexpected response' });
});

test('the type narrows the codes of the fields', () => {
  const error: unknown = problemOf(respond(409), { type: '/problems/upload-state', errors: [] });
  expect(isProblem(new Error('other'))).toBe(false);
  expect(isProblem(error, 'not-found')).toBe(false);
  if (!isProblem(error, 'upload-state')) throw new Error('not narrowed');
  expectTypeOf(error.type).toEqualTypeOf<'upload-state'>();
  expectTypeOf<'refused_by_case'>().toExtend<(typeof error.errors)[number]['code']>();
});
