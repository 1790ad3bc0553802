import { hash } from 'node:crypto';
import { constraintOf, hasDiscriminator } from '@trust/contracts/values/constraint';
import { forbiddenCharacters } from '@trust/contracts/values/free-text';
import type { Text } from '@trust/contracts/values/text';
import type { Request } from 'express';
import { z } from 'zod';
import { type FieldError, invalid, Problem } from '../problems/problem.ts';
import { withLowerCaseIds } from './lower-case-ids.ts';

/** A body of thousands of faults must not make a larger response. */
const maxErrors = 100;

/** Throws 400 with an entry in `errors` for each fault, of at most 100. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown, at: string): z.output<Schema> {
  validateStructure(input, at);
  const result = schema.safeParse(withLowerCaseIds(schema, input), { reportInput: true });
  if (result.success) return result.data;
  throw new Problem('invalid-request', undefined, {
    errors: result.error.issues
      .flatMap((issue) => fieldErrors(issue))
      // The whole body or query has no path.
      .map((error) => ({ ...error, field: error.field || at }))
      .slice(0, maxErrors),
  });
}

const customCodes = [
  'invalid_characters',
  'words_required',
  'invalid_format',
  'private_data',
  'symbol_not_allowed',
] as const;

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const field = issue.path.join('.');
  const below = (key: PropertyKey) => (field ? `${field}.${String(key)}` : String(key));
  if (issue.input === undefined && issue.code !== 'custom') return [{ field, code: 'required' }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ field: below(key), code: 'unknown_field' }));
    case 'invalid_union': {
      // A plain union reports the branch with the fewest faults.
      const branches = [...issue.errors].sort((a, b) => a.length - b.length);
      const best = branches[0];
      if (!best || best.length === 0)
        return [{ field, code: hasDiscriminator(issue) ? 'invalid_value' : 'required', ...constraintOf(issue) }];
      const message = missingForm(issue.errors);
      if (message) return [{ field: below(firstMissing(issue.errors[0]) ?? ''), code: 'required', message }];
      const elsewhere = keysOfOtherForms(best, branches);
      return best
        .flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }))
        .map((error) =>
          elsewhere.some((key) => error.field === below(key)) ? { ...error, code: 'not_allowed' } : error,
        );
    }
    case 'custom':
      return [
        {
          field,
          code: customCodes.find((code) => code === issue.params?.code) ?? 'invalid_value',
          ...issue.params?.constraint,
        },
      ];
    default:
      return [{ field, code: issue.code, ...constraintOf(issue) }];
  }
}

type Issues = readonly z.core.$ZodIssue[];

const isUnrecognised = (issue: z.core.$ZodIssue) => issue.code === 'unrecognized_keys' && issue.path.length === 0;
const keysIn = (issues: Issues) => issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));

function firstMissing(issues: Issues = []): string | undefined {
  const missing = issues.find(
    ({ code, input, path }) => code === 'invalid_type' && input === undefined && path.length === 1,
  );
  return missing && String(missing.path[0]);
}

/** Names what each form requires, if the input has nothing of any form. */
function missingForm(forms: readonly Issues[]): Text | undefined {
  const fields = forms.map(firstMissing);
  if (fields.some((field) => field === undefined) || forms.some((issues) => keysIn(issues).length > 0))
    return undefined;
  const named = fields.map((field) => `\`${field}\``);
  return { en: `Send one of ${named.join(', ')}.`, fr: `Envoyez l’un de ces champs\u00a0: ${named.join(', ')}.` };
}

/** Keys that this form refuses and another one takes. */
function keysOfOtherForms(form: Issues, forms: readonly Issues[]): string[] {
  const isForm = (issues: Issues) => issues.every((issue) => issue.path.length > 0 || isUnrecognised(issue));
  const others = forms.filter((other) => other !== form && isForm(other));
  return keysIn(form.filter(isUnrecognised)).filter((key) => others.some((other) => !keysIn(other).includes(key)));
}

const noQuery = z.strictObject({});

export function parseQuery(schema: z.ZodType = noQuery, request: Request): unknown {
  refuseBadEncoding(request.originalUrl);
  return parseInput(schema, { ...request.query }, 'query');
}

/** Express' query parser silently replaces invalid UTF-8. */
function refuseBadEncoding(url: string): void {
  try {
    decodeURIComponent(url);
  } catch {
    throw invalid('query', 'malformed');
  }
}

const maxDepth = 16;
const maxLength = 500;

/** Limits depth, length and characters. Returns the number of object keys. */
export function validateStructure(value: unknown, at: string, depth = 0): number {
  if (typeof value === 'string') {
    // An error on NUL may leave a connection in an aborted transaction (promise I2).
    if (forbiddenCharacters.test(value)) throw invalid(at, 'invalid_characters');
    return 0;
  }
  if (typeof value !== 'object' || value === null) return 0;
  if (depth >= maxDepth) throw invalid(at, 'too_deep');
  if (Array.isArray(value) && value.length > maxLength) throw invalid(at, 'too_big');
  let keys = 0;
  for (const [key, inner] of Object.entries(value)) {
    const below = at === 'body' || at === 'query' ? key : `${at}.${key}`;
    if (!Array.isArray(value)) keys += 1;
    validateStructure(key, at, depth + 1);
    keys += validateStructure(inner, below, depth + 1);
  }
  return keys;
}

export function fingerprintOf(method: string, path: string, body: unknown): Buffer {
  return hash('sha256', `${method} ${path} ${canonicalJson(body)}`, 'buffer');
}

/** JSON with sorted keys. `canonicalize` throws on `1e999`, which JSON.parse reads as infinite. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner) =>
      inner && typeof inner === 'object' && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ''
  );
}
