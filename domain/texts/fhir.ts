/** Sentences of OperationOutcomes and of the CapabilityStatement, for the people who connect a program. */
export const fhirTexts = {
  title: 'Carefold FHIR R4',
  description: 'Read-only access for the programs of one clinic.',
  documentKinds: { person_file: 'File of the record', message_attachment: 'File of a message' } as Record<
    string,
    string | undefined
  >,
  problems: {
    noClinic: 'Call the endpoint on the web address of a clinic.',
    noToken: 'Send an API key or an access token: Authorization: Bearer …',
    badToken: 'This API key or access token is unknown, revoked or expired at this clinic.',
    noScope: (scope: string) => `This API key has no scope ${scope}.`,
    unknownType: (type: string) => `This server has no resource ${type}.`,
    notFound: (reference: string) => `${reference} is not known.`,
    method: 'This server only reads: use GET, or POST to _search.',
    interaction: 'This server reads a resource by its id and searches by type, nothing else.',
    format: 'This server answers application/fhir+json only.',
    form: 'Send the search parameters as application/x-www-form-urlencoded.',
    unknownParameter: (name: string) => `The search parameter ${name} is not supported here.`,
    badValue: (name: string) => `The value of ${name} is not valid.`,
    tooManyValues: 'A search has at most 50 values.',
    slotRange: (days: number) =>
      `Give start a first and a last time, such as start=ge2026-03-02&start=lt2026-03-09, at most ${days} days apart.`,
    limited: 'Too many requests. Try again in a moment.',
    unavailable: 'Carefold is busy. Try again in a moment.',
    unexpected: 'An unexpected error occurred.',
  },
  token: {
    grant: 'The grant type is client_credentials.',
    assertionType: 'Send client_assertion_type urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    client: 'The client or its signed assertion is not valid.',
    scope: 'This client has none of the requested scopes.',
  },
}
