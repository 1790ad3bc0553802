import type { ProblemKind, Retry } from '@trust/contracts/problems/kind';
import {
  codesOf,
  type FieldCode,
  type ProblemDetails,
  type ProblemSlug,
  problemCatalogue,
} from '@trust/contracts/problems/problem';
import type { Language } from '@trust/contracts/values/text';
import type { ContractDocument } from '@trust/openapi/contract-document';
import { Problem, problemBody } from '@trust/service-kit/problems/problem';

export type OperationSummary = { operationId: string; method: string; path: string; summary: string };

export type ProblemEntry = {
  type: string;
  slug: ProblemSlug;
  status: number;
  title: string;
  when: string;
  remedy: string;
  /** Deprecated: the former name of `remedy`. */
  mend: string;
  retry: Retry;
  codes: { code: string; text: string }[];
  example: ProblemDetails;
  operations: OperationSummary[];
};

type Source = { contract: ContractDocument; publicUrl: string; language: Language };

const exampleId = '01980f5e-3c1a-7d24-9b60-5a7c2f9e4d13';

export const problemSlugs = Object.keys(problemCatalogue) as ProblemSlug[];

export function problemEntry(slug: ProblemSlug, { contract, publicUrl, language }: Source): ProblemEntry {
  const { status, retry, title, when, remedy, field }: ProblemKind = problemCatalogue[slug];
  const operations = operationsWith(slug, contract);
  const codes = Object.entries(codesOf(slug)).map(([code, text]) => ({ code, text: text[language] }));
  const request = {
    baseUrl: publicUrl,
    path: (operations[0]?.path ?? '/api/v1/provider-workspace/me').replace(/\{\w+\}/g, exampleId),
    requestId: exampleId,
    language,
  };
  const errors = field === undefined ? [] : codes.slice(0, 1).map(({ code }) => ({ field, code: code as FieldCode }));
  const example = problemBody(new Problem(slug, undefined, { errors }), request);
  const texts = { title: title[language], when: when[language], remedy: remedy[language] };
  return { type: example.type, slug, status, ...texts, mend: texts.remedy, retry, codes, example, operations };
}

function operationsWith(slug: ProblemSlug, contract: ContractDocument): OperationSummary[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { responses }]) => Object.values(responses).some((one) => one['x-problems']?.includes(slug)))
      .map(([method, { operationId, summary }]) => ({ operationId, method: method.toUpperCase(), path, summary })),
  );
}
