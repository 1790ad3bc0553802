import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/gateway', [
  ['src/app.ts', '    restore.refuse();', '', 'src/edge/restore-closure.test.ts'],
  ['src/contract/live-contract.ts', 'response.ok || response.status === 304', 'response.ok', 'src/contract'],
  ['src/edge/known-hosts.ts', '!name || !known.has(name.toLowerCase())', '!name', 'src/edge'],
  ['src/edge/start-request.ts', ' && isSameSecret(secret, websiteSecret)', '', 'src/website'],
  ['src/sessions/portal-cookie.ts', '!isRead && !isPortal', 'false', 'src/sessions'],
  ['src/proxy/hop-headers.ts', ' && !forged.test(name)', '', 'src'],
  ['src/proxy/proxy-operation.ts', 'operation.restrictedRead && ', '', 'src/website'],
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
  ['src/sessions/session.ts', 'if (response.status !== 200 || !response.body)', 'if (!response?.body)', 'src/sessions'],
  ['src/website/forward-page.ts', ' || edge.locals.isWebsite', '', 'src/website'],
  ['src/website/page-addresses.ts', '(\\/|$)/', '/', 'src/website'],
  [
    'src/website/restricted-pages.ts',
    'await sessions.assertionFor(credentialOf(request, read, portals).authorization);',
    '',
    'src/website',
  ],
  ['src/website/problem-page.ts', ' || !prefersPage(request)', '', 'src/website'],
  ['src/app.ts', '!isDevelopment || (isOpenToNetwork', '(isOpenToNetwork', 'src/app.test.ts'],
  [
    'src/proxy/proxy-operation.ts',
    'if (needsSession && hasBody(request)) await sessions.assertionFor(authorization);',
    '',
    'src/sessions',
  ],
  [
    'src/proxy/forward.ts',
    'const assertion = await outgoing.assertion?.();',
    'const assertion = undefined;',
    'src/sessions',
    'src/proxy',
    'src/app.test.ts',
  ],
]);
