import { agreementVersion } from '#domain/checkouts/agreement.ts'

export const agreement = { version: agreementVersion(null), signedName: 'Pat Doe' }
