import type { ContractDocument, ContractOperation } from '@trust/openapi/contract-document';
import { slugOf } from '../../page/markdown.ts';
import { conditions } from './conditions.ts';

const ownSection = `
## Try it

Every operation has a button that sends a request from your browser to this server. Sign in with [a challenge](#createChallenge) and
[its code](#verifyChallenge). Later requests from this page use that session until you sign out or reload. The page keeps the token in
memory only.
`;

export function referenceContract(contract: ContractDocument): ContractDocument {
  const links = new Map(operationsOf(contract).map((operation) => [operation.operationId, linkOf(operation)]));
  const withAnchors = (text: string) =>
    text.replace(/\]\(#(\w+)\)/g, (whole, id: string) => (links.has(id) ? `](#${links.get(id)})` : whole));
  const introduction = contract.info.description + ownSection;
  return {
    ...contract,
    info: { ...contract.info, description: withAnchors(introduction) },
    paths: Object.fromEntries(
      Object.entries(contract.paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, withConditions(operation, contract)]),
        ),
      ]),
    ),
  };
}

export function operationsOf({ paths }: ContractDocument): ContractOperation[] {
  return Object.values(paths).flatMap((item) => Object.values(item));
}

/** The anchor that Scalar generates (start-reference.js). */
export function linkOf({ operationId, tags }: ContractOperation): string {
  return `tag/${slugOf(tags[0] ?? '')}/${operationId}`;
}

function withConditions(operation: ContractOperation, contract: ContractDocument): ContractOperation {
  // Scalar generates samples in several languages.
  const { 'x-codeSamples': _samples, description, ...rest } = operation;
  return { ...rest, description: [description, conditions(operation, contract)].filter(Boolean).join('\n\n') };
}
