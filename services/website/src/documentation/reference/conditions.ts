import type { ContractDocument, ContractOperation } from '@trust/openapi/contract-document';

const limitScopes: Record<string, string> = {
  'challenge-identity': 'per contact and device',
  'challenge-known-day': 'per contact on known devices',
  verify: 'per challenge',
  refresh: 'per session',
  'webhook-failure': 'failed ones, per IP address',
};
const keyScopes: Record<string, string> = {
  actor: 'per person',
  session: 'per session',
  provider: 'per provider',
  ip: 'per IP address',
  key: 'per key',
};

/** Permissions, limits and problems as a Markdown list: Scalar does not show `x-` fields. */
export function conditions(operation: ContractOperation, contract: ContractDocument): string {
  const headerOf = (header: string) => operation.parameters?.find(({ name }) => name === header);
  const key = headerOf('Idempotency-Key');
  const bytes = operation['x-max-body-bytes'];
  const rows: [string, string | false | undefined][] = [
    ['Permission', permission(operation, contract)],
    ['Provider', providerOf(operation)],
    ['Sign-in', signInOf(operation)],
    ['Rate limit', limitsOf(operation, contract)],
    ['Idempotency', key && `\`Idempotency-Key\` ${key.required ? 'required' : 'accepted'}`],
    ['Concurrency', headerOf('If-Match') && '`If-Match` accepted, with the `ETag` of the last read'],
    ['Caching', '304' in operation.responses && '`ETag`; 304 for `If-None-Match`'],
    ['Body', bytes ? `at most ${bytes / 1_048_576} MiB` : undefined],
    ['Problems', problemsOf(operation)],
  ];
  return rows.flatMap(([title, text]) => (text ? [`- **${title}:** ${text}`] : [])).join('\n');
}

function permission(operation: ContractOperation, contract: ContractDocument): string {
  const { 'x-access': access, 'x-operators': operators, 'x-permissions': all = [] } = operation;
  if (access === 'public') return 'none (public)';
  if (access === 'webhook') return 'the signature or secret of the sender';
  const required = all.filter((name) => name === access || name !== operators);
  if (required.length === 0) return 'none (any session)';
  const texts = required.map((name) => {
    const { meaning, heldBy = [] } = contract['x-permissions'][name] ?? {};
    return `\`${name}\`, held by ${heldBy.join(', ')}${meaning ? ` (${meaning})` : ''}`;
  });
  return texts.join('; or ');
}

function signInOf({
  'x-step-up': seconds,
  'x-step-up-for': appliesTo = 'everybody',
  'x-step-up-held': held,
}: ContractOperation): string | undefined {
  if (seconds === undefined) return undefined;
  const suffix = held
    ? `; one that opened the review of the case counts for ${held / 60} minutes`
    : appliesToText[appliesTo];
  return `within the last ${seconds / 60} minutes${suffix}`;
}

const appliesToText = { everybody: '', operators: ' (operators only)', some: ' (for some requests, see above)' };

function providerOf({ 'x-scope': scope, 'x-operators': operators }: ContractOperation): string | undefined {
  if (scope === 'workspace') return 'the one that you represent';
  if (scope === 'provider' && operators)
    return `\`providerId\`, if you represent it, or as an operator with \`${operators}\`; otherwise 404`;
  if (scope === 'provider') return '`providerId`, if you represent it; otherwise 404';
  return undefined;
}

function limitsOf({ 'x-limits': names = [] }: ContractOperation, contract: ContractDocument): string | false {
  if (names.length === 0) return false;
  const texts = names.map((name) => {
    const limit = contract['x-limits'][name];
    if (!limit) return `\`${name}\``;
    return `${limit.points} per ${duration(limit.seconds)}, ${limitScopes[name] ?? keyScopes[limit.per]} (\`${name}\`)`;
  });
  return texts.join('; ');
}

function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? 'day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
  return `${seconds} s`;
}

function problemsOf({ responses }: ContractOperation): string {
  return Object.entries(responses)
    .flatMap(([status, { 'x-problems': slugs }]) =>
      slugs ? [`${status} ${slugs.map((slug) => `[${slug}](/problems/${slug})`).join(', ')}`] : [],
    )
    .join('; ');
}
