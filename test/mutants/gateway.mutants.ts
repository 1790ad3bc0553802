import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/gateway', [
  ['src/edge/known-hosts.ts', '!name || !known.has(name.toLowerCase())', '!name', 'src/edge'],
  ['src/edge/portal-cookie.ts', '!reads && !fromPortal', 'false', 'src/edge'],
  ['src/proxy/hop-headers.ts', ' && !forged.test(name)', '', 'src'],
  [
    'src/proxy/compress.ts',
    "if (!String((response as Response).getHeader('Cache-Control')).startsWith('public')) return false;",
    '',
    'src/proxy',
  ],
  ['src/proxy/request-body.ts', 'if (bytes > maxBytes) throw tooLarge(maxBytes);', '', 'src'],
  ['src/proxy/request-body.ts', 'if (length > maxBytes) throw tooLarge(maxBytes);', '', 'src'],
  [
    'src/proxy/session.ts',
    'if (answer?.status === 404) return undefined;',
    'if (answer) return undefined;',
    'src/proxy',
  ],
]);
