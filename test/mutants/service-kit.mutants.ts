import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('packages/service-kit', [
  ['src/http/actor.ts', 'known && known.expiresAt > seconds', 'known', 'src/http'],
  [
    'src/http/gateway-proof.ts',
    'if (isSameSecret(request.get(internalSecretHeader), secret)) return next();',
    'return next();',
    'src/http',
  ],
  [
    'src/http/handle.ts',
    "if (access !== 'session' && !actor.permissions.includes(access as never)) throw new Problem('forbidden');",
    '',
    'src/http',
  ],
  ['src/http/handle.ts', "if (second) throw new Problem('ambiguous-assignment');", '', 'src/http'],
  ['src/http/handle.ts', "if (key.length > 255) throw invalid('Idempotency-Key', 'too_big');", '', 'src/http'],
  ['src/http/handle.ts', 'if (stored) return stored;', '', 'src/http'],
  [
    'src/http/idempotency.ts',
    "if (!stored.fingerprint.equals(idempotency.fingerprint)) throw taken('idempotency_key_reused');",
    '',
    'src/http',
  ],
  ['src/http/idempotency.ts', ' and expires_at > ${now}`', '`', 'src/http'],
  ['src/http/input.ts', "if (depth >= maxDepth) throw invalid(at, 'too_deep');", '', 'src/http'],
  [
    'src/http/input.ts',
    "if (forbiddenCharacters.test(value)) throw invalid(at, 'invalid_characters');",
    '',
    'src/http',
  ],
  [
    'src/http/json-body.ts',
    "if (parsedKeys < (members.get(request) ?? 0)) throw invalid('body', 'doubled_key');",
    '',
    'src/http',
  ],
  ['src/audit/refusal.ts', 'and slug = ${slug} and first_at <= ${windowStart(at)}', 'and slug = ${slug}', 'src/audit'],
  ['src/database/rate-limit.ts', "if (whenDown === 'allow') return undefined;", 'return undefined;', 'src/database'],
  ['src/database/sql-error.ts', '/^(08|57P)/', '/^(57P)/', 'src/database', 'src/http'],
  ['src/events/inbox.ts', 'const isAhead = sequence > last + 1 && !isStart;', 'const isAhead = false;', 'src/events'],
  ['src/events/inbox.ts', 'if (!unseen.delete(delivery.event.id)) continue;', '', 'src/events'],
  ['src/events/dead-letter.ts', ' && blocked.has(aggregateId)', ' && false', 'src/events'],
  ['src/events/stream-watch.ts', 'position.isLost || ', '', 'src/events/lost-stream.test.ts'],
  ['src/events/outbox.ts', 'if (Buffer.byteLength(json) > largestPayload)', 'if (false)', 'src/events'],
]);
