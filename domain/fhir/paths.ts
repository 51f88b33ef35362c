/** Of the FHIR endpoint, below a clinic's own host. */
export const fhirPath = '/fhir/r4'

/** Of the token endpoint, below the FHIR endpoint. */
export const tokenPath = 'token'
