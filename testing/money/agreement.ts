import { agreementVersion } from '#domain/checkouts/agreement.ts'

/** The consent that `join-plan` requires. */
export const agreement = { version: agreementVersion(null), signedName: 'Pat Doe' }
