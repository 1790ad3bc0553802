import type { ContractDocument, ContractOperation } from '../contract/contract-document.ts';
import { type Html, html } from '../pages/html.ts';

const counted: Record<string, string> = {
  'challenge-identity': 'for each number or address and device',
  'challenge-known-day': 'for each number or address on known devices',
  verify: 'for each challenge',
  refresh: 'for each session',
};
const countedBy: Record<string, string> = {
  actor: 'for each person',
  session: 'for each session',
  provider: 'for each provider',
  ip: 'from one address',
  key: 'for each',
};

function signInOf({ 'x-step-up': seconds, 'x-step-up-for': of }: ContractOperation): string | undefined {
  if (seconds === undefined) return undefined;
  return `not older than ${seconds / 60} minutes${of === 'operators' ? ', for operators' : ''}`;
}

/** Who may call an operation and on which terms, each a line. */
export function conditions(operation: ContractOperation, contract: ContractDocument): Html {
  const takes = (header: string) => operation.parameters?.find(({ name }) => name === header);
  const key = takes('Idempotency-Key');
  const bytes = operation['x-max-body-bytes'];
  const rows: [string, Html | string | undefined][] = [
    ['Who', who(operation, contract)],
    ['Provider', providerOf(operation)],
    ['Sign-in', signInOf(operation)],
    ['Limit', limitsOf(operation, contract)],
    [
      'Repeating',
      key && html`<code>Idempotency-Key</code> ${key.required ? html`<strong>required</strong>` : 'accepted'}`,
    ],
    ['Editing', takes('If-Match') && html`<code>If-Match</code> accepted, with the <code>ETag</code> that was read`],
    ['Caching', '304' in operation.responses && html`<code>ETag</code>, and 304 for <code>If-None-Match</code>`],
    ['Body', bytes ? `at most ${bytes / 1_048_576} MiB` : undefined],
  ].filter((row): row is [string, Html | string | undefined] => Boolean(row[1]));
  return html`<dl>
${rows.map(([title, text]) => html`<dt>${title}</dt><dd>${text}</dd>\n`)}</dl>`;
}

function who({ 'x-access': access }: ContractOperation, contract: ContractDocument): Html | string {
  if (access === 'public') return 'anybody, without a session';
  if (access === 'session') return 'anybody with a session';
  const permission = contract['x-permissions'][access];
  return html`whoever may ${permission?.meaning}: <code>${access}</code>, held by ${permission?.heldBy.join(', ')}`;
}

function providerOf({ 'x-scope': scope, 'x-operators': operators }: ContractOperation): Html | undefined {
  if (scope === 'workspace') return html`the one that the caller represents`;
  if (scope === 'provider' && operators)
    return html`<code>providerId</code>, if the caller represents it or is an operator with <code>${operators}</code>; else 404`;
  if (scope === 'provider') return html`<code>providerId</code>, if the caller represents it; else 404`;
  return undefined;
}

function limitsOf({ 'x-limits': names = [] }: ContractOperation, contract: ContractDocument): Html | undefined {
  if (names.length === 0) return undefined;
  const texts = names.map((name) => {
    const limit = contract['x-limits'][name];
    if (!limit) return name;
    return `${limit.points} in ${duration(limit.seconds)} ${counted[name] ?? countedBy[limit.per]}`;
  });
  return html`${texts.join('; ')} <span class="quiet">(${names.join(', ')})</span>`;
}

function duration(seconds: number): string {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? 'a day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
  return `${seconds} s`;
}
