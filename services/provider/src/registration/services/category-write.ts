import type { Actor } from '@trust/contracts/actor';
import { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { Reason } from '@trust/contracts/values/free-text';
import { invalid } from '@trust/service-kit/problems/problem';
import type { AnyInput } from '@trust/service-kit/request-info';
import { z } from 'zod';

export const CategoryReason = z
  .strictObject({
    reason: Reason.optional().meta({
      description:
        'Why an operator adds or removes the category, for the audit log: 10 to 500 characters. Required of operators; what a representative writes is not kept.',
      examples: ['The provider asked for the change by telephone.'],
    }),
    reasonCode: MeasureReason.optional().meta({
      description: 'Why, for the representatives of the provider, who are told. Only operators may send it.',
    }),
  })
  .meta({ id: 'CategoryReason' });

export type CategoryWrite = AnyInput & {
  actor: Actor;
  providerId: string;
  asOperator: boolean;
  params: { categoryKey: string };
  reason?: string | undefined;
  reasonCode?: MeasureReason | undefined;
};

/** Operators must give a reason (docs/domain/roles-and-step-up.md 11). */
export function requireReason(asOperator: boolean, reason: string | undefined): void {
  if (asOperator && reason === undefined) throw invalid('reason', 'required');
}

/** Operators also say why to the representatives, who write no code. */
export function requireReasons({ asOperator, reason, reasonCode }: CategoryWrite): void {
  requireReason(asOperator, reason);
  if (!asOperator && reasonCode) throw invalid('reasonCode', 'not_allowed');
}
