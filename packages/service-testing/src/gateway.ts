import { internalSecretHeader } from '@trust/contracts/actor';

export const internalSecret = 'only for tests: shared by gateway and service';

export const gatewayProof = { [internalSecretHeader]: internalSecret };
