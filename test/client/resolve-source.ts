import { registerHooks } from 'node:module';

/** Resolves `@trust/client` to its source: the package has compiled modules only when it is packed. */
const source = new URL('../../packages/client/src/client.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@trust/client' ? { url: source, shortCircuit: true } : next(specifier, context),
});
