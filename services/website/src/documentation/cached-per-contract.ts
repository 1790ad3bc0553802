import type { Document } from '@trust/service-kit/document';

/** Made once for each contract and key, until the contract changes. */
export function cachedPerContract<Contract extends object, Given extends unknown[]>(
  make: (contract: Contract, ...given: Given) => Document,
  keyOf: (...given: Given) => string = () => '',
): (contract: Contract, ...given: Given) => Document {
  let cache: { contract: Contract; documents: Map<string, Document> } | undefined;
  return (contract, ...given) => {
    if (cache?.contract !== contract) cache = { contract, documents: new Map() };
    const key = keyOf(...given);
    const document = cache.documents.get(key) ?? make(contract, ...given);
    cache.documents.set(key, document);
    return document;
  };
}
