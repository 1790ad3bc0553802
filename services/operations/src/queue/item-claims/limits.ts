export const claimMinutes = 15;
export const claimsPerOperator = 10;
