import type { ContractDocument } from '@trust/openapi/contract-document';

const exampleUrl = 'http://127.0.0.1:8080';

/** The contract whose example commands address this server. */
export function withOwnAddress(contract: ContractDocument, publicUrl: string): ContractDocument {
  const description = contract.info.description.replaceAll(exampleUrl, publicUrl);
  return { ...contract, info: { ...contract.info, description } };
}
