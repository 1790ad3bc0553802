import type { ContractDocument, ContractOperation } from '@trust/openapi/contract-document';
import { slugOf } from '../../page/markdown.ts';
import { installLine } from './client-package.ts';
import { clientSample } from './client-sample.ts';
import { conditions } from './conditions.ts';

type Source = { publicUrl: string; client: string | undefined };

const clientSection = ({ publicUrl, client }: Source) =>
  client === undefined
    ? ''
    : `
## TypeScript client

\`\`\`sh
${installLine(publicUrl, client)}
\`\`\`

The client keeps the session, repeats lost requests, reads lists to their end and uploads in parts. Each operation below has a sample.
Its README in the package has examples for Node, browsers and React Native. A later version of the platform serves a later client at another address: keep [the tarball](/docs/${client})
with your project if an older lockfile must install.
`;

const ownSection = `
## Try it

Every operation has a button that sends a request from your browser to this server. Sign in with [a challenge](#createChallenge) and
[its code](#verifyChallenge). Later requests from this page use that session until you sign out or reload. The page keeps the token in
memory only.
`;

export function referenceContract(contract: ContractDocument, source: Source): ContractDocument {
  const links = new Map(operationsOf(contract).map((operation) => [operation.operationId, linkOf(operation)]));
  const withAnchors = (text: string) =>
    text.replace(/\]\(#(\w+)\)/g, (whole, id: string) => (links.has(id) ? `](#${links.get(id)})` : whole));
  const introduction = contract.info.description + clientSection(source) + ownSection;
  return {
    ...contract,
    info: { ...contract.info, description: withAnchors(introduction) },
    paths: Object.fromEntries(
      Object.entries(contract.paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [method, documented(operation, contract, source)]),
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

/** Scalar generates samples in several languages, which the one of the client joins. */
function documented(operation: ContractOperation, contract: ContractDocument, source: Source): ContractOperation {
  const { 'x-codeSamples': _samples, description, ...rest } = operation;
  const sample = source.client && clientSample(operation, source.publicUrl);
  return {
    ...rest,
    description: [description, conditions(operation, contract)].filter(Boolean).join('\n\n'),
    ...(sample && { 'x-codeSamples': [{ lang: 'typescript', label: 'TypeScript client', source: sample }] }),
  };
}
