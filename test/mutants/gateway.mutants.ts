import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/gateway', [
  ['src/edge/known-hosts.ts', '!name || !known.has(name.toLowerCase())', '!name', 'src/edge'],
  ['src/sessions/portal-cookie.ts', '!isRead && !isPortal', 'false', 'src/edge'],
  ['src/proxy/hop-headers.ts', ' && !forged.test(name)', '', 'src'],
  [
    'src/proxy/compress.ts',
    "if (!String(response.getHeader('Cache-Control')).startsWith('public')) return false;",
    '',
    'src/proxy',
  ],
  ['src/proxy/request-body.ts', 'if (bytes > maxBytes) throw tooLarge(maxBytes);', '', 'src'],
  [
    'src/proxy/request-body.ts',
    "if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);",
    '',
    'src/proxy',
  ],
  ['src/sessions/session.ts', 'if (response?.status !== 200 || !response.body)', 'if (!response?.body)', 'src/proxy'],
]);
