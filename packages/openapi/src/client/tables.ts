import { codesOf, type ProblemSlug, problemCatalogue } from '@trust/contracts/problems/problem';
import type { ContractDocument, ContractOperation } from '../contract-document.ts';
import { generatedNote } from './contract-types.ts';

/** `operations.ts` of the client: what it has to know of an operation when it sends a request. */
export function clientOperations({ paths }: ContractDocument): string {
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => operationRow(method, path, operation)),
  );
  return `${generatedNote}

import type { Operations } from './contract.ts';

export type OperationTraits = {
  method: string;
  path: string;
  /** Sent with the session, if there is one. */
  session?: true;
  /** Takes \`Idempotency-Key\`. */
  key?: true;
  /** Takes \`X-Device-Id\`. */
  device?: true;
  /** Its response or its body lasts as long as its bytes flow. */
  streams?: true;
};

export type OperationId = keyof Operations;

export const operationTraits: Readonly<Record<OperationId, OperationTraits>> = {
${rows.sort().join('\n')}
};
`;
}

function operationRow(method: string, path: string, operation: ContractOperation): string {
  const { operationId, parameters = [], security = [] } = operation;
  const takes = (header: string) => parameters.some(({ name }) => name === header);
  const traits = [
    `method: '${method}'`,
    `path: '${path}'`,
    ...(security.length > 0 ? ['session: true'] : []),
    ...(takes('Idempotency-Key') ? ['key: true'] : []),
    ...(takes('X-Device-Id') ? ['device: true'] : []),
    ...(operation['x-streams'] ? ['streams: true'] : []),
  ];
  return `  ${operationId}: { ${traits.join(', ')} },`;
}

/** `problems.ts` of the client: the status and the field codes of every problem. */
export function clientProblems(): string {
  const slugs = (Object.keys(problemCatalogue) as ProblemSlug[]).sort();
  const codes = slugs.map((slug) => {
    const union = Object.keys(codesOf(slug)).map((code) => `'${code}'`);
    return `  '${slug}': ${union.join(' | ') || 'never'};`;
  });
  const statuses = slugs.map((slug) => `  '${slug}': ${problemCatalogue[slug].status},`);
  return `${generatedNote}

/** The codes that \`errors\` of a problem can contain. */
export type ProblemCodes = {
${codes.join('\n')}
};

export const problemStatus = {
${statuses.join('\n')}
} as const satisfies Record<keyof ProblemCodes, number>;
`;
}
