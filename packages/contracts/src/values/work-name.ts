import { z } from 'zod';

/** What operators read once a person is erased. Nobody can take it as a name. */
export const formerOperator = 'former operator';

/** Words of Latin letters: letters of other scripts, or signs alone, would pass for the name of a colleague. */
const words = /^(?=.*\p{L})[\p{Script=Latin}\p{M}0-9]+((\. ?|[ '’-])[\p{Script=Latin}\p{M}0-9]+)*$/u;

/** Without accents. `work_name_key` of identity gives each letter beyond a to z its place; the rest of the script imitates them. */
const letters = /^[a-zæœßøłđðħŧı0-9. '’-]+$/iu;

/** By which operators know each other; the name of the person stays in identity (docs/domain/lost-work.md 1). */
export const WorkName = z
  .string()
  .trim()
  .min(2)
  .max(40)
  .refine((name) => words.test(name) && letters.test(withoutAccents(name)), { params: { code: 'invalid_characters' } })
  .refine((name) => shapeOf(name) !== shapeOf(formerOperator));

function withoutAccents(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '');
}

/** As far as `work_name_key` of identity matters for `formerOperator`. */
function shapeOf(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll('ø', 'o')
    .replace(/[^a-z0-9]/g, '');
}

/**
 * Fields of answers with the id of an operator. Operators read the work name beside each (docs/domain/lost-work.md 11);
 * nobody else reads the ids.
 */
export const operatorIdFields = [
  'actorId',
  'approverId',
  'assigneeId',
  'authorId',
  'checkerId',
  'deciderId',
  'lifterId',
  'openerId',
  'operatorId',
  'recommenderId',
  'requesterId',
  'resolverId',
  'reviewerId',
  'takerId',
] as const;

/** Beside such an id. Absent in answers of earlier releases. */
export const OperatorName = z
  .string()
  .nullable()
  .optional()
  .meta({
    description:
      'Work name of the operator beside it; `former operator` after an erasure; null without an operator, or before the name has arrived.',
    examples: ['Reviewer Lark'],
  });
